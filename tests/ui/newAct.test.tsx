/** The form of a new act: who has one organization is not asked for it, and a copy begins as the act that it is a copy of. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import type { OpenActInput } from '../../machines/actWorkspace/newAct.machine.ts';
import { copyAddress } from '../../src/app/copyAddress.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { NewActPane } from '../../src/pages/counting/NewActPane.tsx';
import { newAct } from '../../src/pages/counting/newAct.ts';
import { pathOf, withQuery } from '../../src/routes/registry.ts';
import { useFormInAddress } from '../../src/ui/form/useFormInAddress.ts';

const CHILONZOR = { id: 1, title: 'Chilonzor filiali' };
const REGISTON = { id: 2, title: 'Registon filiali' };

/** What the server answers. */
const server = vi.hoisted(() => ({
  organizations: [] as { id: number; title: string }[],
  acts: new Map<number, object>(),
}));
vi.mock('../../src/api/queries.ts', () => ({
  useCall(call: { id: string }, { params }: { params?: { id: number } }, { enabled = true } = {}) {
    const answers: Record<string, unknown> = {
      organizationGetAll: { data: server.organizations, meta: { total: server.organizations.length, next: null } },
      actShow: { data: server.acts.get(params?.id ?? 0) },
    };
    return { data: enabled ? answers[call.id] : undefined, error: null, isFetching: false, refetch() {} };
  },
}));

vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useUser: () => ({ office: true, organization_id: 9, organization: 'Bosh ofis' }),
}));

beforeAll(() => loadTexts('kit', 'counting', 'common', 'errors'));
beforeEach(() => {
  localStorage.clear();
  server.acts.clear();
});

/** @returns what is sent once the form is saved */
function open(path: string) {
  window.history.replaceState(null, '', path);
  const sent = vi.fn((_: OpenActInput['form']) => Promise.resolve({ actId: 8 }));
  const openAct = fromPromise<{ actId: number }, OpenActInput>(({ input }) => sent(input.form));
  const actor = createActor(newAct.provide({ actors: { openAct } })).start();
  function Page() {
    const copyOf = useFormInAddress(true, () => actor.send({ type: 'form.open' }));
    return <NewActPane actor={actor} copyOf={copyOf} />;
  }
  render(<Page />);
  return sent;
}

const organization = () => screen.getByLabelText(counting.list.organization).textContent;
const comment = () => screen.getByLabelText<HTMLTextAreaElement>(counting.list.comment);
const save = () => userEvent.click(screen.getByTestId('act-create-send'));

it('chooses the only organization by itself, which is sent without a question', async () => {
  server.organizations = [CHILONZOR];
  const sent = open(withQuery(pathOf('acts'), { form: 'new' }));
  expect(organization()).toBe(CHILONZOR.title);
  await userEvent.type(comment(), 'Yillik sanoq');
  await save();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ organization_id: 1, comment: 'Yillik sanoq' }));
});

it('asks for the organization where there are two', async () => {
  server.organizations = [CHILONZOR, REGISTON];
  const sent = open(withQuery(pathOf('acts'), { form: 'new' }));
  expect(organization()).not.toContain('filiali');
  await userEvent.type(comment(), 'Yillik sanoq');
  await save();
  expect(await screen.findByText(counting.form.needOrganization)).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

it('begins a copy with organization and comment of its act, says of which, and sends a new act', async () => {
  server.organizations = [CHILONZOR, REGISTON];
  const source = { id: 7, number: 'CHL-26-0007', comment: 'Oylik sanoq', organization_id: 2 };
  server.acts.set(7, { ...source, organization: REGISTON.title });
  const sent = open(withQuery(pathOf('acts'), copyAddress(7)));
  expect(screen.getByText(counting.form.copyTitle)).toBeTruthy();
  expect(screen.getByTestId('copy-of').textContent).toContain('CHL-26-0007');
  expect(organization()).toBe(REGISTON.title);
  expect(comment().value).toBe('Oylik sanoq');
  await save();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ organization_id: 2, comment: 'Oylik sanoq' }));
});

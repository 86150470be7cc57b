/** From the card of a client to a new application: the client is chosen already, and nothing counts as written yet. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import card from '../../locales/uz/directories/client.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import { useAddress } from '../../src/app/address.ts';
import { givenIn, type OfAddress, Proposed } from '../../src/directory/ofAddress.tsx';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import Parts from '../../src/pages/clients/Parts.tsx';
import { useClientTitle } from '../../src/pages/clients/titleOf.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

const may = vi.hoisted(() => ({ add: true }));
vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useUser: () => ({ id: 7, rules: { questionnaire: { show: true } }, favorite_pages: [] }),
  useAllows: (rule: string) => rule === 'questionnaire.add' && may.add,
}));

const NAME = 'Aliyev Vali Karimovich';
const SHOWN: string = client.calls.show.id;
// of the card of a client the name alone is asked for
vi.mock('../../src/api/queries.ts', async (original) => ({
  ...(await original<object>()),
  useCall: ({ id }: { id: string }, { params }: { params?: { id: number } }, { enabled = true } = {}) => ({
    data: id === SHOWN && params?.id === 18 && enabled ? { data: { id: 18, fullname: NAME } } : undefined,
  }),
}));

beforeAll(() =>
  loadTexts(
    'kit',
    'directory',
    'directories/client',
    'directories/questionnaire',
    'directories/paymentCertificate',
    'common',
    'machines/questionnaire',
  ),
);
let form: FormState<Fields>;
/** A new record at an address; `typed`: what somebody has written in it before. */
function New({ of, at, typed = {} }: { of: object; at: OfAddress; typed?: Fields }) {
  const { spec } = of as AnyDirectory;
  const t = useText(`directories/${spec.name}`);
  const [params] = useAddress();
  const empty = emptyValues(of as never);
  form = useForm<Fields>({ draft: null, initial: empty, onSave: vi.fn() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: written once, before anything is proposed
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
  }, []);
  return (
    <Form form={form}>
      <Proposed form={form} of={at} given={givenIn(params, at, spec.fields as never, t)} />
    </Form>
  );
}
const CLIENT: OfAddress = { client: useClientTitle };
const CERTIFICATE: OfAddress = { contract: () => 'CHL-26-0001, Aliyev', statement: 'written', as_of: 'written' };
const open = (query: string) => window.history.replaceState(null, '', `/contracts/${query}`);

it('the card leads to it, for who may write one', () => {
  render(<Parts id={18} actor={{} as never} />);
  fireEvent.click(screen.getByText(card.card.newApplication));
  expect(`${window.location.pathname}${window.location.search}`).toBe('/contracts/questionnaires?client_id=18&row=new');
});

it('who may not write one has no way to it', () => {
  may.add = false;
  render(<Parts id={18} actor={{} as never} />);
  may.add = true;
  expect(screen.queryByText(card.card.newApplication)).toBeNull();
});

it('the form has the client of its address, as nothing that is lost with it', () => {
  open('questionnaires?client_id=18&row=new');
  render(<New of={questionnaire} at={CLIENT} />);
  expect([form.values.client, form.isDirty]).toEqual([{ id: 18, title: NAME }, false]);
});

it('what somebody has written stays', () => {
  open('questionnaires?client_id=18&row=new');
  render(<New of={questionnaire} at={CLIENT} typed={{ client: { id: 5, title: 'Karimova' } }} />);
  expect([form.values.client, form.isDirty]).toEqual([{ id: 5, title: 'Karimova' }, true]);
});

it.each(['?row=new', '?row=new&client_id=x', '?row=new&client_id=-3', '?row=new&client_id=99'])(
  'with %s nobody is chosen',
  (query) => {
    open(`questionnaires${query}`);
    render(<New of={questionnaire} at={CLIENT} />);
    expect(form.values.client).toBeNull();
  },
);

it('a certificate takes its contract, what it states and its day', () => {
  open('payment-certificate?row=new&contract_id=9&new_statement=paid&new_as_of=2026-11-20');
  render(<New of={paymentCertificate} at={CERTIFICATE} />);
  expect(form.values).toMatchObject({
    ...{ contract: { id: 9, title: 'CHL-26-0001, Aliyev' }, statement: 'paid', as_of: '2026-11-20' },
  });
});

it('what the form would refuse, or does not ask for, is not taken', () => {
  open('payment-certificate?row=new&new_statement=free&new_as_of=2026-13-40&statement=paid&new_owed=5&client_id=18');
  render(<New of={paymentCertificate} at={CERTIFICATE} />);
  expect(form.values).toEqual(emptyValues(paymentCertificate as never));
});

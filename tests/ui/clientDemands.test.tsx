/** What the setting asks of a new client is marked and refused in the form itself; what it leaves open is called optional. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { ClientTerms } from '../../contract/clientTerms.ts';
import { client } from '../../contract/directories/client.ts';
import common from '../../locales/uz/common.json' with { type: 'json' };
import words from '../../locales/uz/directories/client.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { CLIENT_HOOKS, clientPane } from '../../src/pages/clients/clientPane.tsx';
import { Form, SaveBar } from '../../src/ui/form/Form.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';
import type { PaneActor } from '../../src/ui/record/useRecordPane.ts';

const TERMS: ClientTerms = { age_from: 21, age_to: 65, needed: ['pinfl', 'workplace', 'second_phone'], photo: true };

const server = vi.hoisted(() => ({ terms: null as object | null }));
vi.mock('../../src/api/queries.ts', async (original) => ({
  ...(await original<object>()),
  useCall: ({ id }: { id: string }) => ({ data: id === 'clientTerms' ? { data: server.terms } : undefined }),
}));
vi.mock('../../src/pages/clients/MyidFill.tsx', () => ({ MyidFill: () => null }));
vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useAllows: () => true,
  useUser: () => ({ id: 1, office: true }),
}));

beforeAll(async () => {
  await Promise.all([
    loadTexts('kit', 'directory', 'directories/client', 'machines/directoryRecord', 'common', 'files'),
    import('../../src/directory/lines.tsx'),
  ]);
});

const EMPTY = { ...emptyValues(client as never), ...CLIENT_HOOKS.initial };
const saved = vi.fn();
const actor = createActor(createMachine({ context: { place: 'new' } })).start() as unknown as PaneActor;
function New() {
  const { fields, rules } = clientPane.useParts(actor);
  const form = useForm<Fields>({ draft: null, initial: EMPTY, rules: rules as never, onSave: saved });
  return (
    <Form form={form}>
      {fields(form, null, {})}
      <SaveBar form={form} save="Saqlash" />
    </Form>
  );
}
const drawn = async (terms: ClientTerms | null) => {
  server.terms = terms;
  await act(async () => void render(<New />));
  await screen.findAllByTestId('line');
};
/** Fields that are called optional. */
const optional = () =>
  [...document.querySelectorAll('.optional')].map(({ parentElement }) =>
    parentElement?.textContent?.replace(common.optional, '').trim(),
  );

it('marks as optional what the setting does not ask for', async () => {
  await drawn(TERMS);
  const { pinfl, region, workplace, position, photo } = words.fields;
  expect(optional()).toEqual(expect.arrayContaining([region, position]));
  for (const asked of [pinfl, workplace, photo]) expect(optional()).not.toContain(asked);
  expect(screen.getByText(words.demands.secondPhone)).toBeTruthy();
});

it('without a setting in force nothing beyond the card is asked', async () => {
  await drawn(null);
  expect(optional()).toEqual(expect.arrayContaining([words.fields.pinfl, words.fields.workplace]));
  expect(screen.queryByText(words.demands.secondPhone)).toBeNull();
});

it('refuses a save at the field, before the server is asked', async () => {
  await drawn(TERMS);
  const born = screen.getByLabelText(new RegExp(`^${words.fields.birth_date}`));
  fireEvent.change(born, { target: { value: '01.02.2010' } });
  fireEvent.click(screen.getByText('Saqlash'));
  expect(saved).not.toHaveBeenCalled();
  const said = [...document.querySelectorAll('.field-help.error')].map(({ textContent }) => textContent?.trim());
  expect(said.some((one) => one?.endsWith('mijoz 21 yoshdan 65 yoshgacha boʻladi.'))).toBe(true);
  expect(screen.getByLabelText(new RegExp(`^${words.fields.pinfl}`)).getAttribute('aria-invalid')).toBe('true');
});

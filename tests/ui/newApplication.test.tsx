/** From the card of a client to a new application: the client is chosen already, and nothing counts as written yet. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import card from '../../locales/uz/directories/client.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import { ClientOfAddress } from '../../src/pages/clients/ClientOfAddress.tsx';
import Parts from '../../src/pages/clients/Parts.tsx';
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
  loadTexts('kit', 'directory', 'directories/client', 'directories/questionnaire', 'common', 'machines/questionnaire'),
);
let form: FormState<Fields>;
function New({ record = null as RecordView | null }) {
  const t = useText('directories/questionnaire');
  form = useForm<Fields>({ draft: null, initial: emptyValues(questionnaire as never), onSave: vi.fn() });
  return (
    <Form form={form}>
      <ClientOfAddress of={questionnaire as never} form={form} record={record} t={t} />
    </Form>
  );
}
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

it('the form has the client of its address, as nothing that is lost with it', async () => {
  window.history.replaceState(null, '', '/contracts/questionnaires?client_id=18&row=new');
  render(<New />);
  expect(await screen.findByText(NAME)).toBeTruthy();
  expect([form.values.client, form.isDirty]).toEqual([{ id: 18, title: NAME }, false]);
});

it('without one in the address nobody is chosen', () => {
  window.history.replaceState(null, '', '/contracts/questionnaires?row=new');
  render(<New />);
  expect(form.values.client).toBeNull();
});

it('of one that is written the client stays', () => {
  const record = { id: 1, version: 1, allowed: [], fields: {}, facts: { frozen: { client: 'Mijoz oʻzgarmaydi.' } } };
  render(<New record={record} />);
  expect(screen.getByRole('button', { name: /Mijoz/ }).hasAttribute('disabled')).toBe(true);
});

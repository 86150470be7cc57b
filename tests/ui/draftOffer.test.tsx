/** An offered draft that is looked at: each field by its name, figures and days as they are written. */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import { FieldControl } from '../../src/directory/controls.tsx';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { DateField, SumField, TextField } from '../../src/ui/form/fields.tsx';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => {} }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

beforeAll(() => loadTexts('kit', 'directory', 'directories/client', 'common'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const initial = { title: '', limit: null as number | null, from: null as string | null };
let form: FormState<typeof initial>;

function Partner() {
  form = useForm({ draft: { form: 'rates', of: 7 }, initial, onSave: () => {} });
  return (
    <Form form={form}>
      <TextField label="Nomi" {...form.field('title')} />
      <SumField label="Limit" {...form.field('limit')} />
      <DateField label="Sana" {...form.field('from')} />
    </Form>
  );
}

it('names the fields, and says figures and days', async () => {
  const user = userEvent.setup();
  const first = render(<Partner />);
  act(() => form.set('title', 'Artel'));
  act(() => form.set('limit', 1_500_000));
  act(() => form.set('from', '2026-11-27'));
  first.unmount();
  render(<Partner />);
  await user.click(await screen.findByRole('button', { name: kit.form.draft.look }));
  const lines = [...screen.getByTestId('draft-all').children].map(({ textContent }) =>
    textContent?.replaceAll(/\s/g, ' '),
  );
  expect(lines).toEqual(['Nomi: Artel', 'Limit: 1 500 000', 'Sana: 27.11.2026']);
});

let record: FormState<Fields>;
const NOTHING: Fields = { phones: [], gender: null };

const { phones, gender } = client.spec.fields;
const { owner, relation } = phones.fields;
// without the phone itself: the draft of a form that has one is kept on the server
const FIELDS = { phones: { ...phones, fields: { owner, relation } }, gender };

/** The fields of a client whose values are codes, as the pane of a directory draws them. */
function Client() {
  const t = useText('directories/client');
  record = useForm<Fields>({ draft: { form: 'rates', of: 8 }, initial: NOTHING, onSave: () => {} });
  return (
    <Form form={record}>
      {(['phones', 'gender'] as const).map((name) => (
        <FieldControl
          key={name}
          {...{ name, t, field: FIELDS[name], of: 'client', isNew: true, isFirst: false, help: undefined }}
          binding={{ ...record.field(name), onPropose: () => {} } as never}
        />
      ))}
    </Form>
  );
}

it('says what was chosen in the words of the choice, in a line too', async () => {
  const user = userEvent.setup();
  const first = render(<Client />);
  await screen.findByText('Jinsi');
  await act(async () => record.set('phones', [{ id: null, active: true, owner: 'relative', relation: 'opa' }]));
  await act(async () => record.set('gender', 'female'));
  first.unmount();
  render(<Client />);
  expect((await screen.findByTestId('form-draft')).textContent).toContain('«Qarindoshiniki (opa)»');
  await user.click(screen.getByRole('button', { name: kit.form.draft.look }));
  const lines = [...screen.getByTestId('draft-all').children].map(({ textContent }) => textContent);
  expect(lines).toEqual(['Qarindoshiniki (opa)', 'Jinsi: Ayol']);
});

/** An offered draft that is looked at: each field by its name, figures and days as they are written. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { DateField, SumField, TextField } from '../../src/ui/form/fields.tsx';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => {} }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

beforeAll(() => loadTexts('kit'));

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

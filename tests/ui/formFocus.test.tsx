/** Where a form that takes the focus begins. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { AreaField, SelectField, TextField } from '../../src/ui/form/fields.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => {} }));

beforeAll(() => loadTexts('kit'));

function Begun({ closed }: { closed: boolean }) {
  const form = useForm({ draft: null, initial: { branch: 'Chilonzor', note: '' }, onSave: () => {} });
  return (
    <Form form={form} autoFocus>
      <TextField label="Filial" {...form.field('branch')} disabled={closed} />
      <AreaField label="Izoh" {...form.field('note')} />
    </Form>
  );
}

it.each([
  ['in its first field', false, 'Filial'],
  ['in the first that is open, where what is before it cannot be changed', true, 'Izoh'],
])('%s', (_, closed, label) => {
  render(<Begun closed={closed} />);
  expect(document.activeElement).toBe(screen.getByLabelText(new RegExp(label)));
});

/** A choice between two fields, and as the last of them. */
function Choices({ onSave }: { onSave: () => void }) {
  const initial = { firm: null as string | null, number: '', kind: null as string | null };
  const form = useForm({ draft: null, initial, onSave });
  const options = [{ value: 'a', title: 'Artel' }];
  return (
    <Form form={form}>
      <SelectField label="Firma" options={options} {...form.field('firm')} />
      <TextField label="Raqam" {...form.field('number')} />
      <SelectField label="Turi" options={options} {...form.field('kind')} />
    </Form>
  );
}

it('Enter on a choice goes on to the next field, and saves nothing at the end', async () => {
  const saved = vi.fn();
  const user = userEvent.setup();
  render(<Choices onSave={saved} />);
  (await screen.findByLabelText('Firma')).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Raqam'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Turi'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Turi'));
  expect(saved).not.toHaveBeenCalled();
});

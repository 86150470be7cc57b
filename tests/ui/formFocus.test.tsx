/** Where a form that takes the focus begins. */
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { AreaField, TextField } from '../../src/ui/form/fields.tsx';
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

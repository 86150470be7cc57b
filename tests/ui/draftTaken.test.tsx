/** A taken draft beside what its form begins with on a later day: somebody else wrote in a record, nobody in a new one. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import type { DraftPlace } from '../../src/ui/form/drafts/forms.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => {} }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

beforeAll(() => loadTexts('kit'));

function Written({ draft, time }: { draft: DraftPlace; time: string }) {
  const form = useForm({ draft, initial: { time }, onSave: () => {} });
  return (
    <Form form={form}>
      <TextField label="Vaqt" {...form.field('time')} />
    </Form>
  );
}

it.each<[DraftPlace['of'], string[]]>([
  [7, ['Siz yozgandan keyin bu yer «08:07» boʻldi']],
  ['new', []],
])('of %s', async (of, errors) => {
  const user = userEvent.setup();
  const draft: DraftPlace = { form: 'rates', of };
  const before = render(<Written draft={draft} time="08:02" />);
  await user.clear(screen.getByLabelText('Vaqt'));
  await user.type(screen.getByLabelText('Vaqt'), '14:00');
  before.unmount();
  render(<Written draft={draft} time="08:07" />);
  await user.click(await screen.findByRole('button', { name: kit.form.draft.take }));
  expect(screen.getByLabelText<HTMLInputElement>('Vaqt').value).toBe('14:00');
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(errors);
});

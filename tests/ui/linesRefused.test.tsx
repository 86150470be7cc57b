/** What the server says of lines together stands below them, and the count of errors leads there. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import { FieldControl } from '../../src/directory/controls.tsx';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import { Form, SaveBar } from '../../src/ui/form/Form.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useAllows: () => true,
}));

beforeAll(() => loadTexts('kit', 'directory', 'directories/client', 'common', 'files'));

const { phones } = client.spec.fields;
const TOO_FEW = 'Kamida ikkita telefon kerak.';
const refused = { phones: [TOO_FEW] };

function Phones() {
  const t = useText('directories/client');
  const line = { ...emptyValues({ spec: phones } as never), id: null, active: true };
  const form = useForm<Fields>({ draft: null, initial: { phones: [line] as never }, onSave: vi.fn(), refused });
  return (
    <Form form={form}>
      <FieldControl
        {...{ name: 'phones', field: phones, t, of: 'client', isNew: true, isFirst: false, help: undefined, refused }}
        binding={form.field('phones') as never}
      />
      <SaveBar form={form} save="Saqlash" />
    </Form>
  );
}

it('is said below them, goes once a line is added, and has the focus when the count is pressed', async () => {
  await act(async () => render(<Phones />));
  expect((await screen.findByText(TOO_FEW)).closest('fieldset')?.textContent).toContain(TOO_FEW);
  await userEvent.click(screen.getByText(kit.form.errors_one.replace('{{count}}', '1')));
  expect(screen.getByText(TOO_FEW).closest('fieldset')?.contains(document.activeElement)).toBe(true);
  await userEvent.click(screen.getByTestId('line-add'));
  expect(screen.queryByText(TOO_FEW)).toBeNull();
});

it('comes below the button that adds a line, which stays where it is pressed', async () => {
  await act(async () => render(<Phones />));
  const said = await screen.findByText(TOO_FEW);
  const add = screen.getByTestId('line-add');
  expect(add.compareDocumentPosition(said) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

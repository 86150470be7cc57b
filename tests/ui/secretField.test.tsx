/** A secret in a form (decision 95): what is kept never comes, an empty place keeps it, no draft has what is written. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { secret, text } from '../../contract/directory/fields.ts';
import words from '../../locales/uz/directory.json' with { type: 'json' };
import { rulesOf } from '../../src/directory/controls.tsx';
import { SecretField, type SecretValue } from '../../src/directory/secret.tsx';
import { bodyOf, secretsOf, valuesOf, wordsOf } from '../../src/directory/values.ts';
import { loadTexts, say } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));
beforeAll(() => loadTexts('kit', 'directory', 'common'));

const FIELDS = { name: text(50), key: secret(20, { optional: true }) };
const SPEC = { spec: { fields: FIELDS } };
const KEPT = { at: '2026-11-20T09:30:00.000Z', by: { id: 3, fullname: 'Aziza Karimova' } };

interface Service {
  name: string;
  key: SecretValue;
}
let form: FormState<Service>;

function ServiceForm({ initial }: { initial: Service }) {
  form = useForm<Service>({
    draft: { form: 'record.testService', of: 5 },
    initial,
    unkept: secretsOf(FIELDS) as ['key'],
    rules: { key: rulesOf(FIELDS.key, say as never) as never },
    onSave: vi.fn(),
  });
  return (
    <Form form={form}>
      <TextField label="Nomi" {...form.field('name')} />
      <SecretField label="Kalit" optional max={20} {...form.field('key')} />
    </Form>
  );
}
const place = () => screen.queryByLabelText<HTMLInputElement>(/Kalit/);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => bodyOf(SPEC, form.values as never);

describe('a secret', () => {
  it('that is kept is shown as a time and a person, and saved as it is', () => {
    const { unmount } = render(<ServiceForm initial={{ name: 'MyID', key: KEPT }} />);
    expect(place()?.tagName).not.toBe('INPUT');
    // of Tashkent
    expect(screen.getByText(/Aziza Karimova/).textContent).toContain('14:30');
    expect(sent()).toEqual({ name: 'MyID' });
    unmount();
  });

  it('is replaced on purpose: an empty place keeps the old one', async () => {
    const { unmount } = render(<ServiceForm initial={{ name: 'MyID', key: KEPT }} />);
    await press(words.secret.replace);
    expect(place()?.type).toBe('password');
    expect(place()?.value).toBe('');
    expect(sent()).toEqual({ name: 'MyID' });
    await userEvent.type(place() as HTMLInputElement, ' sk-77 ');
    expect(sent()).toEqual({ name: 'MyID', key: 'sk-77' });
    await press(words.secret.keep);
    expect(form.values.key).toEqual(KEPT);
    expect(sent()).toEqual({ name: 'MyID' });
    unmount();
  });

  it('is taken away on purpose', async () => {
    const { unmount } = render(<ServiceForm initial={{ name: 'MyID', key: KEPT }} />);
    await press(words.secret.remove);
    expect(screen.getByText(words.secret.removed)).toBeDefined();
    expect(sent()).toEqual({ name: 'MyID', key: null });
    await press(words.secret.keep);
    expect(sent()).toEqual({ name: 'MyID' });
    unmount();
  });

  it('of a new record is written at once, and nothing is sent where nothing is written', async () => {
    const { unmount } = render(<ServiceForm initial={valuesOf(SPEC, { name: 'MyID' }) as never} />);
    expect(place()?.type).toBe('password');
    expect(sent()).toEqual({ name: 'MyID' });
    await userEvent.type(place() as HTMLInputElement, 'k');
    expect(sent()).toEqual({ name: 'MyID', key: 'k' });
    await userEvent.clear(place() as HTMLInputElement);
    expect(form.values.key).toBeNull();
    unmount();
  });

  it('letters that no header has are named before it is sent', async () => {
    const { unmount } = render(<ServiceForm initial={{ name: 'MyID', key: null }} />);
    await userEvent.type(place() as HTMLInputElement, 'калит');
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe(words.secret.wrong);
    unmount();
  });

  it('is in no draft, what is written beside it is', async () => {
    localStorage.clear();
    const { unmount } = render(<ServiceForm initial={{ name: 'MyID', key: KEPT }} />);
    await press(words.secret.replace);
    await userEvent.type(place() as HTMLInputElement, 'sk-maxfiy');
    expect(form.isDirty).toBe(true);
    await userEvent.type(screen.getByLabelText('Nomi'), ' 2');
    unmount();
    const stored = JSON.stringify({ ...localStorage });
    expect(stored).toContain('MyID 2');
    expect(stored).not.toContain('maxfiy');
    expect(stored).not.toContain('"key"');
    localStorage.clear();
  });

  it('in words it is never itself: in a conflict, in the history', () => {
    const t = say as never;
    expect(wordsOf('key', FIELDS.key, 'sk-maxfiy', t, 'uz')).toBe(words.secret.written);
    expect(wordsOf('key', FIELDS.key, false, t, 'uz')).toBe(words.secret.removed);
    expect(wordsOf('key', FIELDS.key, KEPT as never, t, 'uz')).toContain('Aziza Karimova');
  });
});

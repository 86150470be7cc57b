/** A new client: what the numbers say is said while they are written, and follows them. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pinflDigit } from '../../contract/checkDigits.ts';
import { client } from '../../contract/directories/client.ts';
import words from '../../locales/uz/directories/client.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import { CLIENT_HOOKS } from '../../src/pages/clients/clientPane.tsx';
import { Form } from '../../src/ui/form/Form.tsx';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

const KNOWN = { id: 13, fullname: 'Aliyev Vali Karimovich', birth_date: '1990-01-01', active: true };

/** Numbers that the server has, and what it was asked about. */
const server = vi.hoisted(() => ({ known: new Map<string, object>(), asked: [] as string[] }));
vi.mock('../../src/api/client.ts', async (original) => ({
  ...(await original<object>()),
  request: (_: object, { body: { number } }: { body: { number: string } }) => {
    server.asked.push(number);
    const found = server.known.get(number);
    return Promise.resolve({ data: { kind: 'document', clients: found === undefined ? [] : [found] } });
  },
}));
vi.mock('../../src/pages/clients/MyidFill.tsx', () => ({ MyidFill: () => null }));
vi.mock('../../src/pages/clients/demands.ts', () => ({ useClientDemands: () => ({}) }));
vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useAllows: () => true,
}));

beforeAll(() => loadTexts('kit', 'directory', 'directories/client', 'common'));
beforeEach(() => {
  localStorage.clear();
  server.known.clear();
  server.asked = [];
});

const valid = (begun: string) => `${begun}${pinflDigit(begun)}`;
const MAN_1985 = valid('3150685000001');
const WOMAN_1990 = valid('4020190000001');

let form: FormState<Fields>;
function New({ documents = [] as object[] }) {
  const t = useText('directories/client');
  form = useForm<Fields>({
    draft: null,
    initial: { ...emptyValues(client as never), documents: documents as never },
    onSave: vi.fn(),
  });
  return (
    <Form form={form}>
      {CLIENT_HOOKS.fields?.pinfl?.({ form, record: null, t })}
      {CLIENT_HOOKS.below?.documents?.({ form, record: null, t })}
    </Form>
  );
}
async function writePinfl(number: string): Promise<void> {
  const place = screen.getByLabelText(new RegExp(`^${words.fields.pinfl}`));
  await userEvent.clear(place);
  await userEvent.type(place, number);
}
const filled = () => [form.values.birth_date, form.values.gender];

describe('birth date and sex', () => {
  it('follow a PINFL that is corrected', async () => {
    render(<New />);
    await writePinfl(MAN_1985);
    expect(filled()).toEqual(['1985-06-15', 'male']);
    await writePinfl(WOMAN_1990);
    expect(filled()).toEqual(['1990-01-02', 'female']);
  });

  it('stay where the person wrote something else', async () => {
    render(<New />);
    await writePinfl(MAN_1985);
    form.set('birth_date', '1985-06-16');
    await writePinfl(WOMAN_1990);
    expect(filled()).toEqual(['1985-06-16', 'female']);
  });
});

describe('a document', () => {
  const line = (number: string, id: number | null = null) => ({ id, number, active: true });

  it('that a client has already names the client, however it is written', async () => {
    server.known.set('AD3096284', KNOWN);
    render(<New documents={[line('ad 3096284')]} />);
    const said = await screen.findByTestId('client-known');
    expect(said.textContent).toContain(KNOWN.fullname);
    expect(said.querySelector('a')?.getAttribute('href')).toContain(String(KNOWN.id));
  });

  it('that nobody has says nothing; one that is half written is not asked about', async () => {
    render(<New documents={[line('AD3096284'), line('AD309')]} />);
    await waitFor(() => expect(server.asked).toEqual(['AD3096284']));
    expect(screen.queryByTestId('client-known')).toBeNull();
  });
});

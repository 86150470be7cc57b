/** What only an office person says is not asked of a new employee by who works in a branch, and is shut with its reason after that. */
import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { branchUser } from '../../contract/directories/branchUser.ts';
import words from '../../locales/uz/directories/branchUser.json' with { type: 'json' };
import server from '../../locales/uz/server.json' with { type: 'json' };
import type { Fields } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { directoryPane } from '../../src/directory/pane.tsx';
import { emptyValues } from '../../src/directory/values.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { Form } from '../../src/ui/form/Form.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';
import type { PaneActor } from '../../src/ui/record/useRecordPane.ts';

const person = vi.hoisted(() => ({ office: false }));
vi.mock('../../src/api/queries.ts', async (original) => ({ ...(await original<object>()), useCall: () => ({}) }));
vi.mock('../../src/app/navigation.ts', () => ({ useUnsaved: () => undefined }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useAllows: () => true,
  useUser: () => person,
}));

beforeAll(() => loadTexts('kit', 'directory', 'directories/branchUser', 'machines/user', 'common'));

const pane = directoryPane(branchUser);
const SHUT = server.fields.by_office;
const KNOWN = { facts: { frozen: { organization: SHUT, office: SHUT } } } as unknown as RecordView;

async function drawn(office: boolean, record: RecordView | null) {
  person.office = office;
  const place = record === null ? 'new' : { id: 1 };
  const actor = createActor(createMachine({ context: { place } })).start() as unknown as PaneActor;
  function Drawn() {
    const { fields, rules } = pane.useParts(actor);
    const initial = emptyValues(branchUser as never);
    const form = useForm<Fields>({ draft: null, initial, rules: rules as never, onSave: () => {} });
    return <Form form={form}>{fields(form, record, {})}</Form>;
  }
  await act(async () => void render(<Drawn />));
}
const office = () => screen.queryByLabelText(new RegExp(`^${words.fields.office}`)) as HTMLInputElement | null;

it('of a new employee who works in a branch is not asked whether all branches are seen', async () => {
  await drawn(false, null);
  expect(office()).toBeNull();
  expect(screen.getByLabelText(new RegExp(`^${words.fields.organization}`))).toBeTruthy();
});

it('of a new employee an office person says whether all branches are seen', async () => {
  await drawn(true, null);
  expect(office()?.disabled).toBe(false);
});

it('of one that is there both are shown and shut', async () => {
  await drawn(false, KNOWN);
  expect(office()?.disabled).toBe(true);
  expect(screen.getAllByText(SHUT)).toHaveLength(2);
});

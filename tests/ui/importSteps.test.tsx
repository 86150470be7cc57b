/** Steps of a file that is read in, when an answer is lost or the server has gone on meanwhile (decisions 43 and 93). */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { brand } from '../../contract/directories/brand.ts';
import { importServer } from '../../contract/imports.server.ts';
import { type Import, importAdd, SLICE } from '../../contract/imports.ts';
import { bytesOf } from '../../contract/serverSide.ts';
import { useImport } from '../../src/directory/import/useImport.ts';
import { loadTexts } from '../../src/i18n/index.ts';

const figures = { received: 1, checked: 1, fresh: 1, changed: 0, same: 0, moved: 0, bad: 0, undecided: 0, taken: 0 };
const found = (status: Import['status'], version: number): Import => ({
  id: 7,
  directory: 'brand',
  status,
  version,
  file_name: 'brands.xlsx',
  rows: 1,
  created_by: { id: 1, fullname: 'A. Karimov' },
  created_at: '2026-11-30T05:00:00Z',
  written_at: null,
  written: 0,
  allowed_events: status === 'checked' ? ['import.confirm'] : [],
  refused: null,
  file_hash: 'a'.repeat(64),
  exported_at: null,
  columns: [],
  figures,
  faults: [],
  notes: [],
  changes: [],
  conflicts: [],
  reason: null,
  until: null,
  taken_back_at: null,
  taken_back_by: null,
  back: 0,
  left: [],
});

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const shown = (status: Import['status'], version: number) => () => json({ data: found(status, version) });
const lost = () => {
  throw new TypeError('Failed to fetch');
};
const refused = () =>
  json({ message: 'Hozirgi holatda boʻlmaydi.', code: 'not_allowed_now', request_id: '7f3a-91c2' }, 409);

let asked: { path: string; key: string | null; bytes: number }[] = [];
let answers: (() => Response)[] = [];
beforeEach(async () => {
  asked = [];
  await loadTexts();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^.*\/import\//, '');
    const body = await request.text();
    asked.push({ path, key: request.headers.get('Idempotency-Key'), bytes: new Blob([body]).size });
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`not expected: ${path}`);
    return answer();
  });
});

const sheet = { name: 'brand', texts: 'directories', fields: brand.spec.fields, stale: [] } as never;
async function checked(...then: (() => Response)[]) {
  answers = [shown('checked', 3), ...then];
  const hook = renderHook(() => useImport(sheet, 7, () => undefined));
  await waitFor(() => expect(hook.result.current).toMatchObject({ failure: null, found: { status: 'checked' } }), {
    timeout: 3000,
  });
  await waitFor(() => expect(hook.result.current.busy).toBe(false));
  const write = async (withoutBad = false) => {
    act(() => hook.result.current.confirm(withoutBad));
    await waitFor(() => expect(hook.result.current.busy).toBe(false));
  };
  const confirms = () => asked.filter(({ path }) => path === 'confirm/7').map(({ key }) => key);
  return { state: () => hook.result.current, write, confirms };
}

it('writes once more under the same key after a lost answer, and goes on', async () => {
  const { state, write, confirms } = await checked(lost, shown('writing', 4), shown('done', 5));
  await write();
  expect(state()).toMatchObject({ found: { status: 'checked' } });
  expect(state().failure).not.toBeNull();
  await write();
  expect(confirms()).toHaveLength(2);
  expect(confirms()[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(confirms()[1]).toBe(confirms()[0]);
  expect(state()).toMatchObject({ found: { status: 'done' }, failure: null });
});

it('asks for something else under a new key', async () => {
  const { write, confirms } = await checked(lost, shown('writing', 4), shown('done', 5));
  await write(false);
  await write(true);
  expect(confirms()[1]).not.toBe(confirms()[0]);
});

it('goes on with what the server has come to when it refuses in another state', async () => {
  const { state, write } = await checked(refused, shown('writing', 4), shown('done', 5));
  await write();
  expect(asked.map(({ path }) => path)).toEqual(['show/7', 'confirm/7', 'show/7', 'next/7']);
  expect(state()).toMatchObject({ found: { status: 'done' }, failure: null });
});

it('says why it is refused in the state that is shown, which is read again', async () => {
  const { state, write } = await checked(refused, shown('checked', 6));
  await write();
  expect(state()).toMatchObject({ found: { status: 'checked', version: 6 }, failure: 'Hozirgi holatda boʻlmaydi.' });
});

it('sends a file on under its key after lost answers, from the first row that the server may not have', async () => {
  const file = {
    hash: 'a'.repeat(64),
    exportedAt: null,
    columns: [{ title: 'Nomi', part: 'name' }],
    rows: Array.from({ length: SLICE + 1 }, (_, at) => ({ row: at + 2, key: null, cells: ['Artel'] })),
  } as unknown as Parameters<ReturnType<typeof useImport>['begin']>[0];
  const taken = () => json({ data: { received: 1 } });
  answers = [lost];
  const begun: number[] = [];
  const hook = renderHook(() => useImport(sheet, null, (id) => begun.push(id)));
  await act(() => hook.result.current.begin(file, 'brands.xlsx'));
  expect(hook.result.current).toMatchObject({ found: null, busy: false });
  expect(hook.result.current.failure).not.toBeNull();

  const again = async (...then: (() => Response)[]) => {
    answers = then;
    act(() => hook.result.current.retry());
    await waitFor(() => expect(hook.result.current.busy).toBe(false));
  };
  // the first rows arrive, the answer to the last one does not
  await again(shown('read', 1), taken, lost);
  expect(begun).toEqual([]);
  await again(shown('read', 1), taken, shown('checked', 3));
  expect(hook.result.current).toMatchObject({ found: { status: 'checked' }, failure: null });
  expect(begun).toEqual([7]);
  const paths = asked.map(({ path }) => path);
  expect(paths).toEqual(['create', 'create', 'add/7', 'add/7', 'create', 'add/7', 'check/7']);
  const [first, ...others] = asked.filter(({ path }) => path === 'create').map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([first, first]);
});

it('sends fewer rows at once where their texts are long', async () => {
  const cells = Array.from({ length: 7 }, () => '“Ж”'.repeat(10_922));
  const file = {
    hash: 'a'.repeat(64),
    exportedAt: null,
    columns: [{ title: 'Nomi', part: 'name' }],
    rows: Array.from({ length: 10 }, (_, at) => ({ row: at + 2, key: null, cells })),
  } as unknown as Parameters<ReturnType<typeof useImport>['begin']>[0];
  const taken = () => json({ data: { received: 1 } });
  answers = [shown('read', 1), taken, taken, taken, taken, shown('checked', 3)];
  const hook = renderHook(() => useImport(sheet, null, () => undefined));
  await act(() => hook.result.current.begin(file, 'brands.xlsx'));
  expect(hook.result.current).toMatchObject({ found: { status: 'checked' }, failure: null });
  const sent = asked.filter(({ path }) => path === 'add/7').map(({ bytes }) => bytes);
  expect(sent).toHaveLength(4);
  expect(Math.max(...sent)).toBeLessThan(bytesOf({ ...importAdd, ...importServer.importAdd }));
});

it('a file that was given up is not sent on, though the answer to that was lost', async () => {
  const file = {
    hash: 'a'.repeat(64),
    exportedAt: null,
    columns: [{ title: 'Nomi', part: 'name' }],
    rows: [{ row: 2, key: null, cells: ['Artel'] }],
  } as unknown as Parameters<ReturnType<typeof useImport>['begin']>[0];
  answers = [shown('read', 1), lost];
  const hook = renderHook(() => useImport(sheet, null, () => undefined));
  await act(() => hook.result.current.begin(file, 'brands.xlsx'));
  const rests = () => waitFor(() => expect(hook.result.current.busy).toBe(false));
  answers = [lost];
  act(() => hook.result.current.stop());
  await rests();
  answers = [shown('stopped', 2)];
  act(() => hook.result.current.retry());
  await rests();
  expect(asked.map(({ path }) => path)).toEqual(['create', 'add/7', 'stop/7', 'show/7']);
  expect(hook.result.current).toMatchObject({ found: { status: 'stopped' }, failure: null });
});

/** What narrows a list, in words: an address has only the id of a record, which no row and no list may have shown. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { choicesQuery } from '../../contract/directory/choices.server.ts';
import { choices } from '../../contract/directory/out.ts';
import { queryClient, useCall } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { type RemoteSource, remoteSource } from '../../src/ui/form/remote.ts';
import { wholeSource } from '../../src/ui/form/wholeSource.ts';
import { ListPage } from '../../src/ui/list/ListPage.tsx';
import { PrintList } from '../../src/ui/list/PrintList.tsx';
import { useRows } from '../../src/ui/list/useList.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 1, fullname: 'Dilnoza Karimova', rules: {} }),
}));

const positionGetAll = defineCall({
  id: 'testPositionGetAll',
  service: 'cash',
  method: 'GET',
  path: '/position/get_all',
  rule: 'signedIn',
  origin: 'extension',
  query: z.object(choicesQuery),
  response: choices,
  summary: 'Choices of these tests.',
});
const option = (one: { id: number; title: string }) => one;

const TITLES: Readonly<Record<number, string>> = { 1: 'Direktor', 2: 'Omborchi' };
let asked: Record<string, string>[] = [];
/** The server answers once this is called. */
let answer: () => void = () => {};
let answered: Promise<void> = Promise.resolve();
let status = 200;

interface Person {
  id: number;
  name: string;
  position: { id: number; title: string };
}
let rows: Person[] = [];

function People({ of, paper = false }: { of: RemoteSource; paper?: boolean }) {
  const list = useRows<Person>({
    name: 'people',
    rows,
    filters: [
      {
        ...{ kind: 'remote', key: 'position_id', label: 'Lavozim', empty: 'Har qanday', of },
        named: (all, id) => all.find(({ position }) => position.id === id)?.position.title,
      },
    ],
    columns: [{ key: 'name', title: 'Ismi', value: ({ name }) => name }],
  });
  return (
    <>
      <ListPage list={list} title="Xodimlar" words={{ nothing: 'Hali yoʻq', nothingText: 'Qoʻshing.' }} />
      {paper && <PrintList list={list} title="Xodimlar" rows={rows} cut={false} />}
    </>
  );
}

function open(of: RemoteSource, position: number, paper = false) {
  window.history.replaceState(null, '', `/people?position_id=${position}`);
  render(
    <QueryClientProvider client={queryClient}>
      <People of={of} paper={paper} />
    </QueryClientProvider>,
  );
}

const line = () => within(screen.getByTestId('list-narrowing')).getByRole('listitem').textContent;
const control = () => screen.getByRole('button', { name: 'Lavozim' }).textContent;

beforeAll(() => loadTexts('kit', 'common'));
beforeEach(() => {
  cleanup();
  [asked, rows, status] = [[], [], 200];
  answered = Promise.resolve();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { searchParams } = new URL(new Request(input, init).url);
    asked.push(Object.fromEntries(searchParams));
    await answered;
    const id = searchParams.get('id');
    const data = Object.entries(TITLES).flatMap(([one, title]) =>
      id === null || id === one ? [{ id: Number(one), title }] : [],
    );
    const body = status === 200 ? { data, meta: { current_page: 1, total: null, per_page: 15, next: null } } : {};
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
});

it('is asked for once by the id, and stands in the line, in the control and on paper', async () => {
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  open(remoteSource(positionGetAll, option), 2, true);
  // no id flashes before the words
  expect([line(), control()]).toEqual(['Lavozim: …', '…']);
  answer();
  await waitFor(() => expect(line()).toBe('Lavozim: Omborchi'));
  expect(control()).toBe('Omborchi');
  expect(within(screen.getByTestId('print-list')).getAllByRole('definition')[0]?.textContent).toBe('Omborchi');
  expect(asked).toEqual([{ id: '2', part: 'rows' }]);
});

it('is the number of a record that is gone, that the person may not see, or that could not be asked for', async () => {
  open(remoteSource(positionGetAll, option), 7);
  await waitFor(() => expect(line()).toBe('Lavozim: Lavozim № 7'));
  cleanup();
  status = 403;
  open(remoteSource(positionGetAll, option), 2);
  await waitFor(() => expect(control()).toBe('Lavozim № 2'));
});

it('is not asked for where a row or a list has shown it', () => {
  rows = [{ id: 1, name: 'Aziz', position: { id: 2, title: 'Omborchi' } }];
  open(remoteSource(positionGetAll, option), 2);
  expect(line()).toBe('Lavozim: Omborchi');
  cleanup();
  rows = [];
  const of = remoteSource(positionGetAll, option);
  of.learn({ id: 3, title: 'Sotuvchi' });
  open(of, 3);
  expect(line()).toBe('Lavozim: Sotuvchi');
  expect(asked).toEqual([]);
});

it('comes from a list that is given whole too', async () => {
  const read = (enabled: boolean) => useCall(positionGetAll, {}, { enabled });
  const whole = wholeSource(read, ({ data }) => data);
  open(whole, 1);
  expect(line()).toBe('Lavozim: …');
  await waitFor(() => expect([line(), control()]).toEqual(['Lavozim: Direktor', 'Direktor']));
  expect(asked).toHaveLength(1);
  cleanup();
  open(whole, 7);
  await waitFor(() => expect(line()).toBe('Lavozim: Lavozim № 7'));
});

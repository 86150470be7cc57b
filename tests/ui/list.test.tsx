/** The list kit on a call of its own: its address, what it remembers, Excel read back, and each kind of emptiness. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import readSheet from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { listOf, pageQuery } from '../../contract/common.ts';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { fileName } from '../../src/ui/list/excel.ts';
import { ListPage } from '../../src/ui/list/ListPage.tsx';
import { type List, useList, useRows } from '../../src/ui/list/useList.ts';
import { gather, ListMoved } from '../../src/ui/list/whole.ts';
import { toastHistory } from '../../src/ui/toasts.ts';

const saved = vi.hoisted(() => ({ files: [] as { blob: Blob; name: string }[] }));
vi.mock('../../src/ui/saveBlob.ts', () => ({
  saveBlob: (blob: Blob, name: string) => void saved.files.push({ blob, name }),
}));

const partnerIndex = defineCall({
  id: 'testPartnerIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/index',
  rule: 'signedIn',
  origin: 'extension',
  query: z.object({
    ...pageQuery,
    search: z.optional(z.string()),
    status: z.optional(z.enum(['open', 'closed'])),
    date: z.optional(z.string()),
    sort: z.optional(z.string()),
  }),
  response: listOf(
    z.object({
      id: z.int(),
      title: z.string(),
      tin: z.string(),
      debt: z.nullable(z.number()),
      currency: z.string(),
      since: z.string(),
      seen: z.string(),
      status: z.enum(['open', 'closed']),
    }),
  ),
  summary: 'A list of these tests.',
});
type Partner = {
  id: number;
  title: string;
  tin: string;
  debt: number | null;
  currency: string;
  since: string;
  seen: string;
  status: 'open' | 'closed';
};

const all: Partner[] = Array.from({ length: 230 }, (_, index) => ({
  id: index + 1,
  title: `Hamkor ${index + 1}`,
  tin: `00${300_000_000 + index}`.slice(-9),
  debt: index === 4 ? null : index === 5 ? 0 : index % 2 === 0 ? 12_450_000 + index : -(index + 0.25),
  currency: index % 2 === 0 ? 'UZS' : 'USD',
  since: '2026-11-21',
  seen: '2026-11-20T20:30:00Z',
  status: index % 10 === 0 ? 'closed' : 'open',
}));

/** What rows were asked for; counts and sums are asked apart. */
let asked: URL[] = [];
let figuresAsked: Record<string, string>[] = [];
/** What the server answers of a part that is not rows. */
let figures: ((part: string) => Promise<object> | object) | undefined;
/** The server does not count, and gives keys: `null` ends the list. */
let keys: { next: string | null; previous: string | null } | undefined;
/** What the server answers instead of its page. */
let instead: ((url: URL) => Response | Promise<Response | undefined> | undefined) | undefined;
let rowsOnServer: Partner[] = all;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const refusal = json.bind(null, 500, { message: 'Server band', code: 'internal', request_id: '7f3a-91c2' });

function answer(url: URL): Response {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 15);
  const status = url.searchParams.get('status');
  const found = rowsOnServer.filter((row) => status === null || row.status === status);
  const data = found.slice((page - 1) * size, page * size);
  const total = keys === undefined ? found.length : null;
  return json(200, { data, meta: { current_page: page, total, per_page: size, ...keys } });
}

const columns = [
  { key: 'title', title: 'Nomi', value: (row: Partner) => row.title, sort: true as const },
  { key: 'tin', title: 'STIR', kind: 'code' as const, value: (row: Partner) => row.tin },
  {
    key: 'debt',
    title: 'Qarz',
    kind: 'sum' as const,
    signed: true,
    currency: (row: Partner) => row.currency,
    value: (row: Partner) => row.debt,
    sort: 'debt_sum',
  },
  { key: 'since', title: 'Sana', kind: 'date' as const, value: (row: Partner) => row.since },
  { key: 'seen', title: 'Koʻrilgan', kind: 'moment' as const, value: (row: Partner) => row.seen, sort: 'seen_at' },
  { key: 'status', title: 'Holati', kind: 'state' as const, hidden: true, value: (row: Partner) => row.status },
];

function Page({ extra = false }: { extra?: boolean }) {
  const list = useList({
    name: 'partners',
    call: partnerIndex,
    sort: '-seen',
    href: (row) => `/partners/${row.id}`,
    filters: [
      { kind: 'search', key: 'search', label: 'Nomi boʻyicha' },
      {
        kind: 'chips',
        key: 'status',
        label: 'Holati',
        options: ['open', 'closed'],
        items: () => [
          { key: 'all', title: 'Hammasi' },
          { key: 'open', title: 'Ochiq' },
          { key: 'closed', title: 'Yopiq' },
        ],
      },
      { kind: 'period', key: 'date', label: 'Sana' },
    ],
    columns: extra ? [...columns, { key: 'id', title: 'Raqami', value: (row: Partner) => row.id }] : columns,
  });
  return <ListPage list={list} title="Hamkorlar" words={{ nothing: 'Hali hamkor yoʻq', nothingText: 'Qoʻshing.' }} />;
}

function open(address: string, page = <Page />) {
  window.history.replaceState(null, '', address);
  return render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

const lastAsked = () => Object.fromEntries(asked.at(-1)?.searchParams ?? []);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const bodyRows = () => screen.getAllByRole('row').slice(1);
const rowsAre = (count: number) => waitFor(() => expect(bodyRows()).toHaveLength(count));

beforeAll(() => loadTexts('kit'));
beforeEach(() => {
  asked = [];
  figuresAsked = [];
  figures = undefined;
  keys = undefined;
  saved.files = [];
  instead = undefined;
  rowsOnServer = all;
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  toastHistory.clear();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { url, signal } = new Request(input, init);
    const at = new URL(url);
    const part = at.searchParams.get('part') ?? '';
    if (part !== 'rows') {
      figuresAsked.push(Object.fromEntries(at.searchParams));
      return json(200, { data: [], meta: { current_page: 1, total: null, per_page: 15, ...(await figures?.(part)) } });
    }
    at.searchParams.delete('part');
    asked.push(at);
    const other = await instead?.(at);
    if (signal.aborted) throw new DOMException('', 'AbortError');
    return other ?? answer(at);
  });
});

describe('the address of a list', () => {
  it('requests its filters by the server’s own names', async () => {
    open('/partners?sort=-debt&page=2&per_page=50&status=open&search=%20ha%20&date=2026-11-01,2026-11-30');
    await rowsAre(50);
    expect(lastAsked()).toEqual({
      sort: '-debt_sum',
      page: '2',
      per_page: '50',
      status: 'open',
      search: 'ha',
      date: '2026-11-01,2026-11-30',
    });
    expect(screen.getByRole('columnheader', { name: 'Qarz' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('button', { name: 'Ochiq' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('button', { name: /noyabr/ })).toBeTruthy();
  });

  it('may hold nonsense, which is not sent to the server', async () => {
    open('/partners?sort=tin&page=0&per_page=7&status=broken&date=2026-13-45');
    await rowsAre(15);
    expect(lastAsked()).toEqual({ page: '1', sort: '-seen_at' });
    expect(screen.getByRole('columnheader', { name: 'Koʻrilgan' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('follows the hand and comes back', async () => {
    const user = userEvent.setup();
    open('/partners');
    await rowsAre(15);
    await user.click(screen.getByRole('button', { name: 'Ochiq' }));
    await user.click(screen.getByRole('button', { name: '3-sahifa' }));
    expect(window.location.search).toBe('?status=open&page=3');
    // words ascending, then descending, then the list's own order; each from the first page
    await user.click(screen.getByRole('button', { name: 'Nomi' }));
    expect(window.location.search).toBe('?status=open&sort=title');
    await user.click(screen.getByRole('button', { name: 'Nomi' }));
    expect(window.location.search).toBe('?status=open&sort=-title');
    const there = window.location.search;
    await user.click(screen.getByRole('button', { name: 'Nomi' }));
    expect(window.location.search).toBe('?status=open');
    // figures from the greatest; the list's own order has no third choice
    await user.click(screen.getByRole('button', { name: 'Qarz' }));
    expect(window.location.search).toBe('?status=open&sort=-debt');
    await user.click(screen.getByRole('button', { name: 'Koʻrilgan' }));
    expect(window.location.search).toBe('?status=open');
    await user.click(screen.getByRole('button', { name: 'Koʻrilgan' }));
    expect(window.location.search).toBe('?status=open&sort=seen');
    expect(screen.queryByRole('button', { name: 'STIR' })).toBeNull();
    cleanup();
    open(`/partners${there}`);
    await rowsAre(15);
    expect(lastAsked()).toEqual({ sort: '-title', page: '1', status: 'open' });
  });

  it('searches once the hand rests', async () => {
    const user = userEvent.setup();
    open('/partners?page=4');
    await rowsAre(15);
    await user.type(screen.getByRole('searchbox'), 'Artel');
    expect(window.location.search).toBe('?page=4');
    await waitFor(() => expect(window.location.search).toBe('?search=Artel'));
    await waitFor(() => expect(lastAsked()).toEqual({ page: '1', search: 'Artel', sort: '-seen_at' }));
  });

  it('gives up a page that is not there any more', async () => {
    open('/partners?page=99');
    await waitFor(() => expect(window.location.search).toBe('?page=16'));
    await rowsAre(5);
  });
});

describe('counts and sums', () => {
  const foot = () => document.querySelector('.page-foot > .num')?.textContent;

  it('are asked by the filter alone, and rows do not wait for them', async () => {
    const user = userEvent.setup();
    figures = () => new Promise(() => {});
    keys = { next: 'k1', previous: null };
    open('/partners?status=open&sort=title&page=2');
    await rowsAre(15);
    await waitFor(() => expect(figuresAsked).toEqual([{ status: 'open', part: 'counts' }]));
    expect(foot()).toBe('16–30 / …');
    await user.click(screen.getByRole('button', { name: 'Keyingi sahifa' }));
    expect(window.location.search).toBe('?status=open&sort=title&page=3');
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('page')).toBe('3'));
    expect(figuresAsked).toHaveLength(1);
  });

  it('beyond 10 000 are exact by a press', async () => {
    const user = userEvent.setup();
    keys = { next: 'k1', previous: null };
    figures = (part) => (part === 'exact' ? { total: 123_456 } : { more: true });
    open('/partners');
    await rowsAre(15);
    const exact = await screen.findByRole('button', { name: 'Aniq sanash' });
    expect(foot()).toContain('1–15 / 10\u202f000 dan koʻp');
    expect(figuresAsked.map(({ part }) => part)).toEqual(['counts']);
    await user.click(exact);
    await waitFor(() => expect(foot()).toBe('1–15 / 123\u202f456'));
    expect(screen.queryByRole('button', { name: 'Aniq sanash' })).toBeNull();
    // pages are numbered as far as is counted unasked
    expect(screen.getByRole('button', { name: '667-sahifa' })).toBeTruthy();
  });

  it('that take too long show an error', async () => {
    const user = userEvent.setup();
    keys = { next: 'k1', previous: null };
    figures = () => ({ more: true });
    open('/partners');
    await user.click(await screen.findByRole('button', { name: 'Aniq sanash' }));
    expect(await screen.findByText('Juda koʻp: sanab ulgurilmadi.')).toBeTruthy();
  });
});

describe('further than pages are numbered', () => {
  it('the pages beside are found by the key in the address', async () => {
    const user = userEvent.setup();
    keys = { next: 'after-15', previous: 'before-1' };
    figures = () => ({ more: true });
    open('/partners?page=667');
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Keyingi sahifa' }));
    await waitFor(() => expect(window.location.search).toBe('?after=after-15'));
    await waitFor(() => expect(lastAsked()).toEqual({ sort: '-seen_at', after: 'after-15' }));
    await user.click(screen.getByRole('button', { name: 'Oldingi sahifa' }));
    await waitFor(() => expect(window.location.search).toBe('?before=before-1'));
    await waitFor(() => expect(lastAsked()).toEqual({ sort: '-seen_at', before: 'before-1' }));
    await user.click(screen.getByRole('button', { name: '1-sahifa' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });
});

describe('what narrows a list', () => {
  it('is listed in words, each with a button that removes it', async () => {
    const user = userEvent.setup();
    open('/partners?status=open&search=hamkor&page=2');
    await rowsAre(15);
    const words = () =>
      within(screen.getByRole('list', { name: 'Roʻyxat qisqartirilgan' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(words()).toEqual(['Nomi boʻyicha: hamkor', 'Holati: Ochiq']);
    const remove = (words: string) => screen.getByRole('button', { description: words });
    await user.click(remove('Holati: Ochiq'));
    expect(window.location.search).toBe('?search=hamkor');
    expect(words()).toEqual(['Nomi boʻyicha: hamkor']);
    await user.click(remove('Nomi boʻyicha: hamkor'));
    expect(screen.queryByTestId('list-narrowing')).toBeNull();
  });
});

describe('what a person likes', () => {
  const size = () => screen.getByLabelText('Sahifadagi qatorlar soni') as HTMLSelectElement;

  it('is a page of 15, and then the size chosen, in every list', async () => {
    const user = userEvent.setup();
    open('/partners?page=3');
    await rowsAre(15);
    await user.selectOptions(size(), '30');
    // row 31 was the first in sight and stays in sight
    expect(window.location.search).toBe('?page=2&per_page=30');
    await rowsAre(30);
    cleanup();
    open('/partners');
    await rowsAre(30);
    expect(size().value).toBe('30');
    await user.click(screen.getByRole('button', { name: '2-sahifa' }));
    // a link to a further page means the same to everybody
    expect(window.location.search).toBe('?page=2&per_page=30');
    cleanup();
    open('/partners?page=2');
    await rowsAre(15);
  });

  it('is the columns chosen, of this list alone, and a column that comes later appears', async () => {
    const user = userEvent.setup();
    open('/partners');
    await rowsAre(15);
    expect(heads()).toEqual(['Nomi', 'STIR', 'Qarz', 'Sana', 'Koʻrilgan']);
    await user.click(screen.getByRole('button', { name: 'Ustunlar' }));
    await user.click(await screen.findByRole('checkbox', { name: 'STIR' }));
    expect(screen.queryByRole('checkbox', { name: 'Nomi' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Holati' }));
    expect(heads()).toEqual(['Nomi', 'Qarz', 'Sana', 'Koʻrilgan', 'Holati']);
    cleanup();
    open('/partners', <Page extra />);
    await rowsAre(15);
    expect(heads()).toEqual(['Nomi', 'Qarz', 'Sana', 'Koʻrilgan', 'Holati', 'Raqami']);
    await user.click(screen.getByRole('button', { name: 'Ustunlar' }));
    await user.click(await screen.findByRole('button', { name: 'Boshlangʻich holat' }));
    expect(heads()).toEqual(['Nomi', 'STIR', 'Qarz', 'Sana', 'Koʻrilgan', 'Raqami']);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('list-columns'))).toEqual([]);
  });

  it('may be broken in the storage', async () => {
    localStorage.setItem('list-page-size:0', '7');
    localStorage.setItem('list-columns:partners:0', '{"tin":"no"');
    open('/partners');
    await rowsAre(15);
    expect(heads()).toHaveLength(5);
  });
});

describe('cells', () => {
  it('write figures, days and what is not there as everywhere', async () => {
    open('/partners');
    await rowsAre(15);
    const cells = (row: number) =>
      within(bodyRows()[row] as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(0)).toEqual(['300000000', '+12\u202f450\u202f000soʻm', '21.11.2026', '21.11 01:30']);
    expect(cells(1)[1]).toBe('−1,25USD');
    expect(cells(4)[1]).toBe('—');
    expect(screen.getByRole('link', { name: 'Hamkor 1' }).getAttribute('href')).toBe('/partners/1');
  });
});

describe('Excel', () => {
  async function sheet() {
    await waitFor(() => expect(saved.files).toHaveLength(1));
    const [file] = saved.files as [{ blob: Blob; name: string }];
    const bytes = await new Promise<ArrayBuffer>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(file.blob);
    });
    return { name: file.name, sheets: await readSheet(Buffer.from(bytes)) };
  }

  it('holds the whole filtered list and every column, numbers as numbers, days as days', async () => {
    const user = userEvent.setup();
    open('/partners?sort=title&page=2');
    await rowsAre(15);
    asked = [];
    await user.click(screen.getByTestId('list-excel'));
    const { name, sheets } = await sheet();
    const data = (sheets[0] as { data: unknown[][] }).data;
    expect(name).toBe(fileName('Hamkorlar'));
    expect(name).toMatch(/^Hamkorlar \d{4}-\d\d-\d\d\.xlsx$/);
    expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual(
      ['1', '2', '3'].map((page) => ({ page, per_page: '100', sort: 'title' })),
    );
    expect(data).toHaveLength(231);
    expect(data[0]).toEqual(['Nomi', 'STIR', 'Qarz', 'Sana', 'Koʻrilgan', 'Holati']);
    for (const [index, row] of all.entries()) {
      expect(data[index + 1]).toEqual([
        row.title,
        row.tin,
        row.debt,
        new Date('2026-11-21T00:00:00Z'),
        // the clock of Tashkent, as Excel shows it
        new Date('2026-11-21T01:30:00Z'),
        row.status,
      ]);
    }
    // the buttons are back
    expect(screen.getByTestId('list-excel')).toBeTruthy();
  });

  it('is stopped by hand, and then nothing is saved and no message is shown', async () => {
    const user = userEvent.setup();
    open('/partners');
    await rowsAre(15);
    let go: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    instead = async (url) => {
      if (url.searchParams.get('page') === '2') await held;
      return undefined;
    };
    await user.click(screen.getByTestId('list-excel'));
    await screen.findByText('100', { selector: 'b' });
    await user.click(screen.getByTestId('list-stop'));
    go();
    await screen.findByTestId('list-excel');
    expect(saved.files).toEqual([]);
    expect(toastHistory.get()).toEqual([]);
  });

  it('is not saved in part when a page fails', async () => {
    const user = userEvent.setup();
    open('/partners');
    await rowsAre(15);
    instead = (url) => (url.searchParams.get('page') === '3' ? refusal() : undefined);
    await user.click(screen.getByTestId('list-excel'));
    await waitFor(() => expect(toastHistory.get()).toHaveLength(1));
    expect(toastHistory.get()[0]).toMatchObject({ tone: 'error', text: 'Server band', requestId: '7f3a-91c2' });
    expect(saved.files).toEqual([]);
  });

  it('is not saved with a text that no cell holds: the column and the row are named', async () => {
    const user = userEvent.setup();
    rowsOnServer = all.map((row) => (row.id === 200 ? { ...row, tin: '1'.repeat(32_768) } : row));
    open('/partners');
    await rowsAre(15);
    await user.click(screen.getByTestId('list-excel'));
    await waitFor(() => expect(toastHistory.get()).toHaveLength(1));
    expect(toastHistory.get()[0]).toMatchObject({
      tone: 'error',
      title: 'Excel fayli tayyorlanmadi',
      text: expect.stringMatching(/“Hamkor 200” yozuvining “STIR” ustuni .* 32\s767 tagacha/),
    });
    expect(saved.files).toEqual([]);
  });
});

describe('the whole of a list', () => {
  const page = (rows: number[], total: number) => ({
    data: rows.map((id) => ({ id })),
    meta: { current_page: 1, total, per_page: 2 },
  });
  const gathered = (answers: ReturnType<typeof page>[]) =>
    gather({
      readPage: async () => answers.shift() ?? page([], 0),
      keyOf: (row) => row.id,
      onProgress: () => {},
      signal: new AbortController().signal,
    });

  it('is read again when a row slips to another page meanwhile', async () => {
    const slipped = [page([1, 2], 3), page([2], 3)];
    const { rows } = await gathered([...slipped, page([4, 1], 4), page([2, 3], 4)]);
    expect(rows.map(({ id }) => id)).toEqual([4, 1, 2, 3]);
  });

  it('is given up when the list keeps changing', async () => {
    await expect(gathered([page([1, 2], 3), page([2], 3), page([1, 2], 3), page([2], 3)])).rejects.toBeInstanceOf(
      ListMoved,
    );
  });
});

describe('a list with keys', () => {
  const of = (rows: number[], next: string | null) => ({
    data: rows.map((id) => ({ id })),
    meta: { current_page: 1, total: null, per_page: 2, next },
  });
  const places: object[] = [];
  const gathered = (answers: ReturnType<typeof of>[], limit?: number) =>
    gather({
      readPage: async (place) => {
        places.push(place);
        return answers.shift() ?? of([], null);
      },
      keyOf: (row) => row.id,
      onProgress: () => {},
      signal: new AbortController().signal,
      ...(limit !== undefined && { limit }),
    });

  it('is gathered from key to key', async () => {
    const { rows, cut } = await gathered([of([1, 2], 'a'), of([3, 4], 'b'), of([5], null)]);
    expect([rows.map(({ id }) => id), cut]).toEqual([[1, 2, 3, 4, 5], false]);
    expect(places).toEqual([{ page: 1 }, { after: 'a' }, { after: 'b' }]);
  });

  it('reports that it was cut', async () => {
    const { rows, cut } = await gathered([of([1, 2], 'a'), of([3, 4], 'b')], 3);
    expect([rows.map(({ id }) => id), cut]).toEqual([[1, 2, 3], true]);
  });
});

describe('a list without rows', () => {
  it('is loading', () => {
    instead = () => new Promise(() => {});
    const { container } = open('/partners');
    expect(container.querySelectorAll('.skeleton-row')).toHaveLength(15);
    expect(screen.queryByText('Hali hamkor yoʻq')).toBeNull();
    expect(screen.getByTestId('list-excel').hasAttribute('disabled')).toBe(true);
  });

  it('has nothing yet', async () => {
    rowsOnServer = [];
    open('/partners');
    expect(await screen.findByText('Hali hamkor yoʻq')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Saralashni tozalash' })).toBeNull();
  });

  it('has found nothing, and the filters are cleared with a press', async () => {
    const user = userEvent.setup();
    rowsOnServer = all.filter((row) => row.status === 'open');
    open('/partners?status=closed&search=x&sort=title');
    await user.click(await screen.findByRole('button', { name: 'Saralashni tozalash' }));
    expect(window.location.search).toBe('?sort=title');
    await rowsAre(15);
  });

  it('has failed: words, request id, another try', async () => {
    const user = userEvent.setup();
    instead = () => refusal();
    open('/partners');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Server band');
    expect(alert.textContent).toContain('7f3a-91c2');
    instead = undefined;
    await user.click(within(alert).getByRole('button', { name: 'Qayta urinish' }));
    await rowsAre(15);
  });

  it('keeps the rows before, paler, while others come; with an error when a refetch fails', async () => {
    const user = userEvent.setup();
    const { container } = open('/partners');
    await rowsAre(15);
    instead = () => new Promise(() => {});
    await user.click(screen.getByRole('button', { name: '2-sahifa' }));
    expect(container.querySelector('tbody.stale')?.children).toHaveLength(15);
    instead = undefined;
    cleanup();
    open('/partners');
    await rowsAre(15);
    instead = () => refusal();
    await queryClient.refetchQueries();
    expect(await screen.findByText(/Roʻyxat yangilanmadi/)).toBeTruthy();
    expect(bodyRows()).toHaveLength(15);
    instead = undefined;
    await user.click(screen.getByRole('button', { name: 'Qayta urinish' }));
    await waitFor(() => expect(screen.queryByText(/Roʻyxat yangilanmadi/)).toBeNull());
  });
});

describe('a list that is here whole', () => {
  const words = ['Shahar', 'Gʻijduvon', 'Andijon', 'Oʻzbekiston', 'Olmaliq', 'Zomin', 'Chirchiq', 'Sirdaryo'];
  const rows = words.map((title, index) => ({ id: index, title, sum: index === 3 ? null : (index * 37) % 11 }));
  let list: List<(typeof rows)[number], readonly (typeof rows)[number][]>;
  function Whole() {
    list = useRows({
      name: 'towns',
      rows,
      columns: [
        { key: 'title', title: 'Shahar', value: (row) => row.title },
        { key: 'sum', title: 'Soni', kind: 'number', value: (row) => row.sum },
      ],
      filters: [{ kind: 'search', key: 'search', label: 'Qidirish' }],
      test: (row, _, written) => row.title.toLowerCase().includes(written.toLowerCase()),
    });
    return <ListPage list={list} title="Shaharlar" words={{ nothing: 'Yoʻq', nothingText: '' }} />;
  }
  const titles = () => list.rows.map(({ title }) => title);

  it('is sorted by our alphabet and by figures, what has none last', async () => {
    open('/towns?sort=title', <Whole />);
    expect(titles()).toEqual([
      'Andijon',
      'Olmaliq',
      'Sirdaryo',
      'Zomin',
      'Oʻzbekiston',
      'Gʻijduvon',
      'Shahar',
      'Chirchiq',
    ]);
    cleanup();
    for (const sort of ['sum', '-sum']) {
      open(`/towns?sort=${sort}`, <Whole />);
      const sums = list.rows.map(({ sum }) => sum);
      expect(sums.at(-1)).toBeNull();
      const figures = sums.slice(0, -1) as number[];
      expect(figures).toEqual([...figures].sort((one, other) => (sort === 'sum' ? one - other : other - one)));
      cleanup();
    }
  });

  it('is narrowed and cut into pages here', async () => {
    localStorage.setItem('list-page-size:0', '30');
    open('/towns?search=iR', <Whole />);
    expect(titles()).toEqual(['Chirchiq', 'Sirdaryo']);
    expect(list.total).toBe(2);
    expect((await list.whole(() => {}, new AbortController().signal)).rows).toHaveLength(2);
    expect(list.narrowed).toBe(true);
  });
});

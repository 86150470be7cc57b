/** A saved view of which the list has lost a part: it opens without that, says so, and the address keeps what holds. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { ListPage } from '../../src/ui/list/ListPage.tsx';
import { useRows } from '../../src/ui/list/useList.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useAllows: () => false,
}));

interface Row {
  id: number;
  title: string;
  status: string;
}
const rows: Row[] = [
  { id: 1, title: 'Anor', status: 'open' },
  { id: 2, title: 'Behi', status: 'closed' },
];

function Page({ cost = false }: { cost?: boolean }) {
  const list = useRows<Row, 'status'>({
    name: 'fruit',
    rows,
    test: (row, _, written) => row.status === written,
    filters: [
      {
        ...{ kind: 'select', key: 'status', label: 'Holati', empty: 'Hammasi' },
        options: [
          { value: 'open', title: 'Ochiq' },
          { value: 'closed', title: 'Yopiq' },
        ],
      },
    ],
    columns: [
      { key: 'title', title: 'Nomi', value: (row) => row.title },
      { key: 'status', title: 'Holati', hidden: true, value: (row) => row.status },
      ...(cost ? [{ key: 'cost', title: 'Tannarx', value: () => 5 }] : []),
    ],
  });
  return <ListPage list={list} title="Mevalar" words={{ nothing: 'Yoʻq', nothingText: 'Yoʻq' }} />;
}

const view = { id: 5, name: 'Ochiqlar', columns: {}, shared: false, own: true, author: 'Karimov', version: 1 };
let kept: object[] = [];
let sent: { method: string; body: unknown }[] = [];
beforeEach(async () => {
  await Promise.all([loadTexts('kit'), loadTexts('listViews')]);
  cleanup();
  localStorage.clear();
  queryClient.clear();
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method !== 'GET') sent.push({ method: request.method, body: await request.json() });
    const body = request.method === 'GET' ? { data: kept } : { message: 'Saqlandi' };
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  });
});

function open(address: string) {
  window.history.replaceState(null, '', address);
  return render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
}
const said = () => screen.queryByText(/Ochiqlar.*qismlarsiz/)?.textContent;

it.each([
  ['a filter that the list has not', { address: 'status=open&nosuch=5' }, 'filtr', '?status=open&saved=5'],
  ['a value that the filter has not', { address: 'status=gone' }, 'filtr', '?saved=5'],
  ['an order by what is no column', { address: 'status=open&sort=-gone' }, 'tartib', '?status=open&saved=5'],
  ['a column', { address: 'status=open', columns: { status: true, gone: true } }, 'ustun', '?status=open&saved=5'],
  ['all of them', { address: 'nosuch=5&sort=gone', columns: { gone: true } }, 'filtr, tartib, ustun', '?saved=5'],
])('has lost %s', async (_, lost, words, address) => {
  kept = [{ ...view, ...lost }];
  open('/');
  const user = userEvent.setup();
  await user.click(screen.getByTestId('list-views'));
  await user.click(await screen.findByRole('button', { name: 'Ochiqlar' }));
  await waitFor(() =>
    expect(said()).toBe(`«Ochiqlar»: endi yoʻq yoki sizga ochiq boʻlmagan qismlarsiz ochildi: ${words}.`),
  );
  expect(window.location.search).toBe(address);
  expect(localStorage.getItem('list-columns:fruit:0') ?? '').not.toContain('gone');
});

it('says it of a sent link too, whose address then keeps what holds, and is kept without the part when asked', async () => {
  kept = [{ ...view, address: 'status=open&sort=-gone' }];
  open('/?status=open&sort=-gone&saved=5');
  await waitFor(() => expect(said()).toContain('tartib'));
  await waitFor(() => expect(window.location.search).toBe('?status=open&saved=5'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Saqlash' }));
  const columns = { title: true, status: false };
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', body: { address: 'status=open', columns } }]));
});

it('takes a filter that the list has not out of a sent link', async () => {
  kept = [{ ...view, address: 'status=open&nosuch=5' }];
  open('/?status=open&nosuch=5&page=1&saved=5');
  await waitFor(() => expect(said()).toContain('filtr'));
  await waitFor(() => expect(window.location.search).toBe('?status=open&page=1&saved=5'));
});

it('keeps every column with the view, so that one whose right is gone later is missed', async () => {
  let mayCost = true;
  const show = () => {
    const at = open('/?saved=5');
    at.rerender(
      <QueryClientProvider client={queryClient}>
        <Page cost={mayCost} />
      </QueryClientProvider>,
    );
    return at;
  };
  kept = [];
  const { unmount } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId('list-views'));
  await user.type(await screen.findByLabelText('Hozirgi koʻrinishni saqlash'), 'Ochiqlar');
  await user.keyboard('{Enter}');
  // nothing was chosen: the cost is a column of the list's own
  await waitFor(() =>
    expect(sent).toMatchObject([{ method: 'POST', body: { columns: { title: true, status: false, cost: true } } }]),
  );
  unmount();
  queryClient.clear();
  mayCost = false;
  kept = [{ ...view, ...(sent[0]?.body as object) }];
  show();
  await waitFor(() => expect(said()).toContain('ochildi: ustun.'));
});

it('does not miss a column that the view had hidden', async () => {
  kept = [{ ...view, address: '', columns: { gone: false } }];
  open('/?saved=5');
  await waitFor(() => expect(screen.getByTestId('list-views').textContent).toBe('Ochiqlar'));
  expect(said()).toBeUndefined();
});

it('says nothing of a view that holds', async () => {
  kept = [{ ...view, address: 'status=open&sort=-title', columns: { status: true } }];
  open('/?status=open&sort=-title&saved=5');
  await waitFor(() => expect(screen.getByTestId('list-views').textContent).toBe('Ochiqlar'));
  expect(said()).toBeUndefined();
  expect(window.location.search).toBe('?status=open&sort=-title&saved=5');
});

/** The feet of the lists of acts, invoices and settings and of the matrix, as they are seen: what they sum and what they leave out. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CountRow } from '../../contract/counting/matrix.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import countingMatrix from '../../locales/uz/countingMatrix.json' with { type: 'json' };
import invoiceList from '../../locales/uz/invoiceList.json' with { type: 'json' };
import { matrixTotals } from '../../machines/actWorkspace/matrix.ts';
import { EMPTY_INVOICE } from '../../machines/invoice/invoice.machine.ts';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import CashboxClientsPage from '../../src/pages/cashbox/CashboxClientsPage.tsx';
import ActListPage from '../../src/pages/counting/ActListPage.tsx';
import { MatrixTable } from '../../src/pages/counting/act/MatrixTable.tsx';
import InvoiceListPage from '../../src/pages/invoices/InvoiceListPage.tsx';
import ContractsPage from '../../src/pages/sale/ContractsPage.tsx';
import { settingPage } from '../../src/setting/page.tsx';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', organization_id: 1, rules: {}, favorite_pages: [] }),
  useAllows: () => false,
}));

beforeAll(() =>
  loadTexts('kit', 'counting', 'invoiceList', 'common', 'machines/countingAct', 'machines/invoice').then(() => {}),
);
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});
afterEach(cleanup);

/** The page at an address; the server answers the list with these rows and figures, the sums once `summed`. */
function open(
  page: ReactElement,
  address: string,
  data: object[],
  figures: Record<string, object>,
  summed?: Promise<void>,
) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const part = new URL(new Request(input, init).url).searchParams.get('part') ?? '';
    if (part === 'totals') await summed;
    const meta = { current_page: 1, total: data.length, per_page: 15, ...figures[part] };
    const body = { data: part === 'rows' || part === '' ? data : [], meta };
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  });
  window.history.replaceState(null, '', address);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

const plain = (element: Element | null) => element?.textContent?.replace(/[\u202f\u00a0]/g, ' ');
const document = {
  ...{
    organization_id: 1,
    organization: 'Chilonzor',
    comment: '',
    categories: [],
    file: null,
    blind: true,
    version: 1,
  },
  ...{ created_at: '2026-11-21T05:51:38.000Z', created_by: { id: 1, fullname: 'Kim' }, allowed_events: [] },
};
const act = (id: number, over: object) => ({
  ...{ ...document, id, number: `S-${id}`, status: 'formed', counters: [], lines: 40, counted: 10 },
  ...{ shortage_sum: null, surplus_sum: null, difference_sum: null },
  ...over,
});

const contract = (id: number, status: string) => ({
  ...{ id, number: `S-${id}`, status, client_id: 1, client: 'Aziza Karimova', organization_id: 1 },
  ...{ organization: 'Chilonzor', order: { id: 9, number: 'O-9' }, warehouse: { id: 1, name: 'Ombor' } },
  ...{
    seller: { id: 1, fullname: 'Kim' },
    title: 'Muzlatgich',
    units: 1,
    signed_on: null,
    signed_at: null,
    goods: 800,
  },
  ...{ discount: 0, first_payment: 100, term: 12, markup: 10, total: 900, payment_day: 5, paid: 300, prepaid: 0 },
  ...{
    owed: 600,
    overdue: 0,
    overdue_days: 0,
    charged_on: null,
    closed_on: null,
    written_off_on: null,
    cancel_reason: null,
    version: 1,
  },
  ...{ created_at: '2026-11-21T05:51:38.000Z', allowed_events: [] },
});

it('contracts: the foot has the totals of the answer and names by state what they leave out', async () => {
  await loadTexts('sale', 'machines/contract');
  const totals = { total: 7_000, first_payment: 100, paid: 1_234, owed: 5_766 };
  const statuses = { active: 1, draft: 1, cancelled: 3 };
  open(<ContractsPage />, '/', [contract(1, 'active'), contract(2, 'draft')], {
    counts: { statuses },
    totals: { totals },
  });
  const leftOut = await screen.findByTestId('left-out');
  expect(leftOut.textContent).toBe('Jamiga kirmagan: «Qoralama» 1, «Bekor qilingan» 3');
  const foot = [...window.document.querySelectorAll('tfoot td')].map(plain).filter((words) => words !== '');
  expect(foot).toEqual(['2 ta yozuv', '7 000', '1 234', '5 766']);
});

it('contracts of a state that counts nowhere: the foot is of them, and says so', async () => {
  await loadTexts('sale', 'machines/contract');
  const figures = { counts: { statuses: { draft: 1 } }, totals: { totals: { total: 900, paid: 0, owed: 0 } } };
  open(<ContractsPage />, '/?status=draft', [contract(2, 'draft')], figures);
  const leftOut = await screen.findByTestId('left-out');
  expect(leftOut.textContent).toBe('«Qoralama» holati hisobga kirmaydi: jami faqat shu holatdagilarniki');
});

it('a list that is too long to be summed has no foot; while its sums are on the way the foot keeps its place', async () => {
  await loadTexts('sale', 'machines/contract');
  const unknown = { total: null, more: true };
  let answer = () => {};
  const summed = new Promise<void>((done) => {
    answer = done;
  });
  open(<ContractsPage />, '/', [contract(1, 'active')], { rows: unknown, counts: unknown, totals: unknown }, summed);
  await screen.findByText('S-1');
  expect(window.document.querySelector('tfoot')).not.toBeNull();
  answer();
  await vi.waitFor(() => expect(window.document.querySelector('tfoot')).toBeNull());
});

it('acts: both sides stand under a difference, the foot counts what is counted and names cancelled ones', async () => {
  const rows = [
    act(1, { shortage_sum: -5_000, surplus_sum: 3_000, difference_sum: -2_000 }),
    act(2, { shortage_sum: -1_000, surplus_sum: 0, difference_sum: -1_000 }),
    act(3, { status: 'cancelled', counted: 4 }),
  ];
  const totals = { counted: 20, shortage_sum: -6_000, surplus_sum: 3_000, difference_sum: -3_000 };
  open(<ActListPage />, '/', rows, { counts: { statuses: { formed: 2, cancelled: 1 } }, totals: { totals } });
  const words = counting.list;
  const leftOut = await screen.findByTestId('left-out');
  expect(leftOut.textContent).toBe(words.leftOut_one.replace('{{figure}}', '1'));
  const netted = [...window.document.querySelectorAll('.netted')].map(plain);
  // an act with one side only has nothing to net
  expect(netted).toEqual([
    `${words.netted}: −5 000 +3 000`,
    `${counting.matrix.shortage} −6 000${counting.matrix.surplus} +3 000`,
  ]);
  const foot = plain(window.document.querySelector('tfoot'));
  expect(foot).toContain(words.counted_other.replace('{{figure}}', '20'));
  // each side by its name before the two are netted
  expect(foot).toMatch(new RegExp(`${counting.matrix.shortage} −6 000.*${counting.matrix.surplus} \\+3 000.*−3 000`));
  expect(foot).not.toContain('40');
});

it('cancelled acts alone are summed, and nothing is left out', async () => {
  const totals = { counted: 4, shortage_sum: 0, surplus_sum: 0, difference_sum: 0 };
  const parts = { counts: { statuses: { formed: 2, cancelled: 1 } }, totals: { totals } };
  open(<ActListPage />, '/?status=cancelled', [act(3, { status: 'cancelled', counted: 4 })], parts);
  expect(await screen.findByText(counting.list.counted_other.replace('{{figure}}', '4'))).toBeTruthy();
  expect(screen.queryByTestId('left-out')).toBeNull();
});

const invoice = (id: number, status: string, totals: object) => ({
  ...{ ...document, id, number: `F-${id}`, status, totals, partner_id: 1, partner: 'Artel', partner_firm_id: null },
  ...{ partner_firm: null, territory: null, warehouse_list_id: 1, warehouse_list: 'Savdo zali', type: 'regular' },
  ...{ number_invoice: `${id}`, invoice_date: '2026-11-20', practice_day: null, is_serial_number: false },
  ...{ is_serial_output: false, facts: { ...EMPTY_INVOICE }, units: 1, canceled_commentary: null, sent_at: null },
  ...{ canceled_commentary_type: null, confirmed_at: null, confirmed_by: null },
});

it('invoices: what is left out is named with its number and its sums', async () => {
  const rows = [
    invoice(1, 'confirmed', { UZS: 1_000, USD: 0 }),
    invoice(2, 'cancelled', { UZS: 7_000, USD: 2.5 }),
    invoice(3, 'draft', { UZS: 0, USD: 0 }),
  ];
  open(<InvoiceListPage />, '/', rows, {
    counts: { statuses: { confirmed: 1, cancelled: 1, draft: 1 } },
    totals: { totals: { UZS: 1_000, USD: 0 }, left_out: { cancelled: { UZS: 7_000, USD: 2.5 } } },
  });
  const { words, cancelled_one, draft_one } = invoiceList.leftOut;
  const one = (text: string) => text.replace('{{figure}}', '1');
  expect(plain(await screen.findByTestId('left-out'))).toBe(
    words.replace('{{what}}', `${one(cancelled_one)} (7 000 soʻm, 2,50 USD), ${one(draft_one)}`),
  );
  const foot = plain(window.document.querySelector('tfoot'));
  expect(foot).toContain('1 000');
  expect(foot).not.toContain('8 000');
});

it('invoices: what is left out is not explained where no total has room', async () => {
  const wide = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  open(<InvoiceListPage />, '/', [invoice(1, 'confirmed', { UZS: 1_000 }), invoice(2, 'cancelled', { UZS: 7_000 })], {
    counts: { statuses: { confirmed: 1, cancelled: 1 } },
    totals: { totals: { UZS: 1_000 }, left_out: { cancelled: { UZS: 7_000 } } },
  });
  const all = await screen.findByTestId('list-whole');
  expect(screen.queryByTestId('left-out')).toBeNull();
  wide.mockRestore();
  fireEvent.click(all);
  expect(plain(await screen.findByTestId('left-out'))).toContain('7 000 soʻm');
});

it('sums without words of their own say over how many rows they are', async () => {
  await loadTexts('cashbox');
  const client = {
    ...{ id: 1, fullname: 'Kim Yelena', contracts: [], due: 100, first_payment: 0, overdue: 0, overdue_days: 0 },
    ...{ owed: 100, next_due: null, prepaid: 0 },
  };
  const totals = { due: 103_869_690, overdue: 98_283_690, owed: 2_574_619_630, prepaid: 84_929_331 };
  open(<CashboxClientsPage />, '/', [client], { rows: { total: 1_859 }, counts: { statuses: {} }, totals: { totals } });
  await vi.waitFor(() => expect(plain(window.document.querySelector('tfoot'))).toMatch(/^1 859 ta yozuv.*103 869 690/));
});

const counted = (id: number, over: Partial<CountRow>): CountRow => ({
  product_variant: { id, title: `Tovar ${id}`, sku: `S${id}`, barcode: null, is_serial_number: false },
  ...{ residue: 10, cost: 1_000, counts: { 7: 8 }, final_count: null, difference: null, difference_sum: null },
  ...{
    moved_since: 0,
    count_commentaries: [],
    manual: null,
    disagreement: false,
    keep: null,
    elsewhere: [],
    version: 0,
  },
  ...over,
});

it('the matrix has shortage and surplus above the difference', async () => {
  await loadTexts('countingMatrix');
  const rows = [
    counted(1, { final_count: 8, difference: -2, difference_sum: -2_000 }),
    counted(2, { final_count: 11, difference: 1, difference_sum: 3_000 }),
  ];
  const person = { id: 7, title: '1', status: 'submitted', user: { id: 4, fullname: 'Ali Valiyev' } } as never;
  const nothing = () => {};
  render(
    <MatrixTable
      {...{
        rows,
        totals: matrixTotals(rows),
        counters: [person],
        sort: 'sum',
        descending: true,
        cursor: null,
        beside: false,
      }}
      {...{ onSort: nothing, onOpen: nothing, onScroll: nothing }}
    />,
  );
  const foot = within(screen.getByTestId('matrix-totals'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(plain).filter(Boolean));
  const { matrix } = counting;
  expect(foot).toEqual([
    [matrix.shortage, '−2', '−2 000'],
    [matrix.surplus, '+1', '+3 000'],
    [countingMatrix.totalRows_other.replace('{{figure}}', '2'), '16', '20', '19', '−1', '+1 000'],
  ]);
});

it.each([
  ['/?', '3 ta yozuv'],
  // two of the three have figures planned
  ['/?status=planned', '3 tadan 2 tasi'],
])('a setting at %s: the foot counts the rows that are shown, and says of how many', async (address, words) => {
  const row = (id: number, planned: number) => ({
    ...{ id, age: id, mileage: 'to_50', current: id, next: null, planned, drafts: 0 },
    in_force: { id, valid_from: '2026-11-01', percent: 5 },
  });
  await loadTexts('setting', 'directory', 'records', 'machines/settingRevision', 'settings/carWearPercent', 'pages');
  const Page = settingPage(carWearPercent);
  open(<Page />, address, [row(1, 1), row(2, 0), row(3, 2)], {});
  await vi.waitFor(() => expect(plain(window.document.querySelector('tfoot'))).toBe(words));
  // the years, by which a row is called, stand on one side with their head and the words of the foot
  const sides = ['thead th', 'tbody td', 'tbody th', 'tfoot td', 'tfoot th'].flatMap(
    (cell) => window.document.querySelector(`${cell}:first-child`) ?? [],
  );
  expect(sides.map(({ className }) => /\b(end|bp\S*end)\b/.test(className))).toEqual([false, false, false]);
});

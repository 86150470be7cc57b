/** The preview of a reversal of money of a contract whose debt was given up: what is left adds up to what is owed again. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CashDocument, Reversal, Standing } from '../../contract/cashDocuments.ts';
import cashbox from '../../locales/uz/cashbox.json' with { type: 'json' };
import question from '../../locales/uz/question.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { ReversalDialog } from '../../src/pages/cashbox/ReversalDialog.tsx';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', organization_id: 1, rules: {}, favorite_pages: [] }),
}));

beforeAll(() => loadTexts('cashbox', 'kit', 'question', 'common').then(() => {}));
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});
afterEach(cleanup);

const who = { id: 7, fullname: 'Kim Yelena' };
const DOCUMENT: CashDocument = {
  ...{ id: 9, number: 'CHL-K-26-0009', status: 'confirmed', version: 2, type: 'payment', channel: 'cash' },
  ...{ organization: { id: 1, name: 'Chilonzor' }, account: { id: 1, name: 'Kassa' }, client: who, contracts: [] },
  ...{ amount: 150_000, tendered: null, change: null, purpose: null, reason: null, reverses: null, reversed_by: null },
  ...{ practice_day: '2027-01-15', created_at: '2027-01-15T05:00:00.000Z', created_by: who, prepaid: 0, paid: [] },
  allowed_events: ['cash.reverse'],
};
const standing = (more: Partial<Standing>): Standing => ({
  ...{ owed: 0, prepaid: 0, overdue_days: 0, overdue_sum: 0, stage: 'none', over: null, ...more },
});

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
/** To a reading the preview, to the reversal a refusal. */
const serverSays = (preview: Reversal, refusal: object = {}) =>
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) =>
    new Request(input, init).method === 'GET' ? json({ data: preview }) : json(refusal, 409),
  );
const previewOf = (over: 'closed' | 'written_off', givenUp: number, more: Partial<Reversal> = {}): Reversal => ({
  ...{ payment: DOCUMENT, barred: null, day: '2030-01-15', mark: 'm', free_before: 0, free_after: 0 },
  ...{ balance_before: 500_000, balance_after: 350_000 },
  contracts: [
    {
      ...{ id: 1, number: 'CHL-26-0001', first_payment_gone: false, certificates: [], given_back: null },
      ...{ before: standing({ over }), after: standing({ owed: 150_000 }) },
      instalments: [
        { number: 1, due: '2026-12-15', amount: 100_000, paid_before: 100_000, paid_after: 0, written_off: 0 },
        {
          ...{ number: 2, due: '2027-01-15', amount: 50_000 + givenUp },
          ...{ paid_before: 50_000, paid_after: 0, written_off: givenUp },
        },
      ],
    },
  ],
  ...more,
});

async function opened(...wanted: Parameters<typeof previewOf>): Promise<HTMLElement> {
  const preview = previewOf(...wanted);
  serverSays(preview);
  render(
    <QueryClientProvider client={queryClient}>
      <ReversalDialog document={DOCUMENT} onClose={() => {}} />
    </QueryClientProvider>,
  );
  return screen.findByTestId(preview.barred === null ? 'reversal-preview' : 'question-barred');
}
const rows = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('.reversal-instalments tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(2).map((cell) => Number(cell.textContent?.replace(/\D/g, ''))),
  );

it('what was given up stands in a column of its own and is not left, and the contract is not called a closed one', async () => {
  const dialog = await opened('written_off', 50_000);
  expect(dialog.textContent).toContain(cashbox.reversal.reopens.written_off);
  expect(dialog.textContent).not.toContain(cashbox.reversal.reopens.closed);
  // sum, given up, left now, left after
  expect(rows(dialog)).toEqual([
    [100_000, 0, 0, 100_000],
    [100_000, 50_000, 0, 50_000],
  ]);
});

it('of a contract that was paid to the end there is no such column', async () => {
  const dialog = await opened('closed', 0);
  expect(dialog.textContent).toContain(cashbox.reversal.reopens.closed);
  expect(dialog.textContent).not.toContain(cashbox.reversal.givenBack.split(':')[0]);
  expect(rows(dialog)).toEqual([
    [100_000, 0, 100_000],
    [50_000, 0, 50_000],
  ]);
});

it('what secured a contract that is opened again and was given back is named', async () => {
  const contracts = [
    {
      ...{ id: 1, number: 'CHL-26-0001', first_payment_gone: false, certificates: [], instalments: [] },
      ...{ given_back: 'CHL-G-26-0003, Kafilov Anvar' },
      ...{ before: standing({ over: 'closed' }), after: standing({ owed: 150_000 }) },
    },
  ];
  const dialog = await opened('closed', 0, { contracts });
  expect(dialog.textContent).toContain(cashbox.reversal.givenBack.replace('{{names}}', 'CHL-G-26-0003, Kafilov Anvar'));
});

it('the number of the document that stands in the way goes to the next line as a whole', async () => {
  const dialog = await opened('closed', 0, { barred: { by: 'goods_leaving', number: 'CHL-26-0991' } });
  expect(dialog.querySelector('.unbroken')?.textContent).toBe('CHL-26-0991');
});

it('what cannot be done asks for no reason; what can, does', async () => {
  await opened('closed', 0, { barred: { by: 'goods_leaving', number: 'CHL-26-0991' } });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(question.missing.replace('{{figure}}', '3'))).toBeNull();
  expect(screen.getByTestId('question-send').hasAttribute('disabled')).toBe(true);
  cleanup();
  queryClient.clear();
  await opened('closed', 0);
  expect(screen.getByRole('textbox')).toBeTruthy();
  expect(screen.getByText(question.missing.replace('{{figure}}', '3'))).toBeTruthy();
});

it('a day that closed while the reason was written is said once, and the reason stays', async () => {
  await opened('closed', 0);
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(reason, { target: { value: 'Kassir adashgan' } });
  serverSays(previewOf('closed', 0, { day: null }), {
    code: 'no_open_day',
    message: 'Ochiq kun yoʻq.',
    request_id: 'r',
  });
  fireEvent.click(screen.getByTestId('question-send'));
  expect((await screen.findByTestId('question-barred')).textContent).toBe(cashbox.reversal.noDay);
  expect(screen.queryByTestId('refusal')).toBeNull();
  expect(screen.getByTestId('question-send').hasAttribute('disabled')).toBe(true);
  expect(reason.value).toBe('Kassir adashgan');
});

it('what may be reversed after all asks for the reason', async () => {
  await opened('closed', 0, { day: null });
  expect(screen.queryByRole('textbox')).toBeNull();
  serverSays(previewOf('closed', 0));
  await queryClient.refetchQueries();
  expect(await screen.findByRole('textbox')).toBeTruthy();
  expect(screen.queryByTestId('question-barred')).toBeNull();
});

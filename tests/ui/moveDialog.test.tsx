/** Prepaid money is moved after it is said what that does, and a sum that cannot be moved says why. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Desk } from '../../contract/cashDocuments.ts';
import cashbox from '../../locales/uz/cashbox.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { MoveDialog } from '../../src/pages/cashbox/MoveDialog.tsx';

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

const contract = (id: number, number: string, over: object = {}) => ({
  ...{
    id,
    number,
    title: 'Muzlatgich',
    status: 'awaiting_handover',
    signed_on: '2026-11-01',
    charged: false,
    over: false,
  },
  debts: [
    { number: 0, due: '2026-11-01', amount: 500_000, parts: [] },
    { number: 1, due: '2026-12-05', amount: 700_000, parts: [] },
  ],
  ...over,
});
const DESK = {
  organization: { id: 1, name: 'Chilonzor' },
  ...{ day: '2026-11-21', as_of: '2026-11-21', mine: true, accounts: [], mark: 'm' },
  contracts: [
    contract(1, 'CHL-26-0001'),
    contract(2, 'CHL-26-0002', {
      ...{ status: 'active', charged: true },
      debts: [{ number: 1, due: '2026-12-05', amount: 400_000, parts: [] }],
    }),
    contract(3, 'CHL-26-0003', { status: 'signed' }),
  ],
  prepaid: [{ source: 9, since: '2026-11-02', contract: 1, amount: 600_000 }],
} as unknown as Desk;

async function open(desk: object = {}): Promise<HTMLInputElement> {
  vi.stubGlobal('fetch', async () => {
    const data = { client: { id: 5, fullname: 'Aziza Karimova' }, desks: [{ ...DESK, ...desk }] };
    return new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } });
  });
  const from = {
    ...{ id: 1, client: { id: 5, fullname: 'Aziza Karimova' }, organization: { id: 1, name: 'Chilonzor' } },
    ...{ contract: { id: 1, number: 'CHL-26-0001' }, prepaid: 600_000, since: '2026-11-02', next_due: null },
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MoveDialog from={from} onClose={() => {}} />
    </QueryClientProvider>,
  );
  return (await screen.findByRole('textbox', { name: /Summa/ })) as HTMLInputElement;
}

const plain = (words: string | null | undefined) => words?.replace(/[\u202f\u00a0]/g, ' ');
const alert = () => plain(screen.queryByRole('alert')?.textContent) ?? null;
const preview = (number: string) =>
  plain(within(screen.getByTestId('move-preview')).getByRole('region', { name: number }).textContent);
const said = (words: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [key, value]) => text.replace(`{{${key}}}`, value), words);

it('says before it is made that the first payment is gone, and that the other contract is paid whole', async () => {
  const field = await open();
  expect(plain(field.value)).toBe('400 000');
  expect(preview('CHL-26-0001')).toContain(cashbox.move.firstGone);
  expect(preview('CHL-26-0001')).toContain('600 000200 000');
  expect(preview('CHL-26-0002')).toContain(cashbox.move.closes);
  expect(preview('CHL-26-0002')).toContain('400 0000');
  fireEvent.change(field, { target: { value: '100000' } });
  expect(preview('CHL-26-0001')).not.toContain(cashbox.move.firstGone);
  expect(preview('CHL-26-0002')).not.toContain(cashbox.move.closes);
});

it('says that the first payment of the other one is there', async () => {
  await open();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '3' } });
  expect(preview('CHL-26-0003')).toContain(cashbox.move.firstPaid);
});

it('a sum that cannot be moved stays as it was written and says why', async () => {
  const field = await open();
  const write = (sum: string) => {
    fireEvent.change(field, { target: { value: sum } });
    fireEvent.focusOut(field);
    return plain(field.value);
  };
  field.focus();
  expect(write('0')).toBe('0');
  expect(document.activeElement).toBe(field);
  expect(alert()).toBe(cashbox.move.least);
  expect(write('-5')).toMatch(/^[−-]5$/);
  expect(alert()).toBe(cashbox.move.least);
  expect(write('')).toBe('');
  expect(alert()).toBe(cashbox.move.least);
  expect(write('500000')).toBe('500 000');
  expect(alert()).toBe(said(cashbox.move.overTarget, { to: 'CHL-26-0002', most: '400 000' }));
  expect(screen.queryByTestId('move-preview')).toBeNull();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '3' } });
  write('700000');
  expect(alert()).toBe(said(cashbox.move.overSource, { from: 'CHL-26-0001', most: '600 000' }));
  expect((screen.getByTestId('question-send') as HTMLButtonElement).disabled).toBe(true);
});

it('without an open day nothing is moved, and that is said', async () => {
  await open({ day: null });
  expect(screen.getByText(cashbox.move.noDay)).toBeTruthy();
  expect((screen.getByTestId('question-send') as HTMLButtonElement).disabled).toBe(true);
});

/** The desk: a sum that cannot be taken says why at its own field and promises nothing; the receipt names its contracts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { CashDocument, Desk } from '../../contract/cashDocuments.ts';
import { formatNumber } from '../../contract/figures.ts';
import cashbox from '../../locales/uz/cashbox.json' with { type: 'json' };
import { moneyStepMachine } from '../../machines/moneyStep/moneyStep.machine.ts';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { DeskView } from '../../src/pages/cashbox/DeskView.tsx';
import { Receipt, receiptOf } from '../../src/pages/cashbox/Receipt.tsx';

const who = { id: 7, fullname: 'Kim Yelena' };
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 7 } } }),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena' }),
  useAllows: () => true,
}));

beforeAll(() => loadTexts('cashbox', 'kit', 'common', 'why', 'errors'));

const OWED = 306_000;
const DESK: Desk = {
  ...{ organization: { id: 1, name: 'Chilonzor' }, day: '2026-12-15', as_of: '2026-12-15', mine: true, prepaid: [] },
  ...{ accounts: [{ id: 1, name: 'Kassa', kind: 'cash', balance: 0 }], mark: 'm' },
  contracts: [
    {
      ...{ id: 3, number: 'CHL-26-0003', status: 'active', signed_on: '2026-11-23', charged: true, over: false },
      debts: [{ number: 1, due: '2026-12-15', amount: OWED, parts: [] }],
    },
  ],
};

function atDesk(desk = DESK) {
  localStorage.clear();
  const actor = createActor(moneyStepMachine).start();
  render(
    <QueryClientProvider client={queryClient}>
      <DeskView desk={desk} client={who} draft={null} stale={false} mayTake actor={actor} />
    </QueryClientProvider>,
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const saidAt = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;
const MOST = formatNumber(1_000_000);

it.each([
  [cashbox.tendered, '0', '0', cashbox.payment.notPositive],
  [cashbox.tendered, '-1', '\u22121', cashbox.payment.notPositive],
  [cashbox.tendered, '1000000000000', formatNumber(10 ** 12), cashbox.payment.changeTooLarge.replace('{{most}}', MOST)],
  [cashbox.taken, '0', '0', cashbox.payment.notPositive],
  [cashbox.tendered, '12,5', '12,5', cashbox.payment.whole],
  [cashbox.taken, '12,5', '12,5', cashbox.payment.whole],
  [cashbox.taken, '306001', formatNumber(306_001), cashbox.payment.tooMuch.replace('{{most}}', formatNumber(OWED))],
])(
  '%s %s stays as it was written, says its sentence there, and nothing is taken',
  async (label, words, shown, said) => {
    atDesk();
    await userEvent.type(field(label), words, { delay: 40 });
    await userEvent.tab();
    expect(field(label).value).toBe(shown);
    expect(saidAt(label)).toBe(said);
    expect([...document.querySelectorAll('p')].filter(({ textContent }) => textContent?.includes(said))).toHaveLength(
      1,
    );
    const take = screen.getByTestId<HTMLButtonElement>('payment-take');
    expect(take.disabled).toBe(true);
  },
);

it('a sum that cannot be taken is not promised: neither on the button nor of the drawer', async () => {
  atDesk();
  await userEvent.type(field(cashbox.tendered), '-1', { delay: 40 });
  expect(screen.getByTestId('payment-take').textContent).not.toMatch(/\d/);
  expect(screen.queryByText(cashbox.payment.afterwards)).toBeNull();
});

it('of a contract that was not handed over the preview says what remains, its foot too', async () => {
  const waiting = { ...DESK.contracts[0], id: 4, number: 'CHL-26-0004', charged: false } as Desk['contracts'][number];
  atDesk({ ...DESK, contracts: [waiting], prepaid: [{ source: 1, since: '2026-12-01', contract: 4, amount: 6_000 }] });
  await userEvent.type(field(cashbox.tendered), '100000', { delay: 40 });
  const ends = [...screen.getByTestId('payment-preview').querySelectorAll('tr')].map(
    (row) => row.lastChild?.textContent,
  );
  expect(ends).toEqual([cashbox.preview.after, formatNumber(200_000), formatNumber(200_000)]);
});

it('of a contract that was handed over its instalments say what remains, prepaid money does not', async () => {
  const [charged] = DESK.contracts as [Desk['contracts'][number]];
  const debts = [...charged.debts, { number: 2, due: '2027-01-15', amount: 50_000, parts: [] }];
  atDesk({ ...DESK, contracts: [{ ...charged, debts }] });
  await userEvent.type(field(cashbox.tendered), '326000', { delay: 40 });
  const ends = [...screen.getByTestId('payment-preview').querySelectorAll('tr')].map(
    (row) => row.lastChild?.textContent,
  );
  expect(ends).toEqual([cashbox.preview.after, '0', formatNumber(50_000), '—', formatNumber(50_000)]);
});

it('the receipt of what was taken names the instalments that it paid, else its contracts', () => {
  const taken: CashDocument = {
    ...{ id: 9, number: 'CHL-K-26-0009', status: 'confirmed', version: 2, type: 'payment', channel: 'cash' },
    ...{ organization: DESK.organization, account: { id: 1, name: 'Kassa' }, client: who, amount: 150_000 },
    contracts: [
      { id: 3, number: 'CHL-26-0003' },
      { id: 4, number: 'CHL-26-0004' },
    ],
    ...{
      tendered: null,
      change: null,
      purpose: null,
      reason: null,
      reverses: null,
      reversed_by: null,
      prepaid: 0,
      paid: [],
    },
    ...{ practice_day: '2027-01-15', created_at: '2027-01-15T05:00:00.000Z', created_by: who, allowed_events: [] },
  };
  const { container } = render(<Receipt document={receiptOf(taken)} />);
  expect(container.textContent).toContain(`${cashbox.contract}CHL-26-0003CHL-26-0004`);
  const [one, other] = taken.contracts;
  const paid = [
    { contract: one ?? null, instalment: { number: 2, due: '2027-01-15' }, amount: 100_000 },
    { contract: other ?? null, instalment: { number: 0, due: '2026-12-20' }, amount: 30_000 },
    { contract: other ?? null, instalment: null, amount: 20_000 },
  ];
  const named = render(<Receipt document={receiptOf({ ...taken, paid })} />).container;
  expect([...(named.querySelectorAll('dl')[1]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    `CHL-26-0003, 2-toʻlov, 15.01.2027${formatNumber(100_000)}`,
    `CHL-26-0004, birinchi toʻlov, 20.12.2026${formatNumber(30_000)}`,
    `CHL-26-0004, oldindan${formatNumber(20_000)}`,
  ]);
});

it('a day that is not open is said once, and nothing is taken', () => {
  atDesk({ ...DESK, day: null });
  expect(screen.getAllByText(cashbox.payment.noDay)).toHaveLength(1);
  const take = screen.getByTestId<HTMLButtonElement>('payment-take');
  expect(take.disabled).toBe(true);
  expect(document.getElementById(take.getAttribute('aria-describedby') ?? '')?.textContent).toBe(cashbox.payment.noDay);
});

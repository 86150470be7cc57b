/** Rates of a day: what is proposed, what a person writes over it, and what is sent. */
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { DayRate, DayRates } from '../../contract/practiceDay.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { useRatesForm } from '../../src/pages/practiceDay/useRatesForm.ts';

const answer = vi.hoisted(() => ({ data: undefined as unknown, error: null }));
vi.mock('../../src/api/queries.ts', () => ({ useCall: () => answer }));

vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

beforeAll(() => loadTexts('kit', 'practiceDay'));

const rate = (currency: string, at: number | null, before: number | null): DayRate => ({
  currency,
  name: currency,
  rate: at,
  last: before === null ? null : { rate: before, date: '2026-11-20' },
});

async function formOf(first: DayRates) {
  const sent = vi.fn();
  const command = { act: sent, refusal: null, busy: false, dismiss: () => {} } as never;
  const view = renderHook(() =>
    useRatesForm({ first, mayChange: false, command, draft: { form: 'day', of: 'new.1' } }),
  );
  const rateOf = (currency: string) => {
    const one = first.rates.find((it) => it.currency === currency);
    if (one === undefined) throw new Error(currency);
    return one;
  };
  return { sent, rateOf, now: () => view.result.current };
}

it('proposes the latest rate of each currency that has none on that day, marks it, and sends it when the person saves', async () => {
  const first = {
    date: '2026-11-21',
    rates: [rate('USD', null, 12_000), rate('EUR', 13_100, 13_000), rate('RUB', null, null)],
  };
  const { sent, rateOf, now } = await formOf(first);
  expect(first.rates.map((one) => [now().field(one).value, now().proposed(one)])).toEqual([
    [12_000, true],
    [13_100, false],
    [null, false],
  ]);
  // a proposal is nothing that is lost with the form, and no choice between two people's figures
  expect(now().form.isDirty).toBe(false);
  expect(now().mine(rateOf('USD'))).toBeNull();
  expect(now().asks(rateOf('USD'))).toBeNull();
  act(() => now().field(rateOf('RUB')).onChange(131));
  act(() => now().form.save());
  expect(sent).toHaveBeenCalledWith({
    date: '2026-11-21',
    rates: [
      { currency: 'USD', rate: 12_000, seen: null },
      { currency: 'RUB', rate: 131, seen: null },
    ],
  });
});

it('is a proposal no longer once another figure is written', async () => {
  const { rateOf, now, sent } = await formOf({ date: '2026-11-21', rates: [rate('USD', null, 12_000)] });
  act(() => now().field(rateOf('USD')).onChange(12_050));
  expect([now().proposed(rateOf('USD')), now().mine(rateOf('USD'))]).toEqual([false, 12_050]);
  act(() => now().field(rateOf('USD')).onChange(null));
  act(() => now().form.save());
  expect(sent).not.toHaveBeenCalled();
});

it('shows the proposal of another day once that day is read, and never under it before', async () => {
  const first = { date: '2026-11-21', rates: [rate('USD', null, 12_000)] };
  const { now } = await formOf(first);
  act(() => now().form.set('date', '2026-11-25'));
  expect([now().field(first.rates[0] as DayRate).value, now().proposed(first.rates[0] as DayRate)]).toEqual([
    null,
    false,
  ]);
  const there = { date: '2026-11-25', rates: [rate('USD', null, 12_400)] };
  answer.data = { data: there };
  act(() => now().form.set('date', '2026-11-25'));
  expect([now().field(there.rates[0] as DayRate).value, now().proposed(there.rates[0] as DayRate)]).toEqual([
    12_400,
    true,
  ]);
});

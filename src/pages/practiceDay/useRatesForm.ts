/**
 * Rates of one day in a form. Untouched fields show the stored rates of that day, or propose the latest before it; what is written stays over another
 * day and over what somebody else enters meanwhile, and then waits for the person: no rate is written over unseen.
 */
import { useEffect, useRef, useState } from 'react';
import { currencyRateDay, type DayRate, type DayRates, MAX_RATE } from '../../../contract/practiceDay.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import type { ApiError } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import type { DraftPlace } from '../../ui/form/drafts/forms.ts';
import { type Fault, greaterThanZero, maxValue, type Rule, required } from '../../ui/form/rules.ts';
import { type FieldBinding, type Form, useForm } from '../../ui/form/useForm.ts';
import type { Command } from '../../ui/question/useCommand.ts';

type RateName = `rate_${string}`;
type RateValues = { [K in RateName]: number | null };
type DayValues = { date: string | null } & RateValues;

/** What the calls take. */
export interface DayBody {
  date: string;
  rates: { currency: string; rate: number; seen: number | null }[];
}

interface RatesFormOptions {
  /** The day that the form begins with. */
  first: DayRates;
  /** Whether a stored rate may be changed. */
  mayChange: boolean;
  command: Command<DayBody>;
  draft: DraftPlace;
}

export interface RatesForm {
  form: Form<DayValues>;
  /** Those of the chosen day; of the day before it until they are read. */
  rates: readonly DayRate[];
  /** Why those of the chosen day are not here. */
  unread: 'reading' | { error: ApiError; again: () => void } | null;
  /** Of what was sent for the chosen day. */
  refusal: Refusal | null;
  /** What the person wrote; none: the field shows the stored rate, or the proposed one. */
  mine: (one: DayRate) => number | null;
  /** `whose`: another rate is stored than was shown; `other`: written for another day, none is stored on this one. */
  /** The field shows the rate of an earlier day. */
  proposed: (one: DayRate) => boolean;
  asks: (one: DayRate) => { what: 'whose' } | { what: 'other'; date: string } | null;
  choose: (one: DayRate, whose: 'mine' | 'theirs') => void;
  field: (one: DayRate) => FieldBinding<number | null>;
}

/** What the field has before anybody writes: the stored rate, else the latest one before that day, which is proposed. */
export const begunWith = ({ rate, last }: DayRate): number | null => rate ?? last?.rate ?? null;

const nameOf = ({ currency }: DayRate): RateName => `rate_${currency}`;
const valuesOf = (date: string, rates: readonly DayRate[]): DayValues => ({
  ...(Object.fromEntries(rates.map((one) => [nameOf(one), begunWith(one)])) as RateValues),
  date,
});

export function useRatesForm({ first, mayChange, command, draft }: RatesFormOptions): RatesForm {
  const t = useText('practiceDay');
  const [shown, setShown] = useState(first);
  /** The stored rate when the person began to write, or chose. */
  const [seen, setSeen] = useState<Readonly<Record<string, { date: string; rate: number | null }>>>({});
  const [sentFor, setSentFor] = useState<string | null>(null);
  const { rates } = shown;

  const isSeen = (one: DayRate) => {
    const then = seen[nameOf(one)];
    // a draft may have been written over a rate that was proposed
    const asThen = then?.rate === one.rate || then?.rate === begunWith(one);
    return then === undefined || (then.date === shown.date && asThen);
  };
  const open = (one: DayRate) => one.rate === null || mayChange;
  const rulesOf = (one: DayRate): Rule<number | null, object>[] => [
    (value): Fault | null =>
      one.rate === null || value === one.rate || isSeen(one) ? null : { words: t('clash.choose') },
    required,
    greaterThanZero,
    maxValue(MAX_RATE),
  ];
  const form = useForm<DayValues>({
    draft,
    // a draft was written over the rates of its time
    onDraft(base) {
      const written = Object.entries(base).filter(([name]) => name.startsWith('rate_'));
      setSeen(
        Object.fromEntries(written.map(([name, rate]) => [name, { date: shown.date, rate: rate as number | null }])),
      );
    },
    initial: valuesOf(first.date, first.rates),
    rules: {
      ...Object.fromEntries(rates.filter(open).map((one) => [nameOf(one), rulesOf(one)])),
      date: [required, (date): Fault | null => (date === shown.date ? null : { words: t('open.unread') })],
    },
    names: Object.fromEntries(rates.map((one) => [nameOf(one), `rates.${one.currency}`])),
    refused: command.refusal?.errors,
    busy: command.busy,
    onSave: (values) => {
      setSentFor(shown.date);
      command.act({
        date: shown.date,
        rates: rates.filter(open).flatMap((one) => {
          const rate = values[nameOf(one)];
          return rate == null || rate === one.rate ? [] : [{ currency: one.currency, rate, seen: one.rate }];
        }),
      });
    },
  });

  const { date } = form.values;
  const elsewhere = date !== null && date !== first.date;
  const read = useCall(currencyRateDay, { query: { date: date ?? first.date } }, { enabled: elsewhere });
  const now = date === first.date ? first : elsewhere ? read.data?.data : undefined;
  if (now !== undefined && (now.rates !== shown.rates || now.date !== shown.date)) {
    setShown(now);
    form.follow(valuesOf(first.date, now.rates));
  }

  const [chosen, setChosen] = useState<RateName | null>(null);
  const focused = useRef<RateName | null>(null);
  // the buttons of a choice go with it: its field has the focus
  useEffect(() => {
    if (chosen === focused.current) return;
    focused.current = chosen;
    form.element.current?.querySelector<HTMLElement>(`[name="${chosen}"]`)?.focus();
  }, [chosen, form.element]);

  const mine = (one: DayRate) => {
    const value = form.values[nameOf(one)] ?? null;
    return value === begunWith(one) ? null : value;
  };
  const unread =
    date === null || date === shown.date
      ? null
      : read.error
        ? { error: read.error, again: () => void read.refetch() }
        : 'reading';
  const see = (one: DayRate) =>
    setSeen((before) => ({ ...before, [nameOf(one)]: { date: shown.date, rate: one.rate } }));
  return {
    form,
    rates,
    unread,
    refusal: sentFor === date ? command.refusal : null,
    mine,
    proposed: (one) => one.rate === null && unread === null && one.last?.rate === form.values[nameOf(one)],
    asks(one) {
      const value = form.values[nameOf(one)] ?? null;
      if (value === begunWith(one) || isSeen(one)) return null;
      return one.rate === null ? { what: 'other', date: seen[nameOf(one)]?.date ?? '' } : { what: 'whose' };
    },
    choose(one, whose) {
      if (whose === 'mine') see(one);
      else form.set(nameOf(one), one.rate);
      setChosen(nameOf(one));
      command.dismiss();
    },
    field(one) {
      const binding = form.field(nameOf(one));
      const value = binding.value ?? null;
      return {
        ...binding,
        // figures of another day are not shown under this one
        value: unread !== null && value === begunWith(one) ? null : value,
        disabled: binding.disabled || unread !== null,
        onChange(next) {
          if (value === begunWith(one)) see(one);
          binding.onChange(next);
        },
      };
    },
  };
}

/** The fields of a draft's terms, each with what is wrong with it. */
import { Button, Radio, RadioGroup } from '@blueprintjs/core';
import { PAYMENT_DAYS } from '../../../contract/sale/schedule.ts';
import { offerOf, type TermsFinding, type TermsObstacle, type TermsOfSale } from '../../../contract/sale/terms.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { NumberField, SumField } from '../../ui/form/fields.tsx';
import { type Fault, wordsOfFault } from '../../ui/form/rules.ts';

export interface Chosen {
  firstPayment: number;
  term: number;
  paymentDay: number;
  discount: number;
  pledge: number | null;
}

/** Figures as they are written. */
export const written = (values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value]),
  );

/** What does not fit; what is asked for of every sum names none. */
export function findingText(t: Text, { code, values }: TermsFinding): string {
  const isDemand = code === 'guarantor_needed' || code === 'pledge_needed';
  return isDemand && values.from === 0 ? t(`always.${code}`, written(values)) : t(`findings.${code}`, written(values));
}

/** Something of the goods is left to be paid. */
export const isDiscount = (discount: number, gross: number): boolean => discount >= 0 && discount < gross;

/** Findings about one figure: said at its field. */
const OF_FIELD: Partial<Record<TermsObstacle, 'firstPayment' | 'paymentDay'>> = {
  first_payment_wrong: 'firstPayment',
  first_payment_least: 'firstPayment',
  payment_day_wrong: 'paymentDay',
};
export const saidAtField = (code: TermsObstacle): boolean => OF_FIELD[code] !== undefined;

type Faults = Partial<Record<'firstPayment' | 'term' | 'paymentDay' | 'discount', string>>;

/** Fields that hold something else than a figure. */
export type Unread = Readonly<Partial<Record<'firstPayment' | 'paymentDay' | 'discount', Fault | undefined>>>;

interface Judged {
  chosen: Chosen;
  /** Of the goods, before the discount and after it. */
  gross: number;
  goods: number;
  findings: readonly TermsFinding[];
  /** What the conditions of the signing say about the discount. */
  belowCost: string | undefined;
  /** What the server said about these very values. */
  refused: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Words at fields: the app's own first, else those of a refused save. */
export function faultsAt(t: Text, { chosen, gross, goods, findings, belowCost, refused }: Judged): Faults {
  const faults: Faults = {};
  const add = (name: keyof Faults, words: string | undefined) => {
    if (words !== undefined && faults[name] === undefined) faults[name] = words;
  };
  if (chosen.discount < 0) add('discount', t('faults.negative'));
  else if (!isDiscount(chosen.discount, gross)) add('discount', t('faults.discount', { goods: formatNumber(gross) }));
  if (chosen.firstPayment < 0) add('firstPayment', t('faults.negative'));
  else if (chosen.firstPayment >= goods) add('firstPayment', t('faults.firstPayment', { goods: formatNumber(goods) }));
  // of a discount that cannot be given there are no findings
  if (chosen.paymentDay < PAYMENT_DAYS.first || chosen.paymentDay > PAYMENT_DAYS.last)
    add('paymentDay', t('findings.payment_day_wrong'));
  for (const { code, values } of findings) {
    const name = OF_FIELD[code];
    if (name !== undefined) add(name, t(`findings.${code}`, written(values)));
  }
  add('firstPayment', refused?.first_payment?.[0]);
  add('term', refused?.term?.[0]);
  add('paymentDay', refused?.payment_day?.[0]);
  add('discount', refused?.discount?.[0] ?? belowCost);
  return faults;
}

interface ChoiceProps {
  sale: TermsOfSale | undefined;
  chosen: Chosen;
  onChange: (part: Partial<Chosen>) => void;
  /** Before the discount. */
  goods: number;
  faults: Faults;
  unread: Unread;
  onUnread: (unread: Unread) => void;
}

const bare = { onBlur: () => {}, onPropose: () => {}, disabled: false };

export function Choice({ sale, chosen, onChange, goods, faults, unread, onUnread }: ChoiceProps) {
  const t = useText('sale');
  const kit = useText('kit');
  /** What is no figure stays written; as an emptied field it counts as 0, so that no figure of before is taken for it. */
  function figure(name: keyof Unread) {
    const wrong = unread[name];
    return {
      ...bare,
      value: wrong === undefined ? chosen[name] : null,
      error: wrong === undefined ? faults[name] : wordsOfFault(wrong, kit),
      onFault(fault: Fault | null) {
        if (fault !== null || wrong !== undefined) onUnread({ ...unread, [name]: fault ?? undefined });
      },
      onChange: (value: number | null) => onChange({ [name]: value ?? 0 }),
    };
  }
  const offer = sale && offerOf(sale, chosen.term);
  const least = offer?.least_first;
  return (
    <>
      <SumField
        {...figure('firstPayment')}
        autoFocus
        name="first_payment"
        label={t('firstPayment')}
        help={least === undefined ? undefined : t('firstLeastIs', { least: formatNumber(least) })}
        beside={
          least !== undefined && least !== chosen.firstPayment ? (
            <Button
              text={t('setLeast')}
              onClick={() => {
                onUnread({ ...unread, firstPayment: undefined });
                onChange({ firstPayment: least });
              }}
            />
          ) : undefined
        }
      />
      <RadioGroup
        inline
        label={t('term')}
        selectedValue={chosen.term}
        onChange={({ currentTarget }) => onChange({ term: Number(currentTarget.value) })}
      >
        {(sale?.terms ?? []).map(({ term, barred }) => (
          <Radio key={term} value={term} disabled={barred !== null} label={t('months', { count: term })} />
        ))}
      </RadioGroup>
      {offer?.barred && <p className="field-help">{t(`barred.${offer.barred.by}`, { of: offer.barred.of })}</p>}
      {faults.term !== undefined && (
        <p className="field-help error" role="alert">
          {faults.term}
        </p>
      )}
      <NumberField
        {...figure('paymentDay')}
        name="payment_day"
        label={t('paymentDay')}
        help={t('paymentDayHelp', { first: PAYMENT_DAYS.first, last: PAYMENT_DAYS.last })}
      />
      <SumField
        {...figure('discount')}
        name="discount"
        label={t('discount')}
        help={t('discountHelp', { goods: formatNumber(goods) })}
      />
      {sale && <p className="field-help">{t(`kinds.${sale.kind}`, { day: formatDate(sale.day) })}</p>}
    </>
  );
}

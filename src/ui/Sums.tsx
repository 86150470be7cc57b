import { currencyDecimals, currencyUnit } from '../format/numbers.ts';
import { useLanguage } from '../i18n/index.ts';
import { Quantity } from './Quantity.tsx';

export interface Amount {
  currency: string;
  amount: number;
}

/** Sums by currency as amounts: soʻm first, then by the currency's letters. */
export const amountsOf = (sums: Readonly<Record<string, number>>): Amount[] =>
  Object.entries(sums)
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((one, other) =>
      one.currency === 'UZS' ? -1 : other.currency === 'UZS' ? 1 : one.currency < other.currency ? -1 : 1,
    );

/** Amounts of several currencies under each other: whole soʻm, cents of the others, units in one slot. */
export function Sums({ amounts }: { amounts: readonly Amount[] }) {
  const language = useLanguage();
  if (amounts.length === 0) return <span className="faint">—</span>;
  return (
    <span className="sums">
      {amounts.map(({ currency, amount }) => (
        <Quantity
          key={currency}
          value={amount}
          decimals={currencyDecimals(currency)}
          unit={currencyUnit(currency, language)}
        />
      ))}
    </span>
  );
}

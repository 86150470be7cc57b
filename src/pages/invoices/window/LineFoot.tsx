import { useMemo } from 'react';
import type { GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { amountsOf } from '../../../ui/Sums.tsx';
import type { CurrencyChoice } from './cells.ts';
import { totalsOf } from './totals.ts';

interface LineFootProps {
  rows: readonly GridRow[];
  currencies: readonly CurrencyChoice[];
  /** Columns between the count and the selling price. */
  middle: number;
}

/** What all lines come to, under their columns. */
export function LineFoot({ rows, currencies, middle }: LineFootProps) {
  const t = useText('invoice');
  const language = useLanguage();
  const { lines, leftOut, units, cost, selling, serials } = useMemo(
    () => totalsOf(rows, currencies),
    [rows, currencies],
  );
  return (
    <tfoot data-testid="lines-foot">
      <tr>
        <td colSpan={4} className="side">
          {t('lines.found', { count: lines, figure: formatNumber(lines) })}
          {leftOut > 0 && (
            <span className="amber">
              {', '}
              {t('foot.leftOut', { count: leftOut, figure: formatNumber(leftOut) })}
            </span>
          )}
        </td>
        <td className="end">
          <b data-testid="foot-units">{formatNumber(units)}</b>
        </td>
        <td className="end" colSpan={middle} data-testid="sums">
          {amountsOf(cost).map(({ currency, amount }, at) => (
            <span key={currency}>
              {at > 0 && ' + '}
              <b>{formatMoney(amount, currency, language)}</b>
            </span>
          ))}
        </td>
        <td className="end" colSpan={2}>
          {t('foot.selling')} <b data-testid="foot-selling">{formatNumber(selling)}</b>
        </td>
        <td colSpan={3}>
          {serials.needed > 0 && (
            <b className={serials.saved < serials.needed ? 'amber' : undefined} data-testid="foot-serials">
              {formatNumber(serials.saved)} / {formatNumber(serials.needed)}
            </b>
          )}
        </td>
        <td />
      </tr>
    </tfoot>
  );
}

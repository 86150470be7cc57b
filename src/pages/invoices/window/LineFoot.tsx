import { useMemo } from 'react';
import type { Column, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { amountsOf } from '../../../ui/Sums.tsx';
import type { CurrencyChoice } from './cells.ts';
import { totalsOf } from './totals.ts';

interface LineFootProps {
  rows: readonly GridRow[];
  currencies: readonly CurrencyChoice[];
  columns: readonly Column[];
  /** What is seen of the grid, in px, where that is less than all its columns; else null. */
  room: number | null;
}

/** What all lines come to: under their columns, or in words where these are not seen. */
export function LineFoot({ rows, currencies, columns, room }: LineFootProps) {
  const t = useText('invoice');
  const language = useLanguage();
  const { lines, leftOut, units, cost, selling, serials } = useMemo(
    () => totalsOf(rows, currencies),
    [rows, currencies],
  );
  const found = (
    <>
      {t('lines.found', { count: lines, figure: formatNumber(lines) })}
      {leftOut > 0 && (
        <span className="amber">
          {', '}
          {t('foot.leftOut', { count: leftOut, figure: formatNumber(leftOut) })}
        </span>
      )}
    </>
  );
  const count = <b data-testid="foot-units">{formatNumber(units)}</b>;
  const costs = amountsOf(cost).map(({ currency, amount }, at) => (
    <span key={currency}>
      {at > 0 && ' + '}
      <b>{formatMoney(amount, currency, language)}</b>
    </span>
  ));
  const sold = (
    <>
      {t('foot.selling')} <b data-testid="foot-selling">{formatNumber(selling)}</b>
    </>
  );
  const numbers = serials.needed > 0 && (
    <b className={serials.saved < serials.needed ? 'amber' : undefined} data-testid="foot-serials">
      {formatNumber(serials.saved)} / {formatNumber(serials.needed)}
    </b>
  );
  return (
    <tfoot data-testid="lines-foot">
      <tr>
        {room === null ? (
          <>
            <td colSpan={4} className="side">
              {found}
            </td>
            <td className="end">{count}</td>
            {/* from what follows the count to the selling price */}
            <td className="end" colSpan={columns.indexOf('selling_price') - 5}>
              {sold}
            </td>
            {/* ends with the column of what it sums, and needs more room than one line's sum */}
            <td className="end foot-costs" colSpan={2} data-testid="sums">
              {costs}
            </td>
            <td colSpan={3}>{numbers}</td>
            <td />
          </>
        ) : (
          <td colSpan={columns.length} className="foot-words">
            <div style={{ width: room }}>
              <span>{found}</span>
              <span>
                {t('lines.count')} {count}
              </span>
              <span>
                {t('lines.sum')} <span data-testid="sums">{costs}</span>
              </span>
              <span>{sold}</span>
              {numbers && (
                <span>
                  {t('lines.serials')} {numbers}
                </span>
              )}
            </div>
          </td>
        )}
      </tr>
    </tfoot>
  );
}

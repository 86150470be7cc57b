/** The schedule of a contract: what is due when, what of it is paid, what is left after each. */
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';

export interface InstalmentRow {
  number: number;
  due: string;
  amount: number;
  /** null: nothing is owed yet, so nothing is paid or left. */
  paid: number | null;
  /** What of it was given up. */
  written_off?: number;
}

/**
 * What is paid gives way where it is narrow: it follows from what is due and what is left.
 * @param day the practice date: what is unpaid before it is overdue
 */
export function Instalments({ rows, day }: { rows: readonly InstalmentRow[]; day: string }) {
  const t = useText('sale');
  const counted = rows.some(({ paid }) => paid !== null);
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const givenUp = rows.some(({ written_off = 0 }) => written_off > 0);
  let passed = 0;
  return (
    <FittingTable>
      <table className="table" data-testid="instalments">
        <thead>
          <tr>
            <th>№</th>
            <th>{t('due')}</th>
            <th className="end">{t('amount')}</th>
            {counted && <th className="end gives">{t('paid')}</th>}
            {givenUp && <th className="end">{t('writeOff.column')}</th>}
            <th className="end">{counted ? t('left') : t('leftAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, due, amount, paid, written_off = 0 }) => {
            passed += amount;
            const left = paid === null ? total - passed : amount - paid - written_off;
            const late = paid !== null && left > 0 && due < day;
            return (
              <tr key={number}>
                <td className="num">{number}</td>
                <td className="num">
                  {formatDate(due)}
                  {late && <span className="red"> {t('late')}</span>}
                </td>
                <td className="end num">{formatNumber(amount)}</td>
                {counted && <td className="end num gives">{formatNumber(paid ?? 0)}</td>}
                {givenUp && <td className="end num">{formatNumber(written_off)}</td>}
                <td className={late ? 'end num red' : 'end num'}>{formatNumber(left)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t('inAll')}</td>
            <td className="end num">{formatNumber(total)}</td>
            {counted && (
              <td className="end num gives">{formatNumber(rows.reduce((sum, { paid }) => sum + (paid ?? 0), 0))}</td>
            )}
            {givenUp && (
              <td className="end num">
                {formatNumber(rows.reduce((sum, { written_off = 0 }) => sum + written_off, 0))}
              </td>
            )}
            <td className="end num">
              {counted &&
                formatNumber(
                  rows.reduce((sum, { amount, paid, written_off = 0 }) => sum + amount - (paid ?? 0) - written_off, 0),
                )}
            </td>
          </tr>
        </tfoot>
      </table>
    </FittingTable>
  );
}

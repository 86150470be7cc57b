/** Where each soʻm of a payment goes; what it does not reach is faint. */
import { formatNumber } from '../../../contract/figures.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { classes } from '../../ui/look.ts';
import type { Reckoning } from './reckoning.ts';

const DAY_MS = 24 * 3_600_000;
const daysFrom = (due: string, day: string): number => Math.round((Date.parse(day) - Date.parse(due)) / DAY_MS);

export function PreviewTable({ reckoning, taken, day }: { reckoning: Reckoning | null; taken: number; day: string }) {
  const t = useText('cashbox');
  if (reckoning === null) return null;
  const { rows, owed, prepaid, overdueDays, closed } = reckoning;
  return (
    <div className="desk-preview" data-testid="payment-preview">
      <h3>{t('preview.title')}</h3>
      <FittingTable>
        <table className="desk-table">
          <thead>
            <tr>
              <th scope="col">{t('contract')}</th>
              <th scope="col" className="gives">
                №
              </th>
              <th scope="col">{t('dueDate')}</th>
              <th scope="col" className="gives">
                {t('preview.late')}
              </th>
              <th scope="col" className="end gives">
                {t('preview.before')}
              </th>
              <th scope="col" className="end">
                {t('preview.taken')}
              </th>
              <th scope="col" className="end">
                {t('preview.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const late = row.instalment === null ? 0 : daysFrom(row.instalment.due, day);
              return (
                <tr key={row.key} className={classes(row.taken + row.prepaid === 0 && 'faint')}>
                  <td className="code whole">{row.contract.number ?? `#${row.contract.id}`}</td>
                  <td className="gives">{row.instalment === null ? '' : row.instalment.number}</td>
                  <td className="num">
                    {row.instalment === null ? t('prepaidShort') : formatDate(row.instalment.due)}
                  </td>
                  <td className={classes('gives', late > 0 && (late > 30 ? 'red' : 'amber'))}>
                    {row.instalment !== null && late > 0 && t('days', { count: late, n: formatNumber(late) })}
                  </td>
                  <td className="end num gives">{row.instalment === null ? '—' : formatNumber(row.before)}</td>
                  <td className="end num">
                    <b>{formatNumber(row.taken)}</b>
                    {row.prepaid > 0 && (
                      <span className="text-xs muted"> {t('preview.ofPrepaid', { n: formatNumber(row.prepaid) })}</span>
                    )}
                  </td>
                  <td className="end num">{row.after === null ? '—' : formatNumber(row.after)}</td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('preview.all')}
              </th>
              <td className="gives" />
              <td className="gives" />
              <td className="end num gives">{formatNumber(rows.reduce((sum, one) => sum + one.before, 0))}</td>
              <td className="end num">
                <b>{formatNumber(taken)}</b>
              </td>
              <td className="end num">{formatNumber(rows.reduce((sum, { after }) => sum + (after ?? 0), 0))}</td>
            </tr>
          </tfoot>
        </table>
      </FittingTable>
      <p className="muted">
        {t('preview.words', {
          days: t('days', { count: overdueDays, n: formatNumber(overdueDays) }),
          owed: formatNumber(owed),
          prepaid: formatNumber(prepaid),
        })}
        {closed.length > 0 &&
          ` ${t('preview.closed', { contracts: closed.map(({ number }) => number ?? '').join(', ') })}`}
      </p>
    </div>
  );
}

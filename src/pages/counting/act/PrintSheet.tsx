import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { matrixTotals, type Netted } from '../../../../machines/actWorkspace/matrix.ts';
import { formatDateTimeFull } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Money, Quantity } from '../../../ui/Quantity.tsx';
import { categoryNames } from '../categories.ts';
import type { Printed } from './printed.ts';

/** The act on paper: its differences or all of its lines, with room for the signatures. */
export function PrintSheet({ act, printed: { lines, rows, counters } }: { act: ActDetails; printed: Printed }) {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const language = useLanguage();
  const totals = matrixTotals(rows);
  const moment = (state: string) => (act.moments[state] ? formatDateTimeFull(act.moments[state]) : '—');
  const people = [
    { key: 'creator', name: act.created_by.fullname, role: t('print.creator') },
    ...counters.map((counter) => ({ key: String(counter.id), name: counter.user.fullname, role: counter.title })),
  ];
  return (
    <article className="print-sheet print-only" data-testid="print-sheet" lang={language}>
      <h1>{t('act.title', { number: act.number })}</h1>
      <dl className="facts">
        <dt>{t('list.organization')}</dt>
        <dd>{act.organization}</dd>
        <dt>{t('list.comment')}</dt>
        <dd>{act.comment}</dd>
        {act.categories.length > 0 && (
          <>
            <dt>{t('form.categories')}</dt>
            <dd>{t('act.only', { categories: categoryNames(act.categories, language) })}</dd>
          </>
        )}
        <dt>{t('list.status')}</dt>
        <dd>{tm(`states.${act.status}.name`)}</dd>
        <dt>{t('list.created')}</dt>
        <dd>
          {formatDateTimeFull(act.created_at)}, {act.created_by.fullname}
        </dd>
        <dt>{tm('states.residues_loaded.name')}</dt>
        <dd>{moment('residues_loaded')}</dd>
        <dt>{tm('states.completed.name')}</dt>
        <dd>{moment('completed')}</dd>
        <dt>{t('print.way')}</dt>
        <dd>{t(act.blind ? 'print.blind' : 'print.notBlind')}</dd>
        <dt>{t('print.lines')}</dt>
        <dd>
          {t(`print.${lines}`)}: {formatNumber(rows.length)}
          {act.not_counted > 0 && `; ${t('print.notCounted', { figure: formatNumber(act.not_counted) })}`}
        </dd>
      </dl>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('matrix.number')}</th>
            <th scope="col">{t('matrix.product')}</th>
            <th scope="col">{t('matrix.sku')}</th>
            <th scope="col" className="end">
              {t('matrix.residue')}
            </th>
            <th scope="col" className="end">
              {t('matrix.final')}
            </th>
            <th scope="col" className="end">
              {t('matrix.difference')}
            </th>
            <th scope="col" className="end">
              {t('matrix.differenceSum')}
            </th>
            <th scope="col">{t('tabs.comments')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.product_variant.id}>
              <td>{formatNumber(index + 1)}</td>
              <td className="print-words">{row.product_variant.title}</td>
              <td>{row.product_variant.sku}</td>
              <td className="end">
                <Quantity value={row.residue} />
              </td>
              <td className="end">
                <Quantity value={row.final_count} />
              </td>
              <td className="end">
                <Quantity value={row.difference} kind="difference" />
              </td>
              <td className="end">
                <Money value={row.difference_sum} kind="difference" />
              </td>
              <td className="print-words">{row.count_commentaries.map(({ comment }) => comment).join('; ')}</td>
            </tr>
          ))}
        </tbody>
        <tbody className="print-totals">
          {(['shortage', 'surplus'] as const).map((side) => (
            <tr key={side}>
              <th scope="row" colSpan={5}>
                {t(`matrix.${side}`)}
              </th>
              <NettedCells netted={totals[side]} />
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3}>
              {t('matrix.total')}
            </th>
            <td className="end">{formatNumber(totals.residue)}</td>
            <td className="end">{formatNumber(totals.final)}</td>
            <NettedCells netted={totals.difference} />
          </tr>
        </tbody>
      </table>
      {totals.open.residue > 0 && (
        <p>
          {t('matrix.leftOut', {
            count: totals.open.rows,
            figure: formatNumber(totals.open.rows),
            residue: formatNumber(totals.open.residue),
          })}
        </p>
      )}
      <section className="signatures" aria-label={t('print.signatures')}>
        {people.map(({ key, name, role }) => (
          <div key={key}>
            <span className="sign-line" />
            <span>
              {name}, {role}
            </span>
          </div>
        ))}
      </section>
      <p className="print-time">{t('print.printed', { time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}

function NettedCells({ netted: { units, sum } }: { netted: Netted }) {
  const language = useLanguage();
  return (
    <>
      <td className="end">{formatNumber(units, { plus: true })}</td>
      <td className="end">{formatMoney(sum, 'UZS', language, { plus: true })}</td>
      <td />
    </>
  );
}

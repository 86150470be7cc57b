import { useUser } from '../../app/session.ts';
import { formatDateTimeFull } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { classes } from '../look.ts';
import { isNumeric, kindOf, wordsOf } from './columns.tsx';
import { FilterWords } from './filters.tsx';
import { isTotalled, totalOf } from './totals.ts';
import type { List } from './useList.ts';

/** From so many columns on the paper is landscape. */
const WIDE = 6;

export interface PrintListProps<Row, Answer> {
  list: List<Row, Answer>;
  title: string;
  rows: readonly Row[];
  /** The list has rows beyond these. */
  cut: boolean;
}

/** A list on paper: what it is, by which filters, the rows, who printed it and when. */
export function PrintList<Row, Answer>({ list, title, rows, cut }: PrintListProps<Row, Answer>) {
  const t = useText('kit');
  const language = useLanguage();
  const { fullname } = useUser();
  const shown = list.columns.filter(
    (column) => !column.actions && (column.hidden === 'screen' || list.shown.includes(column)),
  );
  const filters = list.filters.filter(({ key }) => list.written(key) !== null);
  const { summed } = list;
  // it explains a total: without one on the paper it has nothing to explain
  const leftOut = (summed && shown.some(isTotalled) && summed.leftOutOf(rows)) || null;
  const figures = { rows: formatNumber(rows.length), ...(list.total !== null && { total: formatNumber(list.total) }) };
  return (
    <article
      className={classes('print-sheet print-only', shown.length >= WIDE && 'wide')}
      data-testid="print-list"
      lang={language}
    >
      <h1>{title}</h1>
      <dl className="facts">
        {filters.map((filter) => (
          <div key={filter.key} className="fact">
            <dt>{filter.label}</dt>
            <dd>
              <FilterWords list={list} filter={filter} />
            </dd>
          </div>
        ))}
        <div className="fact">
          <dt>{t('list.print.rows')}</dt>
          <dd>
            {cut
              ? t('list.cut', figures)
              : list.total === null || rows.length === list.total
                ? figures.rows
                : t('list.print.some', figures)}
          </dd>
        </div>
      </dl>
      <table className="table">
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.key} scope="col" className={isNumeric(kindOf(column)) ? 'end' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={list.rowKey(row)}>
              {shown.map((column) => (
                <td
                  key={column.key}
                  className={isNumeric(kindOf(column)) ? 'end' : kindOf(column) === 'code' ? 'code' : 'print-words'}
                >
                  {wordsOf(column, row, language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {summed && (
          <tbody className="print-totals">
            <tr>
              {shown.map((column, at) => {
                const total = totalOf(column, rows, summed.counts);
                return at === 0 ? (
                  <th key={column.key} scope="row">
                    {t('list.total')}
                  </th>
                ) : (
                  <td key={column.key} className="end">
                    {total !== null &&
                      formatNumber(total, { decimals: column.decimals ?? 0, plus: column.signed === true })}
                  </td>
                );
              })}
            </tr>
          </tbody>
        )}
      </table>
      {leftOut !== null && <p>{leftOut}</p>}
      <p className="print-time">{t('list.print.printed', { name: fullname, time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}

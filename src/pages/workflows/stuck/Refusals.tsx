/** What people were refused, the most frequent first, with its share of all attempts in each branch. */
import type { WorkflowFigures } from '../../../../contract/workflows.ts';
import { formatMonth } from '../../../format/dates.ts';
import { formatNumber, formatPercent } from '../../../format/numbers.ts';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { StateName } from '../Tables.tsx';
import { refusedIn, type Shared, shareOf } from './figures.ts';

interface RefusalsProps extends Shared {
  figures: WorkflowFigures;
  month: string | null;
  /** The rest of the view is narrowed to a person, to a page, and refusals are not. */
  ofEverybody: boolean;
  ofEveryPage: boolean;
}

export function Refusals({ figures, month, ofEverybody, ofEveryPage, entry, words, t, language }: RefusalsProps) {
  const rows = refusedIn(figures.refusals);
  return (
    <div className="stuck-part" data-testid="stuck-refusals">
      <h2 className="section-title">{t('refusals')}</h2>
      {ofEverybody && <p className="muted">{t('ofEverybody')}</p>}
      {ofEveryPage && <p className="muted">{t('ofEveryPage')}</p>}
      {rows.length === 0 ? (
        <p className="muted">
          {month === null ? t('noRefusals') : t('noRefusalsIn', { month: formatMonth(`${month}-01`, language) })}
        </p>
      ) : (
        <FittingTable>
          <table className="table dense times-table" aria-label={t('refusals')}>
            <thead>
              <tr>
                <th scope="col">{t('columns.event')}</th>
                <th scope="col">{t('columns.state')}</th>
                <th scope="col">{t('columns.reason')}</th>
                <th scope="col" className="end">
                  {t('columns.refused')}
                </th>
                <th scope="col">{t('columns.branches')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ state, event, reason, words: said, count, branches }) => (
                <tr key={`${state} ${event} ${reason}`} data-refusal={`${event} ${reason}`}>
                  <td>{words.event(event)}</td>
                  <td>{state === '' ? '—' : <StateName path={state} entry={entry} words={words} />}</td>
                  <td>{said ?? <span className="code">{reason}</span>}</td>
                  <td className="end num">{formatNumber(count)}</td>
                  <td>
                    {branches.map(({ organization, count: own, tried }) => (
                      <div key={organization}>
                        {t('inBranch', {
                          branch: organization,
                          share: formatPercent(shareOf(own, tried)),
                          count: formatNumber(own),
                          tried: formatNumber(tried),
                        })}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FittingTable>
      )}
    </div>
  );
}

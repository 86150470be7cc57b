/** The criteria of a run, by what they took away: what each saw, and what it gave. */
import { MOST_POINTS } from '../../../contract/scoring/facts.ts';
import type { CriterionLine, ScoringRun } from '../../../contract/scoringRuns.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { StandIn } from './chips.tsx';
import { seenWords } from './words.ts';

export function Criteria({ run }: { run: ScoringRun }) {
  const t = useText('scoring');
  const weights = run.criteria.reduce((sum, { weight }) => sum + weight, 0);
  const heaviest = Math.max(...run.criteria.map(({ weight }) => weight), 0);
  const standsIn = new Set(run.sources.filter(({ stand_in }) => stand_in).map(({ source }) => source));
  // parts of 100
  const part = (figure: number) => (weights === 0 ? 0 : figure / weights);
  const given = ({ weight, points }: CriterionLine) => part(weight * points);
  const lost = ({ weight, points }: CriterionLine) => part(weight * (MOST_POINTS - points));
  const total = (by: (line: CriterionLine) => number) => run.criteria.reduce((sum, one) => sum + by(one), 0);
  const figure = (value: number) => formatNumber(value, { decimals: 1 });
  // texts: scoring source.*
  return (
    <section>
      <h2>
        {t('criteria')} <span className="muted">{t('criteriaOrder')}</span>
      </h2>
      <FittingTable>
        <table className="table" aria-label={t('criteria')}>
          <thead>
            <tr>
              <th scope="col">{t('criterion')}</th>
              <th scope="col">{t('seenTitle')}</th>
              <th scope="col" className="side gives">
                {t('sourceTitle')}
              </th>
              <th scope="col" className="end">
                {t('weight')}
              </th>
              <th scope="col" className="end">
                {t('points')}
              </th>
              <th scope="col" className="gives">
                <span className="unseen">{t('pointsOfWeight')}</span>
              </th>
              <th scope="col" className="end">
                {t('given')}
              </th>
              <th scope="col" className="end side gives">
                {t('lost')}
              </th>
            </tr>
          </thead>
          <tbody>
            {run.criteria.map((line) => (
              <tr key={line.criterion_id} className={line.stop ? 'bad' : undefined}>
                <th scope="row">{line.name}</th>
                <td>
                  {seenWords(line, t) ?? (
                    <>
                      <mark className="scoring-missing">{t('missing_fact')}</mark>{' '}
                      <span className="muted">{t('missingPoints')}</span>
                    </>
                  )}
                </td>
                <td className="side gives">
                  {t(`source.${line.source}`)} {line.input !== null && standsIn.has(line.source) && <StandIn />}
                </td>
                <td className="end">{formatNumber(line.weight, { decimals: 2, trim: true })}</td>
                <td className="end">
                  {line.stop && <b className="scoring-stop">{t('stop')} </b>}
                  {formatNumber(line.points, { decimals: 3, trim: true })}
                </td>
                <td className="gives scoring-share">
                  <span
                    className="scoring-weigh"
                    aria-hidden="true"
                    style={{ inlineSize: `${heaviest === 0 ? 0 : (line.weight / heaviest) * 100}%` }}
                  >
                    <i style={{ inlineSize: `${line.points}%` }} />
                  </span>
                </td>
                <td className="end">
                  <b>{figure(given(line))}</b>
                </td>
                <td className="end side gives">{figure(-lost(line))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('sumOfParts')}</th>
              <td />
              <td className="gives" />
              <td className="end">{formatNumber(weights, { decimals: 2, trim: true })}</td>
              <td />
              <td className="gives" />
              <td className="end">{figure(total(given))}</td>
              <td className="end gives">{figure(-total(lost))}</td>
            </tr>
          </tfoot>
        </table>
      </FittingTable>
    </section>
  );
}

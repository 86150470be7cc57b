/** The criteria of a run, by what they took away: what each saw, and what it gave. */
import { MOST_POINTS } from '../../../contract/scoring/facts.ts';
import type { CriterionLine, ScoringRun } from '../../../contract/scoringRuns.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
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
  const columns: Column<CriterionLine>[] = [
    { key: 'name', title: t('criterion'), cell: ({ name }) => name, cut: true, foot: t('sumOfParts') },
    {
      key: 'seen',
      title: t('seenTitle'),
      cell: (line) =>
        seenWords(line, t) ?? (
          <>
            <mark className="scoring-missing">{t('missing_fact')}</mark>{' '}
            <span className="muted">{t('missingPoints')}</span>
          </>
        ),
    },
    {
      key: 'source',
      title: t('sourceTitle'),
      side: true,
      drop: 'least',
      cell: ({ source, input }) => (
        <>
          {t(`source.${source}`)} {input !== null && standsIn.has(source) && <StandIn />}
        </>
      ),
    },
    {
      key: 'weight',
      title: t('weight'),
      numeric: true,
      cell: ({ weight }) => formatNumber(weight, { decimals: 2, trim: true }),
      foot: formatNumber(weights, { decimals: 2, trim: true }),
    },
    {
      key: 'points',
      title: t('points'),
      numeric: true,
      cell: ({ points, stop }) => (
        <>
          {stop && <b className="scoring-stop">{t('stop')} </b>}
          {formatNumber(points, { decimals: 3, trim: true })}
        </>
      ),
    },
    {
      key: 'bar',
      title: <span className="unseen">{t('pointsOfWeight')}</span>,
      drop: 'less',
      width: '7rem',
      cell: ({ weight, points }) => (
        <span
          className="scoring-weigh"
          aria-hidden="true"
          style={{ inlineSize: `${heaviest === 0 ? 0 : (weight / heaviest) * 100}%` }}
        >
          <i style={{ inlineSize: `${points}%` }} />
        </span>
      ),
    },
    {
      key: 'given',
      title: t('given'),
      numeric: true,
      cell: (line) => <b>{figure(given(line))}</b>,
      foot: figure(total(given)),
    },
    {
      key: 'lost',
      title: t('lost'),
      numeric: true,
      side: true,
      drop: 'less',
      cell: (line) => figure(-lost(line)),
      foot: figure(-total(lost)),
    },
  ];
  return (
    <section>
      <h2>
        {t('criteria')} <span className="muted">{t('criteriaOrder')}</span>
      </h2>
      <DataTable
        label={t('criteria')}
        columns={columns}
        rows={run.criteria}
        rowKey={({ criterion_id }) => criterion_id}
        mark={({ stop }) => (stop ? 'bad' : undefined)}
      />
    </section>
  );
}

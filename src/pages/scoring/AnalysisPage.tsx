/** How the model decides and how approved contracts pay: by band of the score, why it refuses, what sources answer (areas 4.16). */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { type ScoringAnalysis, scoringAnalysis } from '../../../contract/scoringAnalysis.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { tashkentDay } from '../../format/dates.ts';
import { formatNumber, formatPercent } from '../../format/numbers.ts';
import { daysIn } from '../../format/parseDay.ts';
import { useText } from '../../i18n/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PeriodFilter } from '../../ui/dates/PeriodFilter.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { Figures, Toolbar } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { StandIn } from './chips.tsx';
import './scoring.css';

type Band = ScoringAnalysis['bands'][number];
type Reason = ScoringAnalysis['reasons'][number];
type Source = ScoringAnalysis['sources'][number];

/** From the first of the month until today. */
function thisMonth(): string {
  const today = tashkentDay(Date.now());
  return `${today.slice(0, 8)}01,${today}`;
}

const share = (part: number, whole: number): string => (whole === 0 ? '—' : formatPercent((part / whole) * 100));
const figure = (value: number) => formatNumber(value);
const added = <Row,>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

export default function AnalysisPage() {
  const t = useText('scoring');
  const mayReport = useAllows('scoring_analysis.report');
  usePageTitle(t('analysis.title'));
  const [params, set] = useAddress();
  const written = daysIn(params.get('date')) === null ? thisMonth() : (params.get('date') as string);
  const read = useCall(scoringAnalysis, { query: { date: written } });
  const data = read.data?.data;
  return (
    <div className="scoring-analysis">
      <Toolbar
        acts={mayReport && <Button icon={<PrintIcon size={14} />} text={t('print')} onClick={() => window.print()} />}
      >
        <PeriodFilter label={t('analysis.period')} value={written} onChange={(date) => set({ date })} />
      </Toolbar>
      {data !== undefined ? (
        <Tables data={data} />
      ) : read.error ? (
        <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={10} columns={[2, 1, 1, 1]} />
      )}
    </div>
  );
}

function Tables({ data }: { data: ScoringAnalysis }) {
  const t = useText('scoring');
  const { runs, failed, bands, reasons, sources } = data;
  if (runs === 0) return <Empty kind="nothing" title={t('analysis.nothing')} text={t('analysis.nothingText')} />;
  const decided = added(bands, (one) => one.runs);
  const count = (key: string, title: string, of: (row: Band) => number): Column<Band> => ({
    ...{ key, title, numeric: true },
    cell: (row) => figure(of(row)),
    foot: figure(added(bands, of)),
  });
  const byBand: Column<Band>[] = [
    { key: 'band', title: t('analysis.band'), cell: ({ from, to }) => `${from}–${to}`, foot: t('analysis.all') },
    count('runs', t('analysis.runs'), (row) => row.runs),
    count('approved', t('decision.approved'), (row) => row.approved),
    {
      ...{ key: 'share', title: t('analysis.approvedShare'), numeric: true, side: true, drop: 'less' },
      cell: ({ approved, runs: all }) => share(approved, all),
      foot: share(
        added(bands, (one) => one.approved),
        decided,
      ),
    },
    { ...count('manual', t('decision.manual'), (row) => row.manual), drop: 'less' },
    count('refused', t('decision.refused'), (row) => row.refused),
    { ...count('reviewed', t('analysis.reviewed'), (row) => row.reviewed), drop: 'less' },
    { ...count('limit', t('analysis.limits'), (row) => row.credit_limit), drop: 'least' },
  ];
  const led = added(bands, (one) => one.contracts);
  const late = added(bands, (one) => one.overdue);
  const byPayment: Column<Band>[] = [
    { key: 'band', title: t('analysis.band'), cell: ({ from, to }) => `${from}–${to}`, foot: t('analysis.all') },
    count('contracts', t('analysis.contracts'), (row) => row.contracts),
    count('overdue', t('analysis.overdue'), (row) => row.overdue),
    {
      ...{ key: 'share', title: t('analysis.overdueShare'), numeric: true, side: true },
      cell: ({ overdue, contracts }) => share(overdue, contracts),
      foot: share(late, led),
    },
  ];
  const refused = added(reasons, (one) => one.runs);
  const byReason: Column<Reason>[] = [
    { key: 'name', title: t('criterion'), cell: ({ name }) => name },
    { key: 'runs', title: t('analysis.refusals'), numeric: true, cell: ({ runs: of }) => figure(of) },
    { key: 'share', title: t('analysis.share'), numeric: true, side: true, cell: ({ runs: of }) => share(of, refused) },
    { key: 'stopped', title: t('stopTitle'), numeric: true, cell: ({ stopped }) => figure(stopped) },
  ];
  // texts: scoring source.*
  const bySource: Column<Source>[] = [
    {
      key: 'source',
      title: t('sourceTitle'),
      cell: ({ source, stand_in }) => (
        <>
          {t(`source.${source}`)} {stand_in && <StandIn />}
        </>
      ),
    },
    { key: 'asked', title: t('analysis.asked'), numeric: true, cell: ({ asked }) => figure(asked) },
    { key: 'answered', title: t('analysis.answered'), numeric: true, cell: (row) => figure(row.answered) },
    { key: 'no_data', title: t('missing_fact'), numeric: true, drop: 'less', cell: (row) => figure(row.no_data) },
    { key: 'failed', title: t('analysis.failed'), numeric: true, cell: (row) => figure(row.failed) },
    {
      ...{ key: 'not_allowed', title: t('sourceResult.not_allowed'), numeric: true, drop: 'least' },
      cell: (row) => figure(row.not_allowed),
    },
  ];
  return (
    <>
      <Figures
        items={[
          { key: 'runs', label: t('analysis.runs'), value: <b className="num">{figure(runs)}</b> },
          {
            key: 'approved',
            label: t('analysis.approvedShare'),
            value: (
              <b className="num">
                {share(
                  added(bands, (one) => one.approved),
                  decided,
                )}
              </b>
            ),
          },
          { key: 'failed', label: t('analysis.withoutScore'), value: <b className="num">{figure(failed)}</b> },
        ]}
      />
      <section>
        <h2>{t('analysis.byBand')}</h2>
        <FittingTable>
          <DataTable label={t('analysis.byBand')} columns={byBand} rows={bands} rowKey={({ from }) => from} />
        </FittingTable>
      </section>
      <div className="scoring-columns">
        <section data-testid="scoring-paid">
          <h2>{t('analysis.byPayment')}</h2>
          {led === 0 ? (
            <p className="muted">{t('analysis.noContracts')}</p>
          ) : (
            <DataTable label={t('analysis.byPayment')} columns={byPayment} rows={bands} rowKey={({ from }) => from} />
          )}
        </section>
        <section>
          <h2>{t('analysis.byReason')}</h2>
          {reasons.length === 0 ? (
            <p className="muted">{t('analysis.noRefusals')}</p>
          ) : (
            <FittingTable>
              <DataTable
                label={t('analysis.byReason')}
                columns={byReason}
                rows={reasons}
                rowKey={({ criterion_id }) => criterion_id}
              />
            </FittingTable>
          )}
        </section>
        <section>
          <h2>{t('analysis.bySource')}</h2>
          <FittingTable>
            <DataTable
              label={t('analysis.bySource')}
              columns={bySource}
              rows={sources}
              rowKey={({ source }) => source}
            />
          </FittingTable>
        </section>
      </div>
    </>
  );
}

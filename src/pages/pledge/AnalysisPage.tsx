/** Cars as pledges: what they were accepted for, what is owed on what they secure, by model (areas 4.12). */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { type PledgeOfModel, pledgeAnalysis } from '../../../contract/pledgeAnalysis.ts';
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
import './pledge.css';

/** From the first of January until today. */
function thisYear(): string {
  const today = tashkentDay(Date.now());
  return `${today.slice(0, 4)}-01-01,${today}`;
}

const share = (part: number, whole: number): string => (whole === 0 ? '—' : formatPercent((part / whole) * 100));
const figure = (value: number) => formatNumber(value);

/** How far prices have moved since, with its sign. */
function Change({ then, now }: { then: number; now: number }) {
  if (then === 0) return '—';
  const percent = Math.round((now / then - 1) * 1000) / 10;
  return (
    <span className={percent < 0 ? 'red' : undefined}>
      {percent > 0 ? '+' : ''}
      {formatPercent(percent)}
    </span>
  );
}

export default function AnalysisPage() {
  const t = useText('pledge');
  const mayReport = useAllows('car_evaluations.report');
  usePageTitle(t('title'));
  const [params, set] = useAddress();
  const written = daysIn(params.get('date')) === null ? thisYear() : (params.get('date') as string);
  const read = useCall(pledgeAnalysis, { query: { date: written } });
  const rows = read.data?.data;
  return (
    <>
      <Toolbar
        acts={mayReport && <Button icon={<PrintIcon size={14} />} text={t('print')} onClick={() => window.print()} />}
      >
        <PeriodFilter label={t('period')} value={written} onChange={(date) => set({ date })} />
      </Toolbar>
      {rows !== undefined ? (
        <Table rows={rows} />
      ) : read.error ? (
        <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={10} columns={[2, 1, 1, 1]} />
      )}
    </>
  );
}

function Table({ rows }: { rows: readonly PledgeOfModel[] }) {
  const t = useText('pledge');
  if (rows.length === 0) return <Empty kind="nothing" title={t('nothing')} text={t('nothingText')} />;
  type Summed = Exclude<keyof PledgeOfModel, 'model' | 'model_id'>;
  const all = (of: Summed) => rows.reduce((sum, row) => sum + row[of], 0);
  const sum = (key: Summed): Column<PledgeOfModel> => ({
    ...{ key, title: t(key), numeric: true },
    cell: (row) => figure(row[key]),
    foot: figure(all(key)),
  });
  const columns: Column<PledgeOfModel>[] = [
    { key: 'model', title: t('model'), cell: ({ model }) => model, foot: t('all') },
    { ...sum('evaluations'), drop: 'least' },
    {
      ...{ key: 'share', title: t('share'), numeric: true, drop: 'less' },
      cell: ({ accepted, market }) => share(accepted, market),
      foot: share(all('accepted'), all('market')),
    },
    sum('pledged'),
    { ...sum('security'), drop: 'less' },
    sum('debt'),
    {
      ...{ key: 'cover', title: t('cover'), numeric: true },
      // a car that is accepted for less than is owed on it
      cell: ({ security, debt }) => (
        <span className={security < debt ? 'red' : undefined}>{share(security, debt)}</span>
      ),
      foot: share(all('security'), all('debt')),
    },
    {
      ...{ key: 'change', title: t('change'), numeric: true, drop: 'less' },
      cell: ({ price_then, price_now }) => <Change then={price_then} now={price_now} />,
      foot: <Change then={all('price_then')} now={all('price_now')} />,
    },
    { ...sum('released'), drop: 'least' },
  ];
  return (
    <>
      <Figures
        items={[
          { key: 'pledged', label: t('pledged'), value: <b className="num">{figure(all('pledged'))}</b> },
          { key: 'debt', label: t('debt'), value: <b className="num">{figure(all('debt'))}</b> },
          { key: 'cover', label: t('cover'), value: <b className="num">{share(all('security'), all('debt'))}</b> },
        ]}
      />
      <div className="pledge-models">
        <FittingTable>
          <DataTable label={t('title')} columns={columns} rows={rows} rowKey={({ model_id }) => model_id} />
        </FittingTable>
        <p className="field-help pledge-how">{t('how')}</p>
      </div>
    </>
  );
}

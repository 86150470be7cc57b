/** Who did what with an order or a contract, the newest first, with the way to its steps on the chart. */
import { contractHistory } from '../../../contract/sale/contracts.ts';
import { orderHistory } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { Replay } from '../../document/Replay.tsx';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';

const OF = {
  order: { call: orderHistory, machine: 'saleOrder' },
  contract: { call: contractHistory, machine: 'contract' },
} as const;

/** Lines of what hangs on it, which are of no chart. */
const OF_NO_CHART: readonly string[] = ['comment.add', 'file.add', 'file.remove'];

export function History({ kind, id }: { kind: keyof typeof OF; id: number }) {
  const t = useText('sale');
  const { call, machine } = OF[kind];
  const tm = useText(`machines/${machine}`);
  const tr = useText('records');
  const read = useCall(call, { params: { id } });
  const wordsOf = (event: string) => {
    if (OF_NO_CHART.includes(event)) return tr(`history.${event}`);
    return event.endsWith('.create') ? t('made') : tm(`events.${event}.name`);
  };
  return (
    <section className="sale-history">
      <Replay machine={machine} id={id} />
      {read.error && <Failed title={t('historyFailed')} error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <SkeletonRows rows={3} columns={[2, 1]} />}
      <ol data-testid="history">
        {read.data?.data.map(({ id: line, at, user, event, payload }) => (
          <li key={line}>
            <b>{wordsOf(event)}</b>
            <span className="muted">
              {user?.fullname ?? t('server')}, <time dateTime={at}>{formatDateTime(at)}</time>
            </span>
            {typeof payload.reason === 'string' && <span>{payload.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

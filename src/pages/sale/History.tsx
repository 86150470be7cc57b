/** Who did what with an order or a contract, the newest first. */
import { contractHistory } from '../../../contract/sale/contracts.ts';
import { orderHistory } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';

const OF = {
  order: { call: orderHistory, machine: 'machines/saleOrder' },
  contract: { call: contractHistory, machine: 'machines/contract' },
} as const;

export function History({ kind, id }: { kind: keyof typeof OF; id: number }) {
  const t = useText('sale');
  const { call, machine } = OF[kind];
  const tm = useText(machine);
  const read = useCall(call, { params: { id } });
  return (
    <section className="sale-history">
      <h2>{t('history')}</h2>
      {read.error && <Failed title={t('historyFailed')} error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <SkeletonRows rows={3} columns={[2, 1]} />}
      <ol data-testid="history">
        {read.data?.data.map(({ id: line, at, user, event, payload }) => (
          <li key={line}>
            <b>{event.endsWith('.create') ? t('made') : tm(`events.${event}.name`)}</b>
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

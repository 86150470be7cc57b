/** Orders and drafts of contracts of the client, the newest first, for who may see them; and the way to a new order. */
import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { Link, useLocation } from 'wouter';
import { contractIndex } from '../../../contract/sale/contracts.ts';
import { orderIndex } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { contractLook, orderLook } from '../sale/looks.ts';
import { contractPath, newOrderPath, orderPath } from '../sale/paths.ts';

export function Sales({ id }: { id: number }) {
  const t = useText('directories/client');
  const tc = useText('machines/contract');
  const to = useText('machines/saleOrder');
  const [, navigate] = useLocation();
  const may = useAllows('contract.show|contract.allshow');
  const mayOrder = useAllows('order.add');
  const query = { client_id: id, per_page: 15 as const, part: 'rows' as const };
  // signed ones stand with their money
  const contracts = useCall(contractIndex, { query: { ...query, status: 'draft' } }, { ...FRESH, enabled: may });
  const orders = useCall(orderIndex, { query }, { ...FRESH, enabled: may });
  if (!may && !mayOrder) return null;
  const error = contracts.error ?? orders.error;
  return (
    <>
      <h2>{t('card.sales')}</h2>
      {mayOrder && (
        <Button
          icon={<PlusIcon size={14} />}
          text={t('card.newOrder')}
          onClick={() => navigate(newOrderPath(id))}
          data-testid="client-new-order"
        />
      )}
      {error && <Failed title={t('card.salesFailed')} error={error} onRetry={() => void contracts.refetch()} />}
      {contracts.data?.data.length === 0 && orders.data?.data.length === 0 && (
        <p className="muted">{t('card.noSales')}</p>
      )}
      <ul className="client-openings" data-testid="client-sales">
        {contracts.data?.data.map((one) => (
          <li key={`contract.${one.id}`}>
            <span>
              <Link href={contractPath(one.id)} className="code whole">
                {one.number ?? `#${one.id}`}
              </Link>{' '}
              {one.title}, <span className="num">{formatNumber(one.total)}</span>
            </span>
            <StateChip look={contractLook(one.status)} quiet>
              {tc(`states.${one.status}.name`)}
            </StateChip>
          </li>
        ))}
        {orders.data?.data
          .filter(({ status }) => status !== 'converted')
          .map((one) => (
            <li key={`order.${one.id}`}>
              <span>
                <Link href={orderPath(one.id)} className="code whole">
                  {one.number}
                </Link>{' '}
                {one.goods}
              </span>
              <StateChip look={orderLook(one.status)} quiet>
                {to(`states.${one.status}.name`)}
              </StateChip>
            </li>
          ))}
      </ul>
      {contracts.data?.meta.next && (
        <Link href={withQuery(pathOf('contracts'), { client_id: id })}>{t('card.allContracts')}</Link>
      )}
    </>
  );
}

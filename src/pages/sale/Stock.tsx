/** Where a product lies, by branch; of a serial one the units of the order's warehouse, the oldest first. */
import { Radio } from '@blueprintjs/core';
import { type OrderDetails, orderGoods, orderUnits } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';

type Line = OrderDetails['lines'][number];

interface StockProps {
  line: Line;
  organizationId: number;
  warehouseId: number;
  editable: boolean;
  onUnit: (serial: Line['serial']) => void;
}

export function Stock({ line, organizationId, warehouseId, editable, onUnit }: StockProps) {
  const t = useText('orders');
  const read = useCall(orderGoods, { params: { variantId: line.product_variant_id } });
  return (
    <section aria-label={t('stockOf', { title: line.title })}>
      <h2>{t('stockOf', { title: line.title })}</h2>
      {read.error ? (
        <Failed title={t('stockFailed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <SkeletonRows rows={4} columns={[3, 1, 1]} />
      ) : (
        <FittingTable>
          <table className="table" data-testid="order-stock">
            <thead>
              <tr>
                <th>{t('branch')}</th>
                <th className="end">{t('stock')}</th>
                <th className="end gives">{t('kept')}</th>
                <th className="end">{t('available')}</th>
              </tr>
            </thead>
            <tbody>
              {read.data.data.map(({ warehouse, organization, organization_id, stock, reserved }) => (
                <tr key={warehouse.id} aria-selected={warehouse.id === warehouseId}>
                  <td>
                    {organization}, {warehouse.name}
                    {organization_id === organizationId && <span className="muted"> {t('here')}</span>}
                  </td>
                  <td className="end num">{formatNumber(stock)}</td>
                  <td className="end num gives">{formatNumber(reserved)}</td>
                  <td className="end num">
                    <b>{formatNumber(stock - reserved)}</b>
                    {warehouse.id === warehouseId && <Own line={line} free={stock - reserved} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FittingTable>
      )}
      <p className="field-help">{t('elsewhere')}</p>
      {line.is_serial_number && <Units {...{ line, warehouseId, editable, onUnit }} />}
    </section>
  );
}

/** What is kept for this order is available to it alone: its line counts it in. */
function Own({ line, free }: { line: Line; free: number }) {
  const t = useText('orders');
  const own = line.available - free;
  return own > 0 && <div className="muted text-xs">{t('keptHere', { figure: formatNumber(own) })}</div>;
}

function Units({ line, warehouseId, editable, onUnit }: Omit<StockProps, 'organizationId'>) {
  const t = useText('orders');
  const read = useCall(orderUnits, { params: { warehouseId, variantId: line.product_variant_id } });
  if (read.data === undefined) return null;
  return (
    <fieldset className="unit-choice" disabled={!editable}>
      <legend>{t('units')}</legend>
      <Radio name="unit" checked={line.serial === null} label={t('anyUnit')} onChange={() => onUnit(null)} />
      {read.data.data.map(({ id, serial_number, received_at, kept_for }) => (
        <Radio
          key={id}
          name="unit"
          checked={line.serial?.id === id}
          disabled={kept_for !== null && line.serial?.id !== id}
          onChange={() => onUnit({ id, serial_number })}
        >
          <span className="code">{serial_number}</span>{' '}
          <span className="muted">
            {kept_for === null ? t('batchOf', { date: formatDate(received_at) }) : t('keptFor', { number: kept_for })}
          </span>
        </Radio>
      ))}
    </fieldset>
  );
}

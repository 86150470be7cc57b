/** Goods of an order: what is free of each, how many, price and sum. */
import { Button } from '@blueprintjs/core';
import { CrossIcon, MinusIcon, PlusIcon } from '@blueprintjs/icons';
import type { OrderDetails } from '../../../contract/sale/orders.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';

interface OrderLinesProps {
  order: OrderDetails;
  editable: boolean;
  selected: number | null;
  onSelect: (line: number) => void;
  onChange: (lines: OrderDetails['lines']) => void;
  errors: Record<string, string[]>;
}

export function OrderLines({ order, editable, selected, onSelect, onChange, errors }: OrderLinesProps) {
  const t = useText('orders');
  if (order.lines.length === 0) return <p className="muted sale-empty">{t('noLines')}</p>;
  const set = (id: number, qty: number) =>
    onChange(order.lines.map((line) => (line.id === id ? { ...line, qty } : line)));
  return (
    <FittingTable>
      <table className="table" data-testid="order-lines">
        <thead>
          <tr>
            <th>{t('goods')}</th>
            <th className="end">{t('available')}</th>
            <th className="end">{t('qty')}</th>
            <th className="end">{t('price')}</th>
            <th className="end gives">{t('discount')}</th>
            <th className="end">{t('sum')}</th>
            {editable && (
              <th>
                <span className="unseen">{t('remove')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, at) => {
            const wrong = Object.entries(errors).flatMap(([field, said]) =>
              field.startsWith(`lines.${at}.`) ? said : [],
            );
            return (
              <tr key={line.id} aria-selected={line.id === selected}>
                <td>
                  <button type="button" className="link" onClick={() => onSelect(line.id)}>
                    {line.title}
                  </button>
                  {line.serial && <div className="code muted">{line.serial.serial_number}</div>}
                  {wrong.length > 0 && <div className="red">{wrong.join(' ')}</div>}
                </td>
                <td className={line.available < line.qty ? 'end num red' : 'end num'}>
                  {formatNumber(line.available)}
                </td>
                <td className="end num">
                  {editable && line.serial === null ? (
                    <span className="qty-steps">
                      <Button
                        size="small"
                        icon={<MinusIcon size={12} />}
                        aria-label={t('less', { title: line.title })}
                        disabled={line.qty <= 1}
                        onClick={() => set(line.id, line.qty - 1)}
                      />
                      <span>{formatNumber(line.qty)}</span>
                      <Button
                        size="small"
                        icon={<PlusIcon size={12} />}
                        aria-label={t('more', { title: line.title })}
                        onClick={() => set(line.id, line.qty + 1)}
                      />
                    </span>
                  ) : (
                    formatNumber(line.qty)
                  )}
                </td>
                <td className="end num">{formatNumber(line.price)}</td>
                <td className="end num gives">{formatNumber(line.discount)}</td>
                <td className="end num">
                  <b>{formatNumber(line.sum)}</b>
                </td>
                {editable && (
                  <td className="end">
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<CrossIcon size={14} />}
                      aria-label={t('removeOne', { title: line.title })}
                      onClick={() => onChange(order.lines.filter((one) => one.id !== line.id))}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t('lines', { count: order.lines.length })}</td>
            <td className="end num">{formatNumber(order.units)}</td>
            <td />
            <td className="gives" />
            <td className="end num">{formatNumber(order.total)}</td>
            {editable && <td />}
          </tr>
        </tfoot>
      </table>
    </FittingTable>
  );
}

import type { Output } from '../../../contract/outputs.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { classes } from '../../ui/look.ts';
import { needsReason, pickedOf } from './picked.ts';

/** The goods of the contract, each with what it still lacks. */
export function Goods({ output }: { output: Output }) {
  const t = useText('outputs');
  const { lines, units } = output;
  const picking = output.status === 'picking';
  return (
    <section className="out-goods" aria-label={t('goods.title')}>
      <h2 className="out-goods-head">
        {t('goods.title')}{' '}
        <span className="muted">
          {t('goods.kinds', { count: lines.length, figure: formatNumber(lines.length) })},{' '}
          {t('list.units', { count: units, figure: formatNumber(units) })}
        </span>
      </h2>
      <FittingTable>
        <table className="table" data-testid="goods">
          <thead>
            <tr>
              <th scope="col">{t('goods.name')}</th>
              <th scope="col" className="gives">
                {t('goods.code')}
              </th>
              {picking && (
                <th scope="col" className="gives">
                  {t('goods.needs')}
                </th>
              )}
              <th scope="col" className="end">
                {t(picking ? 'goods.scanned' : 'goods.quantity')}
              </th>
              {picking && (
                <th scope="col" className="end">
                  {t('goods.left')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => {
              const { product_variant: product, qty } = line;
              const picked = pickedOf(line);
              const asks = line.units.filter(needsReason).length;
              const needs = asks
                ? t('goods.reasons', { count: asks, figure: formatNumber(asks) })
                : picked < qty
                  ? t(product.is_serial_number ? 'goods.serial' : 'goods.barcode')
                  : '—';
              return (
                <tr key={line.id} className={classes(asks > 0 && 'out-asks')}>
                  <td>{product.title}</td>
                  <td className="code muted gives">{product.sku}</td>
                  {picking && <td className={classes('gives', asks > 0 ? 'amber' : 'muted')}>{needs}</td>}
                  <td className="end num">
                    {picking ? `${formatNumber(picked)} / ${formatNumber(qty)}` : formatNumber(qty)}
                  </td>
                  {picking && (
                    <td className="end num">
                      {qty - picked === 0 ? <span className="faint">0</span> : <b>{formatNumber(qty - picked)}</b>}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </FittingTable>
    </section>
  );
}

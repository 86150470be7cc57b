import { Button } from '@blueprintjs/core';
import { BarcodeIcon, MinusIcon, PlusIcon, TickIcon, TimeIcon, UndoIcon } from '@blueprintjs/icons';
import type { Output } from '../../../contract/outputs.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../../ui/look.ts';
import { byScan, nameOf, needsReason, unitsOf } from './picked.ts';
import { UnitName } from './UnitName.tsx';
import type { Steps } from './useDesk.ts';

/** Scanned units in the order of their scans, and how many of the other goods lie ready. */
export function Units({ output, steps }: { output: Output; steps: Steps }) {
  const t = useText('outputs');
  const may = (event: string) => output.allowed_events.includes(event);
  const plain = output.lines.filter(({ product_variant }) => !product_variant.is_serial_number);
  return (
    <ul className="out-units" data-testid="units">
      {byScan(unitsOf(output)).map(({ line, unit }) => {
        const asks = needsReason(unit);
        const reason = unit.reason === null ? null : (unit.words ?? t(`reasons.${unit.reason}`));
        return (
          <li key={unit.id} className={classes('out-unit', asks && 'out-asks')} data-serial={unit.serial_number}>
            {asks ? <TimeIcon size={14} className="amber" /> : <TickIcon size={14} className="green" />}
            <div className="grow">
              <UnitName unit={unit} />
              <div className="muted text-xs">
                {line.product_variant.title}, {t('unit.received', { date: formatDate(unit.received_on) })}
                {asks ? <span className="amber">, {t('unit.asks')}</span> : reason !== null && `, ${reason}`}
              </div>
            </div>
            {may('serial.release') && (
              <Button
                variant="minimal"
                icon={<UndoIcon size={14} />}
                aria-label={t('unit.release', { serial: nameOf(unit) })}
                title={t('unit.releaseShort')}
                disabled={steps.busy}
                onClick={() => steps.act({ type: 'release', body: { unit_id: unit.id } })}
              />
            )}
          </li>
        );
      })}
      {plain.map((line) => {
        const { product_variant: product, counted, qty } = line;
        const set = (count: number) => steps.act({ type: 'count', body: { line_id: line.id, count } });
        return (
          <li key={`line-${line.id}`} className="out-unit" data-variant={product.id}>
            {counted === qty ? <TickIcon size={14} className="green" /> : <BarcodeIcon size={14} className="muted" />}
            <div className="grow">
              {product.title}
              <div className="muted text-xs">{t('unit.plain')}</div>
            </div>
            {may('goods.count') && (
              <Button
                variant="minimal"
                icon={<MinusIcon size={14} />}
                aria-label={t('unit.less', { goods: product.title })}
                disabled={steps.busy || counted === 0}
                onClick={() => set(counted - 1)}
              />
            )}
            <span className="num">
              {formatNumber(counted)} / {formatNumber(qty)}
            </span>
            {may('goods.count') && (
              <Button
                variant="minimal"
                icon={<PlusIcon size={14} />}
                aria-label={t('unit.more', { goods: product.title })}
                disabled={steps.busy || counted === qty}
                onClick={() => set(counted + 1)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

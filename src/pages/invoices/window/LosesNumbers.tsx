/** Asked before lines go that have saved serial numbers: undo brings the lines back, not the numbers. */
import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { numbersOn } from '../../../../machines/invoiceWorkspace/numbers.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';

interface LosesNumbersProps {
  /** Those with numbers; empty when they are gone meanwhile: then nothing is asked. */
  lines: readonly InputProduct[];
  onClose: () => void;
  onRemove: () => void;
}

/** Lines that are named one by one. */
const NAMED = 8;

export function LosesNumbers({ lines, onClose, onRemove }: LosesNumbersProps) {
  const t = useText('invoice');
  const nothing = lines.length === 0;
  useEffect(() => {
    if (nothing) onClose();
  });
  if (nothing) return null;
  const count = lines.reduce((sum, line) => sum + numbersOn(line), 0);
  const [first] = lines;
  const product = first?.product_variant.product_variant_title ?? '';
  const words = (n: number) => t('loses.numbers', { count: n, figure: formatNumber(n) });
  return (
    <AskDialog
      title={
        lines.length === 1
          ? t('loses.title', { product })
          : t('loses.many', { count: lines.length, figure: formatNumber(lines.length) })
      }
      onClose={onClose}
      onSubmit={onRemove}
      foot={
        <>
          <Button type="submit" intent="danger" text={t('loses.do')} autoFocus data-testid="loses-remove" />
          <Button text={t('common:back')} onClick={onClose} data-testid="loses-close" />
        </>
      }
    >
      {lines.length > 1 && (
        <ul className="loses">
          {lines.slice(0, NAMED).map((line) => (
            <li key={line.id}>
              {line.product_variant.product_variant_title}: <b className="num">{words(numbersOn(line))}</b>
            </li>
          ))}
          {lines.length > NAMED && <li>{t('history.more', { figure: formatNumber(lines.length - NAMED) })}</li>}
        </ul>
      )}
      <p className="reading">{t('loses.text', { count, figure: formatNumber(count) })}</p>
    </AskDialog>
  );
}

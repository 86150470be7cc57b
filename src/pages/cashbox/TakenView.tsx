/** The payment is taken: the change stays large until the next client, the receipt can be printed. */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { formatNumber } from '../../../contract/figures.ts';
import type { MoneyAnswer } from '../../../machines/moneyStep/moneyStep.machine.ts';
import { usePrintKey } from '../../app/usePrintKey.ts';
import { useText } from '../../i18n/index.ts';
import { usePaper } from '../../ui/document/usePaper.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { withWholeNumbers } from '../../ui/wholeNumbers.tsx';
import { Receipt, receiptOf } from './Receipt.tsx';

interface TakenViewProps {
  answer: MoneyAnswer;
  onNext: () => void;
  /** The same client goes on. */
  onSame: () => void;
}

export function TakenView({ answer: { document, message }, onNext, onSame }: TakenViewProps) {
  const t = useText('cashbox');
  const { print, sheet } = usePaper('prints-receipt', t('receipt.failed'));
  const receipt = document && <Receipt document={receiptOf(document)} />;
  const printReceipt = () =>
    void print(async () => <article className="print-sheet print-only receipt-paper">{receipt}</article>);
  usePrintKey(document?.status === 'confirmed' ? printReceipt : null);
  if (document === null) return null;
  return (
    <div className="payment-taken" data-testid="payment-taken">
      <div>
        <Notice tone="done" inset>
          {withWholeNumbers(message)}
        </Notice>
        <p className="payment-change">
          <span>{t('change')}</span>
          <b className="num">{formatNumber(document.change ?? 0)}</b>
        </p>
        <p className="row wrap">
          <Button
            intent="primary"
            size="large"
            autoFocus
            text={t('payment.next')}
            onClick={onNext}
            data-testid="payment-next"
          />
          <Button size="large" text={t('payment.same')} onClick={onSame} />
          {document.status === 'confirmed' && (
            <Button size="large" icon={<PrintIcon size={16} />} text={t('receipt.print')} onClick={printReceipt} />
          )}
        </p>
      </div>
      <div className="payment-receipt">{receipt}</div>
      {sheet}
    </div>
  );
}

import { Button } from '@blueprintjs/core';
import { invoiceDebt } from '../../../../contract/invoices/heads.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { lineSum, unitCost } from '../../../../machines/invoice/sellingPrice.ts';
import { useCall } from '../../../api/queries.ts';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { amountsOf } from '../../../ui/Sums.tsx';

/** The sum of the invoice, and what is owed to its partner before and after it is confirmed. */
export function ConfirmMoney({ invoice, lines }: { invoice: InvoiceDetails; lines: readonly InputProduct[] }) {
  const t = useText('invoice');
  const language = useLanguage();
  const read = useCall(invoiceDebt, { params: { id: invoice.id } }, { staleTime: 0 });
  // what an earlier dialog read is old by now
  const debts = read.isFetchedAfterMount ? read.data?.data : undefined;
  const sums: Record<string, number> = {};
  for (const line of lines) {
    const { abbrevation } = line.currency;
    sums[abbrevation] = (sums[abbrevation] ?? 0) + lineSum(line);
  }
  const shown = amountsOf({ ...debts, ...sums }).filter(
    ({ currency }) => currency in sums || (debts?.[currency] ?? 0) !== 0,
  );
  const foreign = Object.keys(sums).some((currency) => currency !== 'UZS');
  const inSom = lines.reduce((sum, line) => sum + unitCost(line) * line.count, 0);
  return (
    <div className="before-after">
      <table className="table dense" aria-label={t('ask.invoice.confirm.money')} data-testid="confirm-money">
        <thead>
          <tr>
            <th scope="col">{t('ask.invoice.confirm.debtTo', { partner: invoice.partner })}</th>
            <th scope="col" className="end">
              {t('ask.invoice.confirm.owed')}
            </th>
            <th scope="col" className="end">
              {t('ask.invoice.confirm.sum')}
            </th>
            <th scope="col" className="end">
              {t('ask.invoice.confirm.owedAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ currency }) => {
            const sum = sums[currency] ?? 0;
            const owed = debts?.[currency] ?? (debts && 0);
            const money = (amount: number | undefined, options = {}) =>
              amount === undefined ? (read.error ? '—' : '…') : formatMoney(amount, currency, language, options);
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td className="end">{money(owed)}</td>
                <td className="end">{money(sum, { plus: true })}</td>
                <td className="end">
                  <b>{money(owed === undefined ? undefined : owed + sum)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {foreign && (
        <p className="muted" data-testid="confirm-in-som">
          {t('ask.invoice.confirm.inSom', { sum: formatMoney(inSom, 'UZS', language) })}
        </p>
      )}
      {read.error && debts === undefined && (
        <p className="amber" role="status" data-testid="confirm-debt-failed">
          {t('ask.invoice.confirm.debtFailed')} {read.error.message}{' '}
          <Button size="small" text={t('common:retry')} onClick={() => void read.refetch()} />
        </p>
      )}
    </div>
  );
}

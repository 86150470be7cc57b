import { Button } from '@blueprintjs/core';
import { invoiceDebt } from '../../../../contract/invoices/heads.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { lineSum, unitCost } from '../../../../machines/invoice/sellingPrice.ts';
import { useCall } from '../../../api/queries.ts';
import { currencyDecimals, currencyUnit, formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { FittingTable } from '../../../ui/FittingTable.tsx';
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
  const rows = [
    { key: 'owed', of: (currency: string) => debts && (debts[currency] ?? 0) },
    { key: 'sum', of: (currency: string) => sums[currency] ?? 0 },
    { key: 'owedAfter', of: (currency: string) => debts && (debts[currency] ?? 0) + (sums[currency] ?? 0) },
  ];
  return (
    <div className="stack confirm-money">
      <div>{t('ask.invoice.confirm.debtTo', { partner: invoice.partner })}</div>
      <FittingTable>
        <table className="table dense" aria-label={t('ask.invoice.confirm.money')} data-testid="confirm-money">
          <thead>
            <tr>
              <th scope="col" />
              {shown.map(({ currency }) => (
                <th key={currency} scope="col" className="end">
                  {currencyUnit(currency, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, of }) => (
              <tr key={key}>
                <th scope="row">{t(`ask.invoice.confirm.${key}`)}</th>
                {shown.map(({ currency }) => (
                  <td key={currency} className="end">
                    <Amount amount={of(currency)} currency={currency} failed={read.error !== null} kind={key} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </FittingTable>
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

interface AmountProps {
  /** undefined while it is not known */
  amount: number | undefined;
  currency: string;
  failed: boolean;
  kind: string;
}

function Amount({ amount, currency, failed, kind }: AmountProps) {
  if (amount === undefined) return failed ? '—' : '…';
  const figure = formatNumber(amount, { decimals: currencyDecimals(currency), plus: kind === 'sum' });
  return kind === 'owedAfter' ? <b>{figure}</b> : figure;
}

import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import type { SerialEntry } from '../../../../contract/invoices/serials.ts';
import { lineSum } from '../../../../machines/invoice/sellingPrice.ts';
import { useUser } from '../../../app/session.ts';
import { formatDate, formatDateTimeFull } from '../../../format/dates.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import './print.css';

export interface InvoicePaperProps {
  invoice: InvoiceDetails;
  lines: readonly InputProduct[];
  /** Numbers by line: the goods-received note, without prices; null: the invoice with its prices. */
  serials: ReadonlyMap<number, readonly SerialEntry[]> | null;
}

const withImeis = ({ serial_number, imei_numbers }: SerialEntry): string =>
  imei_numbers.length === 0 ? serial_number : `${serial_number} (IMEI ${imei_numbers.join(', ')})`;

function SerialsRow({ line, found }: { line: InputProduct; found: readonly SerialEntry[] }) {
  const t = useText('invoicePrint');
  const { lot_number, product_variant, count } = line;
  const numbers = product_variant.is_serial_number ? found.map(withImeis) : lot_number === null ? [] : [lot_number];
  const missing = product_variant.is_serial_number ? count - found.length : 0;
  if (numbers.length === 0 && missing <= 0) return null;
  return (
    <tr className="serials">
      <td />
      <td colSpan={4}>
        {numbers.length > 0 && <p>{numbers.join('; ')}</p>}
        {missing > 0 && <p>{t('serialsMissing', { count: missing, figure: formatNumber(missing) })}</p>}
      </td>
    </tr>
  );
}

/** The invoice, or the goods-received note of it: head, lines, sums, places to sign. */
export function InvoicePaper({ invoice, lines, serials }: InvoicePaperProps) {
  const t = useText('invoicePrint');
  const tm = useText('machines/invoice');
  const language = useLanguage();
  const { fullname } = useUser();
  const note = serials !== null;
  const units = lines.reduce((all, { count }) => all + count, 0);
  const sums = new Map<string, number>();
  for (const line of lines) {
    const { abbrevation } = line.currency;
    sums.set(abbrevation, (sums.get(abbrevation) ?? 0) + lineSum(line));
  }
  const selling = lines.reduce((all, line) => all + line.selling_price * line.count, 0);
  const facts = [
    ['partner', [invoice.partner, invoice.partner_firm].filter(Boolean).join(', ')],
    ['paper', t('paperOf', { number: invoice.number_invoice, date: formatDate(invoice.invoice_date) })],
    ['organization', invoice.organization],
    ['warehouse', invoice.warehouse_list],
    ['type', invoice.type === 'special' ? t('special') : ''],
    ['status', tm(`states.${invoice.status}.name`)],
    ['comment', invoice.comment],
  ].filter(([, value]) => value !== '');
  const title = t(note ? 'noteTitle' : 'invoiceTitle', { number: invoice.number });
  return (
    <article
      className={classes('print-sheet print-only invoice-paper', !note && 'wide')}
      data-testid={note ? 'print-sheet-note' : 'print-sheet-invoice'}
      lang={language}
    >
      <h1>{title}</h1>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`facts.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">{t('columns.product')}</th>
            <th scope="col">{t('columns.sku')}</th>
            <th scope="col">{t('columns.barcode')}</th>
            <th scope="col" className="end">
              {t('columns.count')}
            </th>
            {!note &&
              (['cost', 'sum', 'selling', 'sellingSum'] as const).map((key) => (
                <th key={key} scope="col" className="end">
                  {t(`columns.${key}`)}
                </th>
              ))}
          </tr>
        </thead>
        {lines.map((line, index) => {
          const { product_variant: product, currency, count, value, selling_price } = line;
          return (
            // a line and its numbers stay together as far as a page holds them
            <tbody key={line.id}>
              <tr>
                <td>{formatNumber(index + 1)}</td>
                <td className="words">{product.product_variant_title}</td>
                <td className="words">{product.sku}</td>
                <td>{product.barcode ?? '—'}</td>
                <td className="end">{formatNumber(count)}</td>
                {!note && (
                  <>
                    <td className="end">{formatMoney(value, currency.abbrevation, language)}</td>
                    <td className="end">{formatMoney(lineSum(line), currency.abbrevation, language)}</td>
                    <td className="end">{formatMoney(selling_price, 'UZS', language)}</td>
                    <td className="end">{formatMoney(selling_price * count, 'UZS', language)}</td>
                  </>
                )}
              </tr>
              {note && <SerialsRow line={line} found={serials.get(line.id) ?? []} />}
            </tbody>
          );
        })}
        <tbody className="totals">
          <tr>
            <th scope="row" colSpan={4}>
              {t('total', { count: lines.length, figure: formatNumber(lines.length) })}
            </th>
            <td className="end">{formatNumber(units)}</td>
            {!note && (
              <>
                <td />
                <td className="end">
                  {[...sums].map(([currency, sum]) => (
                    <p key={currency}>{formatMoney(sum, currency, language)}</p>
                  ))}
                </td>
                <td />
                <td className="end">{formatMoney(selling, 'UZS', language)}</td>
              </>
            )}
          </tr>
        </tbody>
      </table>
      <section className="signs" aria-label={t('signatures')}>
        {(['gave', 'took', 'checked'] as const).map((role) => (
          <div key={role}>
            <span className="sign-line" />
            <span>{t(`signs.${role}`)}</span>
          </div>
        ))}
      </section>
      <p className="print-time">{t('printed', { name: fullname, time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}

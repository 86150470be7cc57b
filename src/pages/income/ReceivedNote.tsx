import type { IncomeDetails } from '../../../contract/income.ts';
import { useUser } from '../../app/session.ts';
import { formatDate, formatDateTimeFull } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';

/** What was received, on paper: counts and numbers, places for signatures, no prices. */
export function ReceivedNote({ income }: { income: IncomeDetails }) {
  const t = useText('income');
  const language = useLanguage();
  const { fullname } = useUser();
  const facts = [
    [t('partner'), income.partner.name],
    [t('note.paper'), `${income.number_invoice}, ${formatDate(income.invoice_date)}`],
    [t('note.house'), income.number],
    [t('organization'), income.organization.name],
    [t('warehouse'), income.warehouse.name],
  ] as const;
  return (
    <article className="print-sheet print-only" data-testid="received-note" lang={language}>
      <h1>{t('note.title', { number: income.number })}</h1>
      <dl className="facts">
        {facts.map(([label, words]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">{t('note.product')}</th>
            <th scope="col">{t('note.sku')}</th>
            <th scope="col" className="end">
              {t('units')}
            </th>
            <th scope="col">{t('note.numbers')}</th>
          </tr>
        </thead>
        <tbody>
          {income.input_products.map((line, index) => (
            <tr key={line.id}>
              <td>{formatNumber(index + 1)}</td>
              <td className="print-words">{line.variant.product_variant_title}</td>
              <td>{line.variant.sku}</td>
              <td className="end">{formatNumber(line.count)}</td>
              <td className="print-words">
                {line.lot_number ?? (line.units.map(({ serial_number }) => serial_number).join(', ') || '—')}
              </td>
            </tr>
          ))}
        </tbody>
        <tbody className="print-totals">
          <tr>
            <th scope="row" colSpan={3}>
              {t('note.total')}
            </th>
            <td className="end">{formatNumber(income.units)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <section className="signatures" aria-label={t('note.signatures')}>
        {(['gave', 'took', 'checked'] as const).map((who) => (
          <div key={who}>
            <span className="sign-line" />
            <span>{t(`note.${who}`)}</span>
          </div>
        ))}
      </section>
      <p className="print-time">{t('note.printed', { name: fullname, time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}

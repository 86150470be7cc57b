import type { Output } from '../../../contract/outputs.ts';
import { formatDate, formatDateTimeFull } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import './print.css';

/** The waybill and act of hand-over on paper (decision 87): goods with their numbers, who gave and who received them. */
export function HandOverAct({ output, signature }: { output: Output; signature: string | null }) {
  const t = useText('outputs');
  const language = useLanguage();
  const { receiver, client, lines, contract } = output;
  const isOver = output.status === 'handed_over';
  const facts = [
    [t('print.contract'), contract.number ?? ''],
    [t('print.client'), [client.fullname, output.client_document].filter(Boolean).join(', ')],
    [t('print.from'), `${output.organization.name}, ${output.warehouse.name}`],
    ...(output.practice_day === null ? [] : [[t('print.day'), formatDate(output.practice_day)] as const]),
    ...(receiver === null
      ? []
      : [[t('print.receiver'), `${receiver.fullname}, ${receiver.document} (${receiver.reason})`] as const]),
  ] as const;
  const numbered = lines.map((line, at) => ({ line, number: at + 1 }));
  return (
    <article className="print-sheet print-only output-paper" data-testid="print-sheet" lang={language}>
      <p className="output-sample">{t('print.sample')}</p>
      <h1>{t(isOver ? 'print.title' : 'print.draftTitle', { number: output.number })}</h1>
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">{t('goods.name')}</th>
            <th scope="col">{t('goods.code')}</th>
            <th scope="col">{t('print.numbers')}</th>
            <th scope="col" className="end">
              {t('goods.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ line, number }) => (
            <tr key={line.id}>
              <td>{formatNumber(number)}</td>
              <td className="words">{line.product_variant.title}</td>
              <td>{line.product_variant.sku}</td>
              <td>
                {line.units.map((unit) => (
                  <p key={unit.id}>
                    {unit.serial_number}
                    {unit.imei_numbers.length > 0 && ` (IMEI ${unit.imei_numbers.join(', ')})`}
                  </p>
                ))}
              </td>
              <td className="end">{formatNumber(line.qty)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t('print.total')}
            </th>
            <td className="end">{formatNumber(output.units)}</td>
          </tr>
        </tfoot>
      </table>
      {isOver && <p>{t('print.statement')}</p>}
      <section className="output-signatures" aria-label={t('sign.title')}>
        <div>
          <span className="sign-line" />
          <span>
            {t('print.gave')}: {output.handed_by?.fullname ?? ''}
          </span>
        </div>
        <div>
          <span className="sign-line">{signature !== null && <img src={signature} alt={t('sign.done')} />}</span>
          <span>
            {t('print.received')}: {receiver?.fullname ?? client.fullname}
          </span>
        </div>
      </section>
      <p className="print-time">{t('print.printed', { time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}

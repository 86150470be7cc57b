/** A certificate as the client gets it: what the firm states about a contract, figures or schedule, signature and seal. */
import type { ResponseOf } from '../../../contract/call.ts';
import type { certificateForm } from '../../../contract/sale/certificates.ts';
import ru from '../../../locales/ru/certificatePaper.json' with { type: 'json' };
import uz from '../../../locales/uz/certificatePaper.json' with { type: 'json' };
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { filled, SellerSign } from './paperParts.tsx';
import './contractPaper.css';

/* Both languages, whatever the page is read in. */
// texts: certificatePaper paidSum, writtenOff, director, seal, sealPlace, sample
const WORDS = { uz, ru };

interface CertificatePaperProps {
  answer: ResponseOf<typeof certificateForm>;
  language: 'uz' | 'ru';
}

export function CertificatePaper({ answer, language }: CertificatePaperProps) {
  const { data: form, number, annulled, seal, signature } = answer;
  const words = WORDS[language];
  const { seller, contract } = form;
  const givenUp = form.instalments.reduce((sum, { written_off = 0 }) => sum + written_off, 0);
  const values = {
    seller: seller.firm || seller.organization,
    number: contract.number,
    day: formatDate(form.as_of),
    closed: contract.closed_on === null ? '' : formatDate(contract.closed_on),
    owed: formatNumber(form.owed),
    overdue: formatNumber(form.overdue),
    paid: formatNumber(form.paid),
    prepaid: formatNumber(form.prepaid),
  };
  return (
    <article className="print-sheet print-only contract-paper" data-testid="print-sheet" lang={language}>
      <div className="paper-sample" aria-hidden="true">
        {annulled ? words.annulled : words.sample}
      </div>
      <header>
        <h1>
          {words.title} № {number}
        </h1>
        <p>
          {seller.organization}, {formatDate(form.issued_on)}{' '}
          <b className="paper-mark">{annulled ? words.annulled : words.sample}</b>
        </p>
      </header>
      <dl className="paper-facts">
        <dt>{words.to}</dt>
        <dd>{form.buyer.fullname}</dd>
        <dt>{words.pinfl}</dt>
        <dd>{form.buyer.pinfl ?? '—'}</dd>
        <dt>{words.contract}</dt>
        <dd>
          {filled(words.of, {
            number: contract.number,
            day: formatDate(contract.signed_on),
            total: formatNumber(contract.total),
          })}
        </dd>
      </dl>
      <p>{filled(words[form.kind], values)}</p>
      {/* neither paid nor owed: without it the client’s money is missing on the paper */}
      {form.kind !== 'paid' && form.prepaid > 0 && <p>{filled(words.prepaid, values)}</p>}
      {form.kind === 'schedule' && (
        <table>
          <thead>
            <tr>
              <th>№</th>
              <th>{words.due}</th>
              <th className="end">{words.amount}</th>
              <th className="end">{words.paidSum}</th>
              {givenUp > 0 && <th className="end">{words.writtenOff}</th>}
              <th className="end">{words.left}</th>
            </tr>
          </thead>
          <tbody>
            {form.instalments.map((one) => (
              <tr key={one.number}>
                <td>{one.number}</td>
                <td>{formatDate(one.due)}</td>
                <td className="end">{formatNumber(one.amount)}</td>
                <td className="end">{formatNumber(one.paid)}</td>
                {givenUp > 0 && <td className="end">{formatNumber(one.written_off ?? 0)}</td>}
                <td className="end">{formatNumber(one.amount - one.paid - (one.written_off ?? 0))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>{words.inAll}</td>
              <td className="end">{formatNumber(contract.total)}</td>
              <td className="end">{formatNumber(form.paid)}</td>
              {givenUp > 0 && <td className="end">{formatNumber(givenUp)}</td>}
              <td className="end">{formatNumber(form.owed)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <div className="paper-two paper-signs">
        <SellerSign title={words.director} director={seller.director} {...{ words, signature, seal }} />
      </div>
      <footer>{filled(words.made, { name: form.made_by, day: formatDate(form.issued_on) })}</footer>
    </article>
  );
}

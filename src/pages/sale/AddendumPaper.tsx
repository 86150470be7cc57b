/** An addendum of a contract as people sign it: what changes, that the terms stand, signatures and the seal. */
import type { ResponseOf } from '../../../contract/call.ts';
import type { contractAddendum } from '../../../contract/sale/addenda.ts';
import ru from '../../../locales/ru/addendumPaper.json' with { type: 'json' };
import uz from '../../../locales/uz/addendumPaper.json' with { type: 'json' };
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { filled, PersonFacts, SellerSign } from './paperParts.tsx';
import './contractPaper.css';

/* Both languages, whatever the page is read in. */
// texts: addendumPaper sample, title, to, field, old, now, fields.*, genders.*, corrected, replaced, released, guarantor, guarantees, stands, seller, buyer, signature, seal, sealPlace, made, pinfl, document, address, phone
const WORDS = { uz, ru };

interface AddendumPaperProps {
  answer: ResponseOf<typeof contractAddendum>;
  language: 'uz' | 'ru';
}

export function AddendumPaper({ answer: { data: form, seal, signature }, language }: AddendumPaperProps) {
  const words = WORDS[language];
  const { contract, seller, buyer, released, guarantor, changes } = form;
  const written = (field: (typeof changes)[number]['field'], value: string | null): string => {
    if (value === null) return '—';
    if (field === 'gender') return words.genders[value as keyof typeof words.genders];
    return ['birth_date', 'issued_on', 'expires_on'].includes(field) ? formatDate(value) : value;
  };
  const of = { language, words: { ...words, fullname: words.fields.fullname } };
  return (
    <article className="print-sheet print-only contract-paper" data-testid="print-sheet" lang={language}>
      <div className="paper-sample" aria-hidden="true">
        {words.sample}
      </div>
      <header>
        <h1>
          {words.title} № {form.number}
        </h1>
        <p>{filled(words.to, { number: contract.number, day: formatDate(contract.signed_on) })}</p>
        <p>
          {seller.organization}, {formatDate(form.day)} <b className="paper-mark">{words.sample}</b>
        </p>
      </header>
      {changes.length > 0 && (
        <>
          <p>{words.corrected}</p>
          <table>
            <thead>
              <tr>
                <th>{words.field}</th>
                <th>{words.old}</th>
                <th>{words.now}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, old, now }) => (
                <tr key={field}>
                  <td>{words.fields[field]}</td>
                  <td>{written(field, old)}</td>
                  <td>{written(field, now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {released !== null && guarantor !== null && (
        <>
          <p>
            {filled(words.replaced, {
              old: released.fullname,
              now: guarantor.fullname,
              day: formatDate(form.day),
              sum: formatNumber(form.amount ?? 0),
            })}
          </p>
          <b>{words.guarantor}</b>
          <PersonFacts person={guarantor} {...of} />
        </>
      )}
      <p>{words.stands}</p>
      <div className="paper-two paper-signs">
        <SellerSign title={words.seller} director={seller.director} {...{ words, signature, seal }} />
        <div>
          <b>{words.buyer}</b>
          {form.kind === 'client' && <PersonFacts person={buyer} {...of} />}
          <div className="paper-line">{buyer.fullname}</div>
        </div>
        {[released, guarantor].map(
          (one, at) =>
            one !== null && (
              <div key={one.fullname}>
                <b>{at === 0 ? words.released : words.guarantor}</b>
                <div className="paper-line">{one.fullname}</div>
              </div>
            ),
        )}
      </div>
      <footer>
        {filled(words.made, { name: form.made_by, day: formatDate(form.day), revision: String(form.revision) })}
      </footer>
    </article>
  );
}

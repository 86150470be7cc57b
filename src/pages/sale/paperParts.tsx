/** What the papers of a contract have in common: its own, an addendum, a certificate. */
import type { ResponseOf } from '../../../contract/call.ts';
import type { contractForm } from '../../../contract/sale/contracts.ts';
import { formatDate } from '../../format/dates.ts';

/** Figures in the place of `{{name}}`. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

export const PaperFacts = ({ rows }: { rows: readonly (readonly [string, string | null])[] }) => (
  <dl className="paper-facts">
    {rows.map(([title, value]) => [<dt key={title}>{title}</dt>, <dd key={`${title}.value`}>{value || '—'}</dd>])}
  </dl>
);

interface PersonFactsProps {
  person: ResponseOf<typeof contractForm>['data']['buyer'];
  language: 'uz' | 'ru';
  words: Readonly<Record<'fullname' | 'pinfl' | 'document' | 'address' | 'phone', string>>;
}

/** A person in the facts of the parties. */
export function PersonFacts({ person, language, words }: PersonFactsProps) {
  const { fullname, pinfl, document, address, phone } = person;
  return (
    <PaperFacts
      rows={[
        [words.fullname, fullname],
        [words.pinfl, pinfl],
        [
          words.document,
          document &&
            [document.number, document.issued_on && formatDate(document.issued_on), document.issued_by]
              .filter(Boolean)
              .join(', '),
        ],
        [words.address, address[language]],
        [words.phone, phone],
      ]}
    />
  );
}

interface SellerSignProps {
  title: string;
  words: Readonly<Record<'signature' | 'seal' | 'sealPlace', string>>;
  signature: string | null;
  /** None: room is left for it. */
  seal: string | null;
  director: string | null;
}

/** Where the seller signs: the director's signature and the seal above the name. */
export function SellerSign({ title, words, signature, seal, director }: SellerSignProps) {
  return (
    <div>
      <b>{title}</b>
      <div className="paper-seal">
        {signature !== null && <img src={signature} alt={words.signature} />}
        {seal === null ? <span>{words.sealPlace}</span> : <img src={seal} alt={words.seal} />}
      </div>
      <div className="paper-line">{director}</div>
    </div>
  );
}

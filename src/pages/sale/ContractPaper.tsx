/** A contract as people sign it: parties, goods, price and schedule, conditions, signatures and the seal. */
import type { ResponseOf } from '../../../contract/call.ts';
import type { contractForm } from '../../../contract/sale/contracts.ts';
import ru from '../../../locales/ru/contractPaper.json' with { type: 'json' };
import uz from '../../../locales/uz/contractPaper.json' with { type: 'json' };
import { formatDate, formatDateTimeFull } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { filled, PaperFacts, PersonFacts, SellerSign } from './paperParts.tsx';
import { sumInWords } from './sumInWords.ts';
import './contractPaper.css';

/* Both languages, whatever the page is read in. */
// texts: contractPaper sample, draft, cancelled, unsigned, parties, buyer, guarantor, guarantees, pledge, pledgeOf, address, director, mfo, goodsTotal, howTotal, rules.*, numerals.*, agreed, signature, seal, sealPlace, notFrozen
const WORDS = { uz, ru };

const percent = (value: number): string => formatNumber(value, { decimals: 2, trim: true });

interface ContractPaperProps {
  form: ResponseOf<typeof contractForm>;
  language: 'uz' | 'ru';
}

export function ContractPaper({
  form: { data: form, number, signed_at, cancelled, seal, signature },
  language,
}: ContractPaperProps) {
  const words = WORDS[language];
  const [first, ...later] = form.instalments;
  const credit = form.total - form.first_payment;
  const values = {
    day: formatDate(later[0]?.due ?? form.day),
    credit: formatNumber(credit),
    markup: percent(form.markup),
    goods: formatNumber(form.goods),
    first: formatNumber(form.first_payment),
    over: formatNumber(form.total - form.goods),
  };
  const { guarantors = [], pledge } = form;
  /** The section of the conditions, by whose number people quote them. */
  const conditions = pledge ? 5 : 4;
  // which of them may be shown to others as a contract
  const mark = cancelled ? words.cancelled : signed_at === null ? words.draft : words.sample;
  let left = credit;
  return (
    <article className="print-sheet print-only contract-paper" data-testid="print-sheet" lang={language}>
      <div className="paper-sample" aria-hidden="true">
        {mark}
      </div>
      <header>
        <h1>
          {words.title} № {number ?? words.unsigned}
        </h1>
        <p>
          {form.seller.organization}, {formatDate(form.day)} <b className="paper-mark">{mark}</b>
        </p>
      </header>
      <h2>1. {words.parties}</h2>
      <div className="paper-two">
        <div>
          <b>{words.seller}</b>
          <PaperFacts
            rows={[
              [words.firm, form.seller.firm],
              [words.stir, form.seller.stir],
              [words.address, form.seller.address],
              [words.director, form.seller.director],
              [words.account, form.seller.account],
              [words.bank, form.seller.bank === '' ? '' : `${form.seller.bank}, ${words.mfo} ${form.seller.mfo}`],
            ]}
          />
        </div>
        <div>
          <b>{words.buyer}</b>
          <PersonFacts person={form.buyer} language={language} words={words} />
        </div>
        {guarantors.map((one) => (
          <div key={one.fullname}>
            <b>{words.guarantor}</b>
            <PersonFacts person={one} language={language} words={words} />
          </div>
        ))}
      </div>
      <h2>2. {words.goods}</h2>
      <table>
        <thead>
          <tr>
            <th>№</th>
            <th>{words.name}</th>
            <th className="end">{words.qty}</th>
            <th className="end">{words.price}</th>
            <th className="end">{words.discount}</th>
            <th className="end">{words.sum}</th>
          </tr>
        </thead>
        <tbody>
          {form.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a frozen form have no ids
            <tr key={at}>
              <td>{at + 1}</td>
              <td>{line.title}</td>
              <td className="end">{formatNumber(line.qty)}</td>
              <td className="end">{formatNumber(line.price)}</td>
              <td className="end">{formatNumber(line.discount)}</td>
              <td className="end">{formatNumber(line.sum)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={5}>{words.goodsTotal}</td>
            <td className="end">{formatNumber(form.goods)}</td>
          </tr>
        </tfoot>
      </table>
      <p>{words.serials}</p>
      <h2>3. {words.schedule}</h2>
      <p>
        <b>
          {words.total} {formatNumber(form.total)} {words.sum_unit}
        </b>{' '}
        ({sumInWords(words.numerals, form.total)} {words.sum_unit}). {filled(words.howTotal, values)}
      </p>
      <table>
        <thead>
          <tr>
            <th>№</th>
            <th>{words.due}</th>
            <th className="end">{words.sum}</th>
            <th className="end">{words.left}</th>
          </tr>
        </thead>
        <tbody>
          {first && (
            <tr>
              <td>0</td>
              <td>
                {formatDate(first.due)}, {words.firstPayment}
              </td>
              <td className="end">{formatNumber(first.amount)}</td>
              <td className="end">{formatNumber(credit)}</td>
            </tr>
          )}
          {later.map(({ number: one, due, amount }) => {
            left -= amount;
            return (
              <tr key={one}>
                <td>{one}</td>
                <td>{formatDate(due)}</td>
                <td className="end">{formatNumber(amount)}</td>
                <td className="end">{formatNumber(left)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{words.inAll}</td>
            <td className="end">{formatNumber(form.total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {pledge && (
        <>
          <h2>4. {words.pledge}</h2>
          <p>
            {filled(words.pledgeOf, {
              ...{ car: pledge.car, vin: pledge.vin, year: pledge.year, number: pledge.number },
              market: formatNumber(pledge.market),
              wear: percent(pledge.wear),
              share: percent(pledge.max_share),
              accepted: formatNumber(pledge.accepted),
            })}
          </p>
        </>
      )}
      <div className="paper-signed">
        <h2>
          {conditions}. {words.conditions}
        </h2>
        <ol>
          {Object.entries(words.rules).map(([key, rule], at) => (
            <li key={key}>
              {conditions}.{at + 1}. {filled(rule, values)}
            </li>
          ))}
        </ol>
        <div className="paper-two paper-signs">
          <SellerSign title={words.seller} director={form.seller.director} {...{ words, signature, seal }} />
          <div>
            <b>{words.buyer}</b>
            <p>{words.agreed}</p>
            <div className="paper-line">{form.buyer.fullname}</div>
          </div>
          {guarantors.map((one) => (
            <div key={one.fullname}>
              <b>{words.guarantor}</b>
              <p>{filled(words.guarantees, values)}</p>
              <div className="paper-line">{one.fullname}</div>
            </div>
          ))}
        </div>
      </div>
      <footer>
        {filled(words.template, { revision: String(form.revision) })} {number ?? ''}{' '}
        {signed_at === null ? words.notFrozen : formatDateTimeFull(signed_at)} {form.made_by}
      </footer>
    </article>
  );
}

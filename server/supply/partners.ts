/** What is asked of suppliers beside their records: their ledger, one firm more, and what other pages choose from. */
import { sql } from 'kysely';
import type { Partner } from '../../contract/directories/partner.ts';
import { partnerFirms, partnerGetAll } from '../../contract/invoices/choices.ts';
import { type Firm, partnerAddFirm, partnerEntries } from '../../contract/partners.ts';
import { agreementsOf, debtsOf, isInForce, PARTNERS } from '../directories/partner.ts';
import { declareChoices } from '../directory/list.ts';
import { searched } from '../directory/search.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';

const { directory, table } = PARTNERS;
const choicesIn = declareChoices(directory, table);

/** What is wrong with the only firm that was sent, at the fields of that firm. */
function ofOneFirm(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.extra.fields === undefined) return error;
  const fields = Object.entries(error.extra.fields);
  return invalid(Object.fromEntries(fields.map(([path, faults]) => [path.replace('firms.0.', ''), faults])));
}

interface LedgerRow {
  id: number;
  created_at: Date;
  date: string;
  document_id: number;
  kind: string;
  number: string;
  firm: string | null;
  currency: string;
  amount: number;
  balance: number;
}

export const partnerCalls: Implementation[] = [
  implement(partnerAddFirm, {
    record: (context) => PARTNERS.find(context, context.params.id, true),
    async handle(context) {
      const { body, record } = context;
      await PARTNERS.change(context, record, { firms: [body] }).catch((error: unknown) => {
        throw ofOneFirm(error);
      });
      const data = (await PARTNERS.answer(context, await PARTNERS.find(context, record.id))) as Partner;
      return { data, firm: data.firms.find((one) => one.name === body.name) as Firm };
    },
  }),

  implement(partnerEntries, {
    record: (context) => PARTNERS.find(context, context.params.id),
    handle: ({ db, record, query }) =>
      answerComputed(query, {
        async figures() {
          const { n } = await db
            .selectFrom('partner_entry')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('partner_id', '=', record.id)
            .executeTakeFirstOrThrow();
          return { total: Number(n), totals: (await debtsOf(db, [record.id])).get(record.id) ?? {} };
        },
        async rows(limit, offset) {
          const { rows } = await sql<LedgerRow>`
            SELECT e.id, e.created_at, day.date, e.document_id, d.kind, d.number, f.name AS firm,
              c.abbrevation AS currency, e.amount, e.balance
            FROM (SELECT *, sum(amount) OVER (PARTITION BY partner_firm_id, currency_id ORDER BY id) AS balance
                  FROM partner_entry WHERE partner_id = ${record.id}) e
            JOIN document d ON d.id = e.document_id
            JOIN practice_day day ON day.id = e.practice_day_id
            JOIN currency c ON c.id = e.currency_id
            LEFT JOIN partner_firm f ON f.id = e.partner_firm_id
            ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map(({ id, created_at, document_id, kind, number, amount, balance, ...row }) => ({
            ...row,
            id: String(id),
            at: created_at.toISOString(),
            document: { id: document_id, kind, number },
            amount: Number(amount),
            balance: Number(balance),
          }));
        },
      }),
  }),

  implement(partnerGetAll, {
    async handle({ db, query, language, now }) {
      const words = query.search?.trim();
      return answerList(db, choicesIn(language), query, {
        where: [
          chosenFrom(query, sql`r.id`, sql`r.active`),
          ...(words ? [await searched(db, directory, table, words)] : []),
        ],
        narrowed: query.id !== undefined || Boolean(words),
        async rows(ids) {
          const { rows } = await sql<{ id: number; name: string; stir: string }>`
            SELECT id, name, stir FROM partner WHERE id = ANY (${ids}::integer[])`.execute(db);
          const agreements = await agreementsOf(db, ids);
          const today = tashkentDay(now);
          return inOrder(ids, rows).map((row) => ({ ...row, reliable: isInForce(agreements.get(row.id), today) }));
        },
      });
    },
  }),

  implement(partnerFirms, {
    record: (context) => PARTNERS.find(context, context.params.id),
    async handle({ record }) {
      const { firms } = record as unknown as Partner;
      return { data: firms.filter(({ active }) => active).map(({ id, name, stir }) => ({ id, name, stir })) };
    },
  }),
];

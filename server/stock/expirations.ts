/** Expiry dates for the lines of a document: what there is to date, and many dates at once. */
import { type RawBuilder, sql } from 'kysely';
import { batchGetAll, expirationAdd, expirationBatches, receiptGetAll } from '../../contract/expirations.ts';
import { keysAre, numberIs } from '../db/search.ts';
import { EXPIRATIONS } from '../directories/productExpiration.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type FieldFault, invalid, notFound, Refusal } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';
import { datedOf, leftOf, ownBatch, placesOf, seenBatch } from './batches.ts';

const inStock = (batch: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT 1 FROM stock_balance l WHERE l.batch_id = ${batch} AND l.qty > 0)`;

/** A document with its day, as it is chosen. */
const documentTitle = sql`d.number || ' · ' || to_char(d.created_at AT TIME ZONE 'Asia/Tashkent', 'DD.MM.YYYY')`;

export const expirationCalls: Implementation[] = [
  implement(batchGetAll, {
    async handle({ db, user, query }) {
      const words = query.search?.trim();
      const found = sql`FROM stock_batch b JOIN product_variant v ON v.id = b.product_variant_id
        JOIN document d ON d.id = b.document_id
        WHERE ${chosenFrom(query, sql`b.id`, inStock(sql`b.id`))} AND ${seenBatch(sql`b.id`, user)}
          AND ${words ? sql`(${keysAre('v.search_key', words)} OR d.number = ${words})` : sql`true`}`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${found}`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{ id: number; title: string }>`
            SELECT b.id, v.title || ' · ' || ${documentTitle} || ' · ' || ${leftOf(sql`b.id`)} AS title ${found}
            ORDER BY b.received_at DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows;
        },
      });
    },
  }),

  implement(receiptGetAll, {
    async handle({ db, user, query }) {
      const words = query.search?.trim();
      const found = sql`FROM document d WHERE EXISTS (
          SELECT 1 FROM stock_batch b WHERE b.document_id = d.id
            AND ${chosenFrom(query, sql`d.id`, inStock(sql`b.id`))} AND ${ownBatch(sql`b.id`, user)})
        AND ${words ? numberIs(sql`lower(d.number)`, words) : sql`true`}`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${found}`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{ id: number; title: string }>`SELECT d.id, ${documentTitle} AS title ${found}
            ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows;
        },
      });
    },
  }),

  implement(expirationBatches, {
    async record({ db, params }) {
      const { rows } = await sql<{ id: number; title: string }>`
        SELECT d.id, ${documentTitle} AS title FROM document d WHERE d.id = ${params.id}`.execute(db);
      const [found] = rows;
      if (!found) throw notFound();
      return found;
    },
    async handle({ db, user, record }) {
      const { rows } = await sql<{
        id: number;
        variant: { id: number; title: string; sku: string };
        warehouse: string;
        received_at: Date | string;
        left: number;
        dated: number;
      }>`
        SELECT b.id, json_build_object('id', v.id, 'title', v.title, 'sku', v.sku) AS variant,
               ${placesOf(sql`b.id`)} AS warehouse, b.received_at, ${leftOf(sql`b.id`)} AS left,
               ${datedOf(sql`b.id`)} AS dated
        FROM stock_batch b JOIN product_variant v ON v.id = b.product_variant_id
        WHERE b.document_id = ${record.id} AND ${inStock(sql`b.id`)} AND ${ownBatch(sql`b.id`, user)}
        ORDER BY v.title, b.id`.execute(db);
      if (rows.length === 0) throw notFound();
      return {
        data: rows.map((row) => ({ ...row, received_at: new Date(row.received_at).toISOString() })),
        document: record,
      };
    },
  }),

  implement(expirationAdd, {
    async handle(context) {
      const faults: Record<string, FieldFault[]> = {};
      for (const [at, line] of context.body.lines.entries()) {
        try {
          await EXPIRATIONS.make(context, { ...line, action: 'none' });
        } catch (error) {
          const fields = error instanceof Refusal ? error.extra.fields : undefined;
          if (fields === undefined) throw error;
          for (const [field, found] of Object.entries(fields)) faults[`lines.${at}.${field}`] = found;
        }
      }
      if (Object.keys(faults).length > 0) throw invalid(faults);
      return { data: { added: context.body.lines.length } };
    },
  }),
];

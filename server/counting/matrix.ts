/** Calls on the counter matrix: rows, evidence, decisions, comments, files (spec 7). */
import { type Kysely, sql } from 'kysely';
import { addCommentary, commentaryIndex, editCommentary } from '../../contract/counting/comments.ts';
import type { Entry } from '../../contract/counting/entries.ts';
import {
  addManually,
  type CountRow,
  downloadExcel,
  productInformation,
  resolveMoved,
  rowsShow,
} from '../../contract/counting/matrix.ts';
import type { Schema } from '../db/schema.ts';
import { person, storeFile } from '../documents/documents.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { whereIs } from '../stock/stocked.ts';
import { type ActRecord, findAct, requireReader } from './access.ts';
import { ACTS, actAfter, commentariesOf, countersOf } from './answers.ts';
import { unitsOf } from './entries.ts';
import { factsOf, figures } from './figures.ts';
import { among, requireWithinLimit } from './limit.ts';

type Db = Kysely<Schema>;

interface RawRow {
  variant_id: number;
  title: string;
  sku: string;
  barcode: string | null;
  is_serial_number: boolean;
  residue: number;
  cost: number;
  counts: Record<string, number> | null;
  final_count: number | null;
  difference: number | null;
  moved: number;
  manual: number | null;
  keep: 'count' | 'difference' | null;
  version: number;
  disagreement: boolean;
  elsewhere: string[] | null;
}

/** The matrix whole, in the order of titles; of one product when asked. */
export async function rowsOf(db: Db, act: ActRecord, variantId?: number): Promise<CountRow[]> {
  const only = variantId === undefined ? sql`` : sql`WHERE f.variant_id = ${variantId}`;
  const rows = await sql<RawRow>`
    WITH ${figures(sql`ARRAY[${act.id}]::integer[]`)},
    away AS (SELECT variant_id, array_agg(serial_number ORDER BY serial_number) AS serials FROM strangers GROUP BY 1)
    SELECT f.variant_id, v.title, v.sku, v.barcode, v.is_serial_number, f.residue,
           coalesce(f.residue_cost, v.last_cost) AS cost, f.counts, f.final_count, f.difference, f.moved, f.manual, f.keep,
           f.version, f.disagreement, away.serials AS elsewhere
    FROM differences f JOIN product_variant v ON v.id = f.variant_id LEFT JOIN away ON away.variant_id = f.variant_id
    ${only} ORDER BY v.search_key, v.id`.execute(db);
  const counters = await db
    .selectFrom('computing_act_user')
    .select('id')
    .where('act_of_count_id', '=', act.id)
    .orderBy('id')
    .execute();
  const blank = Object.fromEntries(counters.map((row) => [String(row.id), null]));
  const comments = new Map<number, CountRow['count_commentaries']>();
  for (const { product: _, ...comment } of await commentariesOf(
    db,
    act.id,
    variantId === undefined ? {} : { variantId },
  )) {
    if (comment.product_variant_id === null) continue;
    comments.set(comment.product_variant_id, [...(comments.get(comment.product_variant_id) ?? []), comment]);
  }
  return rows.rows.map((row) => {
    const cost = Number(row.cost);
    return {
      product_variant: {
        id: row.variant_id,
        title: row.title,
        sku: row.sku,
        barcode: row.barcode,
        is_serial_number: row.is_serial_number,
      },
      residue: row.residue,
      cost,
      counts: { ...blank, ...row.counts },
      final_count: row.final_count,
      difference: row.difference,
      difference_sum: row.difference === null ? null : row.difference * cost,
      moved_since: row.moved,
      count_commentaries: comments.get(row.variant_id) ?? [],
      manual: row.manual,
      disagreement: row.disagreement,
      keep: row.keep,
      elsewhere: row.elsewhere ?? [],
      version: row.version,
    };
  });
}

/** Holds the decision row of a product, or reports that there is none yet (version 0). */
async function decisionOf(db: Db, actId: number, variantId: number) {
  return db
    .selectFrom('count_decision')
    .selectAll()
    .where('act_of_count_id', '=', actId)
    .where('product_variant_id', '=', variantId)
    .forUpdate()
    .executeTakeFirst();
}

async function decide(
  db: Db,
  act: ActRecord,
  variantId: number,
  userId: number,
  values: { manual_count?: number; manual_serials?: string[] | null; keep?: 'count' | 'difference' },
): Promise<void> {
  await db
    .insertInto('count_decision')
    .values({
      act_of_count_id: act.id,
      product_variant_id: variantId,
      manual_count: values.manual_count ?? null,
      manual_serials: values.manual_serials ?? null,
      keep: values.keep ?? null,
      user_id: userId,
    })
    .onConflict((row) =>
      row
        .columns(['act_of_count_id', 'product_variant_id'])
        .doUpdateSet({ ...values, user_id: userId, at: new Date(), version: sql`count_decision.version + 1` }),
    )
    .execute();
}

async function requireVariant(db: Db, id: number): Promise<{ id: number; title: string; serial: boolean }> {
  const row = await db
    .selectFrom('product_variant')
    .select(['id', 'title', 'is_serial_number'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw invalidField('product_variant_id', 'product');
  return { id: row.id, title: row.title, serial: row.is_serial_number };
}

/** A decision about one product of the act: the version is that of its decision, which there may not be yet. */
async function decisionStep(
  asked: Asked,
  act: ActRecord,
  type: 'product.countManually' | 'moved.resolve',
  variantId: number,
  effect: () => Promise<object>,
) {
  const { db, user } = asked;
  const seen = await decisionOf(db, act.id, variantId);
  const found = await factsOf(db, act.id);
  // A choice about a move may be changed: for that step the product is still to be decided.
  const facts = type === 'moved.resolve' && seen?.keep ? { ...found, moved: found.moved + 1 } : found;
  const before = seen ? { count: seen.manual_count, keep: seen.keep } : null;
  await ACTS.take(asked, act, type, async () => ({ ...(await effect()), product_variant_id: variantId, before }), {
    facts,
    version: { version: seen?.version ?? 0, current: async () => (await rowsOf(db, act, variantId))[0] },
    subject: () => ({ id: variantId }),
  });
  return { data: await actAfter(db, user, act.id) };
}

export const matrixCalls: Implementation[] = [
  implement(rowsShow, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, record }) {
      requireReader(record);
      return { data: await rowsOf(db, record) };
    },
  }),

  implement(downloadExcel, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, user, record, now }) {
      requireReader(record);
      return { data: await rowsOf(db, record), computing_act_users: await countersOf(db, user, record, { now }) };
    },
  }),

  implement(productInformation, {
    record: ({ db, user, query }) => findAct(db, user, query.act_of_count_id),
    async handle({ db, user, record, query, now }) {
      requireReader(record);
      const variantId = query.product_variant_id;
      const variant = await requireVariant(db, variantId);
      const [row] = await rowsOf(db, record, variantId);
      const product = await db
        .selectFrom('product_variant')
        .select(['id', 'title', 'sku', 'barcode', 'is_serial_number'])
        .where('id', '=', variantId)
        .executeTakeFirstOrThrow();
      const moves =
        record.loadedMoveId === null
          ? []
          : await db
              .selectFrom('stock_move')
              .innerJoin('warehouse_list', 'warehouse_list.id', 'stock_move.warehouse_id')
              .innerJoin('document', 'document.id', 'stock_move.document_id')
              .innerJoin('app_user', 'app_user.id', 'stock_move.created_by')
              .leftJoin('serial_number', 'serial_number.id', 'stock_move.serial_id')
              .select([
                'stock_move.id',
                'stock_move.created_at',
                'stock_move.qty',
                'stock_move.created_by',
                'serial_number.serial_number',
                'warehouse_list.name as warehouse',
                'document.number',
                'app_user.fullname',
              ])
              .where('stock_move.product_variant_id', '=', variantId)
              .where('warehouse_list.organization_id', '=', record.organizationId)
              .where('warehouse_list.kind', '<>', 'transit')
              .where('stock_move.id', '>', record.loadedMoveId)
              .orderBy('stock_move.id')
              .execute();
      const counters = await countersOf(db, user, record, { now });
      const entries = await db
        .selectFrom('count_entry')
        .innerJoin('computing_act_user', 'computing_act_user.id', 'count_entry.computing_act_user_id')
        .select([
          'count_entry.computing_act_user_id',
          'count_entry.entry_id',
          'count_entry.product_variant_id',
          'count_entry.count',
          'count_entry.source',
          'count_entry.entered_at',
          'count_entry.serial_number',
        ])
        .where('computing_act_user.act_of_count_id', '=', record.id)
        .where('count_entry.product_variant_id', '=', variantId)
        .orderBy('count_entry.id')
        .execute();
      const decision = await db
        .selectFrom('count_decision')
        .innerJoin('app_user', 'app_user.id', 'count_decision.user_id')
        .select(['manual_count', 'manual_serials', 'count_decision.version', 'at', 'user_id', 'fullname'])
        .where('act_of_count_id', '=', record.id)
        .where('product_variant_id', '=', variantId)
        .executeTakeFirst();
      const residueSerials = await db
        .selectFrom('count_residue_serial')
        .innerJoin('serial_number', 'serial_number.id', 'count_residue_serial.serial_id')
        .select('serial_number.serial_number')
        .where('act_of_count_id', '=', record.id)
        .where('serial_number.product_variant_id', '=', variantId)
        .orderBy('serial_number.serial_number')
        .execute();
      const strangers = row?.elsewhere ?? [];
      const places = strangers.length > 0 ? await whereIs(db, strangers) : [];
      return {
        data: {
          product_variant: { ...product, id: variant.id },
          residue: row?.residue ?? 0,
          moves: moves.map((move) => ({
            id: move.id,
            at: move.created_at.toISOString(),
            qty: move.qty,
            serial_number: move.serial_number,
            warehouse: move.warehouse,
            document: move.number,
            user: person(move.created_by, move.fullname),
          })),
          counters: counters.map((counter) => {
            const own = entries.filter((entry) => entry.computing_act_user_id === counter.id);
            const serials = new Map<string, number>();
            for (const entry of own) {
              if (entry.serial_number !== null) {
                serials.set(entry.serial_number, (serials.get(entry.serial_number) ?? 0) + entry.count);
              }
            }
            return {
              id: counter.id,
              title: counter.title,
              user: counter.user,
              status: counter.status,
              count: row?.counts[String(counter.id)] ?? null,
              serial_numbers: [...serials].filter(([, n]) => n > 0).map(([serial]) => serial),
              entries: own.map(
                (entry): Entry => ({
                  entry_id: entry.entry_id,
                  product_variant_id: entry.product_variant_id,
                  count: entry.count,
                  source: entry.source,
                  entered_at: entry.entered_at.toISOString(),
                  serial_number: entry.serial_number,
                }),
              ),
            };
          }),
          manual:
            decision && decision.manual_count !== null
              ? {
                  count: decision.manual_count,
                  serial_numbers: decision.manual_serials ?? [],
                  user: person(decision.user_id, decision.fullname),
                  at: decision.at.toISOString(),
                  version: decision.version,
                }
              : null,
          elsewhere: strangers.map((serial) => {
            const place = places.find((one) => one.code === serial);
            return { serial_number: serial, where: place?.organization ?? place?.state ?? '' };
          }),
          residue_serial_numbers: residueSerials.map((one) => one.serial_number),
          count_commentaries: row?.count_commentaries ?? [],
        },
      };
    },
  }),

  implement(addManually, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, user, record, body } = context;
      const [listed] = body.listed_products;
      if (!listed) throw new Error('the schema asks for one');
      return decisionStep(context, record, 'product.countManually', body.product_variant_id, async () => {
        if (listed.product_variant_id !== body.product_variant_id) {
          throw invalidField('listed_products.0.product_variant_id', 'product_other');
        }
        const variant = await requireVariant(db, body.product_variant_id);
        await requireWithinLimit(db, record, among([variant.id]));
        const codes = listed.serial_numbers ?? [];
        const unitOf = await unitsOf(db, variant.serial ? codes.map((code) => ({ variantId: variant.id, code })) : []);
        const serials = [...new Set(codes.map((code) => unitOf(variant.id, code)))];
        if (variant.serial && serials.length !== listed.count) {
          throw invalidField('listed_products.0.serial_numbers', 'serials_count', { n: listed.count });
        }
        await decide(db, record, variant.id, user.id, {
          manual_count: listed.count,
          manual_serials: variant.serial ? serials.sort() : null,
        });
        return {
          count: listed.count,
          ...(variant.serial ? { serial_numbers: serials } : {}),
          product: variant.title,
        };
      });
    },
  }),

  implement(resolveMoved, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, user, record, body } = context;
      return decisionStep(context, record, 'moved.resolve', body.product_variant_id, async () => {
        const variant = await requireVariant(db, body.product_variant_id);
        const [row] = await rowsOf(db, record, variant.id);
        if (!row || row.moved_since === 0) throw invalidField('product_variant_id', 'not_moved');
        await decide(db, record, variant.id, user.id, { keep: body.keep });
        return { keep: body.keep, moved: row.moved_since, product: variant.title };
      });
    },
  }),

  implement(
    addCommentary,
    ACTS.stepThen(
      'comment.add',
      async ({ db, user, record, body, now }) => {
        const variant = body.product_variant_id ? await requireVariant(db, body.product_variant_id) : undefined;
        const file = body.file && body.file.size > 0 ? await readFile(body.file) : undefined;
        const { id } = await db
          .insertInto('document_comment')
          .values({
            document_id: record.id,
            product_variant_id: variant?.id ?? null,
            comment: body.comment,
            file_id: file ? await storeFile(db, record.id, 'comment', file, user.id, now) : null,
            created_by: user.id,
            created_at: now,
            updated_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const about = variant ? { product_variant_id: variant.id, product: variant.title } : {};
        return { comment_id: id, comment: body.comment, ...about };
      },
      async ({ db, record }, { details }) => ({ data: await oneCommentary(db, record.id, details.comment_id) }),
      { find: ({ db, user, body }) => findAct(db, user, body.act_of_count_id, true) },
    ),
  ),

  implement(editCommentary, {
    record: async ({ db, user, body }) => {
      const comment = await db
        .selectFrom('document_comment')
        .select(['id', 'document_id', 'comment', 'created_by', 'file_id'])
        .where('id', '=', body.id)
        .executeTakeFirst();
      if (!comment) throw notFound();
      return { comment, act: await findAct(db, user, comment.document_id, true) };
    },
    async handle(context) {
      const { db, user, record, body, now } = context;
      const { act, comment } = record;
      await ACTS.take(context, act, 'comment.edit', async () => {
        // managers comment; the words of a comment are its author's
        if (comment.created_by !== user.id) throw forbidden('errors.comment_not_yours');
        const file = body.file && body.file.size > 0 ? await readFile(body.file) : undefined;
        const fileId = file ? await storeFile(db, act.id, 'comment', file, user.id, now) : comment.file_id;
        await db
          .updateTable('document_comment')
          .set({ comment: body.comment, file_id: fileId, updated_at: now })
          .where('id', '=', comment.id)
          .execute();
        return { comment_id: comment.id, before: comment.comment, after: body.comment };
      });
      return { data: await oneCommentary(db, act.id, comment.id) };
    },
  }),

  implement(commentaryIndex, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, record }) {
      requireReader(record);
      return { data: await commentariesOf(db, record.id) };
    },
  }),
];

async function oneCommentary(db: Db, actId: number, id: number) {
  const [comment] = await commentariesOf(db, actId, { id });
  if (!comment) throw new Error('the comment was there a moment ago');
  const { product: _, ...rest } = comment;
  return rest;
}

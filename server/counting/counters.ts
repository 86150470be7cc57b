/** Calls on counters: choosing them, and what a counter itself does (spec 7). */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { userGetAll } from '../../contract/choices.ts';
import {
  counterCreate,
  counterCreateMany,
  counterDelete,
  counterIndex,
  counterProposals,
  counterRelease,
  counterShow,
  counterStart,
  counterUpdate,
} from '../../contract/counting/counters.ts';
import {
  type CountableProduct,
  counterProducts,
  listedProducts,
  saveEntries,
  submitList,
} from '../../contract/counting/entries.ts';
import { searchKey } from '../../contract/search.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { titleIn } from '../directory/targets.ts';
import { holdsRule } from '../http/heldRules.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { isPerson } from '../sale/entries.ts';
import { whereIs } from '../stock/stocked.ts';
import { type ActRecord, type CounterRecord, findAct, findCounter, findCounterAlone, requireReader } from './access.ts';
import { ACTS, actAfter, COUNTERS, counterAnswer, countersOf } from './answers.ts';
import { entriesAfter, requireMoments, saveEntriesOf, takeList, tallyOf } from './entries.ts';
import { countsProduct } from './limit.ts';

type Db = Kysely<Schema>;

async function requireUser(db: Db, id: number, field = 'user_id'): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!user) throw invalidField(field, 'user');
}

async function requireNotYetCounting(
  db: Db,
  actId: number,
  userId: number,
  except = 0,
  field = 'user_id',
): Promise<void> {
  const twin = await db
    .selectFrom('computing_act_user')
    .select('id')
    .where('act_of_count_id', '=', actId)
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .executeTakeFirst();
  if (twin) throw invalidField(field, 'user_counts_already');
}

/** Adds a counter to an act that is held; answers its id. */
async function addCounter(
  asked: Asked,
  act: ActRecord,
  { title, user_id }: { title: string; user_id: number },
  field = 'user_id',
): Promise<number> {
  const { db, now } = asked;
  let id = 0;
  await ACTS.take(
    asked,
    act,
    'counter.add',
    async () => {
      await requireUser(db, user_id, field);
      await requireNotYetCounting(db, act.id, user_id, 0, field);
      const made = await db
        .insertInto('computing_act_user')
        .values({ act_of_count_id: act.id, user_id, title, started_at: null, submitted_at: null, since: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      id = made.id;
      return { user_id, counter: title };
    },
    { subject: () => ({ id, machine: 'counter', before: null, after: 'assigned' }) },
  );
  return id;
}

/** What the calls of a counter answer: the act and the counter. */
const answer = ({ db, user, record, now }: Asked & { record: CounterRecord }) =>
  counterAnswer(db, user, record.act.id, record.id, now);

const userList = declareList({
  call: 'userGetAll',
  from: sql`app_user u`,
  id: sql`u.id`,
  sorts: {
    name: {
      columns: [
        { by: sql`u.search_key`, type: 'text' },
        { by: sql`u.id`, type: 'integer' },
      ],
      index: 'app_user_list',
    },
  },
  sort: 'name',
  filters: { search: 'app_user_search', id: 'app_user_pkey' },
});

export const counterCalls: Implementation[] = [
  implement(counterIndex, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, user, record, query, now }) {
      const search = query.search?.trim() ? searchKey(query.search) : undefined;
      return answerComputed(query, {
        async figures() {
          let all = db
            .selectFrom('computing_act_user')
            .innerJoin('app_user', 'app_user.id', 'computing_act_user.user_id')
            .where('act_of_count_id', '=', record.id);
          if (!record.reads) all = all.where('user_id', '=', user.id);
          if (search) all = all.where('app_user.search_key', 'like', `%${search}%`);
          const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
          return { total: Number(n) };
        },
        rows: (limit, offset) =>
          countersOf(db, user, record, { page: { limit, offset }, now, ...(search ? { search } : {}) }),
      });
    },
  }),

  implement(userGetAll, {
    async handle({ db, query, language }) {
      const words = query.search?.trim();
      return answerList(db, userList, query, {
        where: [
          chosenFrom(query, sql`u.id`, sql`u.active`),
          isPerson('u'),
          ...(words ? [keysAre('u.search_key', words)] : []),
        ],
        narrowed: query.id !== undefined || Boolean(words),
        async rows(ids) {
          if (ids.length === 0) return [];
          const rows = await db
            .selectFrom('app_user')
            .innerJoin('position', 'position.id', 'app_user.position_id')
            .innerJoin('organization', 'organization.id', 'app_user.organization_id')
            .select([
              'app_user.id',
              'app_user.fullname',
              'position.name_uz as position',
              'position.name_ru as position_ru',
              'organization.name as organization',
            ])
            .where('app_user.id', 'in', ids)
            .execute();
          return inOrder(ids, rows).map((row) => ({
            id: row.id,
            title: row.fullname,
            position: language === 'ru' ? row.position_ru : row.position,
            organization: row.organization,
          }));
        },
      });
    },
  }),

  implement(counterCreate, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, user, record, body, now } = context;
      return counterAnswer(db, user, record.id, await addCounter(context, record, body), now);
    },
  }),

  implement(counterCreateMany, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, user, record, body } = context;
      for (const [at, counter] of body.counters.entries()) {
        // the first compares the version that the person saw; each raises it
        const asked = at === 0 ? context : { ...context, ifMatch: undefined };
        await addCounter(
          asked,
          at === 0 ? record : await findAct(db, user, record.id),
          counter,
          `counters.${at}.user_id`,
        );
      }
      return { data: await actAfter(db, user, record.id) };
    },
  }),

  implement(counterProposals, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, record, language }) {
      requireReader(record);
      // who manages acts comes after who counts
      const { rows } = await sql<{ id: number; title: string; position: string }>`
        SELECT app_user.id, app_user.fullname AS title, ${titleIn('position', 'p', language)} AS position
        FROM app_user JOIN position p ON p.id = app_user.position_id
        WHERE app_user.active AND app_user.organization_id = ${record.organizationId}
          AND ${holdsRule('act_of_count.show')}
          AND app_user.id NOT IN (SELECT user_id FROM computing_act_user WHERE act_of_count_id = ${record.id})
        ORDER BY ${holdsRule('act_of_count.add')}, app_user.search_key, app_user.id`.execute(db);
      return { data: rows };
    },
  }),

  implement(
    counterUpdate,
    COUNTERS.stepThen(
      'counter.rename',
      async ({ db, record, body: { title, user_id } }) => {
        await requireUser(db, user_id);
        await requireNotYetCounting(db, record.act.id, user_id, record.id);
        await db.updateTable('computing_act_user').set({ title, user_id }).where('id', '=', record.id).execute();
        return { before: { title: record.title, user_id: record.userId }, after: { title, user_id } };
      },
      answer,
    ),
  ),
  implement(
    counterDelete,
    COUNTERS.stepThen(
      'counter.remove',
      async ({ record }) => ({ user_id: record.userId }),
      async ({ db, user, record }) => ({ data: await actAfter(db, user, record.act.id) }),
    ),
  ),
  implement(
    counterStart,
    COUNTERS.stepThen('counter.start', async () => ({}), answer),
  ),
  implement(
    submitList,
    COUNTERS.stepThen(
      'counter.submit',
      async ({ db, record, body, now }) => {
        await takeList(db, record, body.listed_products, now);
        return { lines: body.listed_products.length };
      },
      answer,
    ),
  ),
  implement(
    counterRelease,
    COUNTERS.stepThen('counter.release', async ({ body }) => ({ reason: body.reason }), answer),
  ),

  implement(counterShow, {
    record: ({ db, user, params }) => findCounter(db, user, params.id),
    async handle({ db, user, record, now }) {
      if (!record.own && !record.act.reads) throw forbidden('errors.counter_not_yours');
      const [counter] = await countersOf(db, user, record.act, { ids: [record.id], now });
      if (!counter) throw new Error('the counter was there a moment ago');
      const { id, number, organization, status, categories } = record.act;
      return { data: { counter, act: { id, number, organization, status, categories } } };
    },
  }),

  implement(listedProducts, {
    record: ({ db, user, params }) => findCounter(db, user, params.id),
    async handle({ db, record }) {
      if (!record.own && !record.act.reads) throw forbidden('errors.counter_not_yours');
      const tallies = await tallyOf(db, record.id);
      const { entries } = await entriesAfter(db, record.id, 0);
      const byVariant = new Map<number, typeof entries>();
      for (const entry of entries) {
        const list = byVariant.get(entry.product_variant_id);
        if (list) list.push(entry);
        else byVariant.set(entry.product_variant_id, [entry]);
      }
      return {
        data: [...tallies.values()].map((tally) => ({
          product_variant_id: tally.variantId,
          count: tally.total,
          serial_numbers: [...tally.serials].filter(([, n]) => n > 0).map(([serial]) => serial),
          entries: byVariant.get(tally.variantId) ?? [],
        })),
      };
    },
  }),

  implement(
    saveEntries,
    COUNTERS.stepThen(
      'entries.save',
      async ({ db, record, body }) => {
        requireMoments(body.entries, (index) => `entries.${index}`);
        return saveEntriesOf(db, record, body.entries);
      },
      // Entries of a browser whose knowledge is older: what came from elsewhere in between goes back with the answer.
      async ({ db, record, body }, { details: { saved, refused } }) => {
        const mine = new Set(saved);
        const { entries, last } = await entriesAfter(db, record.id, body.after ?? 0);
        const codes = body.entries.flatMap((entry) =>
          entry.serial_number && entry.count > 0 ? [entry.serial_number] : [],
        );
        const places = codes.length > 0 ? await whereIs(db, codes) : [];
        return {
          data: {
            saved,
            refused,
            others: body.after === undefined ? [] : entries.filter((entry) => !mine.has(entry.entry_id)),
            last,
            elsewhere: places
              .filter((place) => place.organization_id !== record.act.organizationId && place.state !== 'written_off')
              .map((place) => ({ serial_number: place.code, where: place.organization ?? place.state })),
          },
        };
      },
      { find: ({ db, user, params }) => findCounterAlone(db, user, params.id) },
    ),
  ),

  implement(counterProducts, {
    record: ({ db, user, params }) => findCounter(db, user, params.id),
    async handle({ db, record, headers }) {
      if (!record.own && !record.act.reads) throw forbidden('errors.counter_not_yours');
      const counts = countsProduct(record.act);
      // A product of another category is not a changed product: what is within is part of the tag.
      const stamp = await sql<{ stamp: string }>`
        SELECT count(*) || '-' || coalesce(max(v.updated_at)::text, '') || '-'
               || coalesce(md5(string_agg(v.id::text, ',' ORDER BY v.id) FILTER (WHERE NOT ${counts})), '') AS stamp
        FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.active`.execute(db);
      const etag = `"${createHash('sha256')
        .update(stamp.rows[0]?.stamp ?? '')
        .digest('base64url')
        .slice(0, 22)}"`;
      // A compressed answer carries its tag as a weak one.
      if (headers.get('if-none-match')?.replace(/^W\//, '') === etag)
        return new Response(null, { status: 304, headers: { etag } });
      const { rows } = await sql<Omit<CountableProduct, 'barcodes'> & { barcodes: string[] | null; within: boolean }>`
        SELECT v.id, v.title, v.sku, v.barcode, further.barcodes, v.is_serial_number, v.imei_count, ${counts} AS within
        FROM product_variant v JOIN product p ON p.id = v.product_id LEFT JOIN (
          SELECT variant_id, array_agg(barcode ORDER BY id) AS barcodes FROM product_barcode WHERE active GROUP BY 1
        ) further ON further.variant_id = v.id WHERE v.active ORDER BY v.id`.execute(db);
      const of = (asked: boolean) =>
        rows.flatMap(({ within, barcodes, ...product }) =>
          within === asked ? [{ ...product, ...(barcodes !== null && { barcodes }) }] : [],
        );
      return Response.json(
        { data: of(true), outside: of(false) },
        { headers: { etag, 'cache-control': 'private, no-cache' } },
      );
    },
  }),
];

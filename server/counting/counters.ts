/** Calls on counters: choosing them, and what a counter itself does (spec 7). */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { userGetAll } from '../../contract/choices.ts';
import {
  counterCreate,
  counterDelete,
  counterIndex,
  counterProducts,
  counterRelease,
  counterShow,
  counterStart,
  counterUpdate,
  listedProducts,
  saveEntries,
  submitList,
} from '../../contract/counting.ts';
import { searchKey } from '../../contract/search.ts';
import type { CounterEvent } from '../../machines/counter/counter.machine.ts';
import { type CountingActEvent, NOTHING_TO_DECIDE } from '../../machines/countingAct/countingAct.machine.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeKeys } from '../db/search.ts';
import { refuseStale } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, forbidden, invalidField } from '../http/refusal.ts';
import { whereIs } from '../stock/posting.ts';
import {
  type CounterRecord,
  findAct,
  findCounter,
  findCounterAlone,
  requireManager,
  requireOwnList,
} from './access.ts';
import { actAfter, counterAnswer, countersOf } from './answers.ts';
import { entriesAfter, requireMoments, saveEntriesOf, takeList, tallyOf } from './entries.ts';
import { factsOf } from './figures.ts';
import { mayStep, mayStepCounter, questionsOf, step, stepCounter } from './lifecycle.ts';

type Db = Kysely<Schema>;

async function requireUser(db: Db, id: number): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!user) throw invalidField('user_id', 'user');
}

async function requireNotYetCounting(db: Db, actId: number, userId: number, except = 0): Promise<void> {
  const twin = await db
    .selectFrom('computing_act_user')
    .select('id')
    .where('act_of_count_id', '=', actId)
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .executeTakeFirst();
  if (twin) throw invalidField('user_id', 'user_counts_already');
}

/** Both lifecycles must allow a counter's event: its own and that of its act. */
async function counterStep(
  db: Db,
  user: SignedIn,
  counter: CounterRecord,
  type: Exclude<CounterEvent['type'], 'entries.save'>,
  ifMatch: number | undefined,
  now: Date,
  deed: () => Promise<Record<string, unknown> | undefined>,
): Promise<void> {
  const context = await factsOf(db, counter.act.id, 'counters');
  const finishes = type === 'counter.submit' || type === 'counter.release';
  const event: CountingActEvent = finishes ? { type, facts: NOTHING_TO_DECIDE } : { type };
  mayStepCounter(counter, context, type);
  mayStep(counter.act, context, event);
  await refuseStale(ifMatch, counter.version, async () => {
    const [current] = await countersOf(db, user, counter.act, { ids: [counter.id], now });
    return current;
  });
  const payload = await deed();
  if (type === 'counter.remove') {
    await db.deleteFrom('computing_act_user').where('id', '=', counter.id).execute();
  } else {
    await stepCounter(db, counter, type, {
      ...(type === 'counter.start' ? { started_at: now } : {}),
      ...(finishes ? { submitted_at: now } : {}),
      ...(type === 'counter.release' ? { released: true } : {}),
    });
  }
  await step(db, {
    act: counter.act,
    context,
    event: finishes ? { type, facts: questionsOf(await factsOf(db, counter.act.id)) } : event,
    user,
    now,
    subjectId: counter.id,
    payload: { ...payload, counter: counter.title },
  });
}

export const counterCalls: Implementation[] = [
  implement(counterIndex, {
    record: ({ db, user, params }) => findAct(db, user, params.actId),
    async handle({ db, user, record, query, now }) {
      const { page, perPage, offset } = paged(query);
      const search = query.search?.trim() ? searchKey(query.search) : undefined;
      let all = db
        .selectFrom('computing_act_user')
        .innerJoin('app_user', 'app_user.id', 'computing_act_user.user_id')
        .where('act_of_count_id', '=', record.id);
      if (!record.reads) all = all.where('user_id', '=', user.id);
      if (search) all = all.where('app_user.search_key', 'like', `%${search}%`);
      const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      const data = await countersOf(db, user, record, {
        page: { limit: perPage, offset },
        now,
        ...(search ? { search } : {}),
      });
      return { data, meta: { current_page: page, total: Number(n), per_page: perPage } };
    },
  }),

  implement(userGetAll, {
    async handle({ db, query, language }) {
      const { page, perPage, offset } = paged(query);
      let people = db
        .selectFrom('app_user')
        .innerJoin('position', 'position.id', 'app_user.position_id')
        .innerJoin('organization', 'organization.id', 'app_user.organization_id')
        .where('app_user.active', '=', true);
      if (query.search?.trim()) {
        people = people.where((where) => where.or(likeKeys(where, 'app_user.search_key', query.search ?? '')));
      }
      const { n } = await people.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      const rows = await people
        .select([
          'app_user.id',
          'app_user.fullname',
          'position.name as position',
          'position.name_ru as position_ru',
          'organization.name as organization',
        ])
        .orderBy('app_user.search_key')
        .orderBy('app_user.id')
        .limit(perPage)
        .offset(offset)
        .execute();
      return {
        data: rows.map((row) => ({
          id: row.id,
          title: row.fullname,
          position: language === 'ru' ? row.position_ru : row.position,
          organization: row.organization,
        })),
        meta: { current_page: page, total: Number(n), per_page: perPage },
      };
    },
  }),

  implement(counterCreate, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle({ db, user, record, body, ifMatch, now }) {
      requireManager(record);
      const context = await factsOf(db, record.id, 'counters');
      mayStep(record, context, { type: 'counter.add' });
      await refuseStale(ifMatch, record.version, () => actAfter(db, user, record.id));
      await requireUser(db, body.user_id);
      await requireNotYetCounting(db, record.id, body.user_id);
      const { id } = await db
        .insertInto('computing_act_user')
        .values({
          act_of_count_id: record.id,
          user_id: body.user_id,
          title: body.title,
          started_at: null,
          submitted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await step(db, {
        act: record,
        context,
        event: { type: 'counter.add' },
        user,
        now,
        subjectId: id,
        payload: { user_id: body.user_id, counter: body.title },
      });
      return counterAnswer(db, user, record.id, id, now);
    },
  }),

  implement(counterUpdate, {
    record: ({ db, user, params }) => findCounter(db, user, params.id, true),
    async handle({ db, user, record, body, ifMatch, now }) {
      requireManager(record.act);
      await counterStep(db, user, record, 'counter.rename', ifMatch, now, async () => {
        await requireUser(db, body.user_id);
        await requireNotYetCounting(db, record.act.id, body.user_id, record.id);
        await db
          .updateTable('computing_act_user')
          .set({ title: body.title, user_id: body.user_id })
          .where('id', '=', record.id)
          .execute();
        return { before: { title: record.title, user_id: record.userId }, after: body };
      });
      return counterAnswer(db, user, record.act.id, record.id, now);
    },
  }),

  implement(counterDelete, {
    record: ({ db, user, params }) => findCounter(db, user, params.id, true),
    async handle({ db, user, record, ifMatch, now }) {
      requireManager(record.act);
      await counterStep(db, user, record, 'counter.remove', ifMatch, now, async () => ({ user_id: record.userId }));
      return { data: await actAfter(db, user, record.act.id) };
    },
  }),

  implement(counterStart, {
    record: ({ db, user, params }) => findCounter(db, user, params.id, true),
    async handle({ db, user, record, ifMatch, now }) {
      requireOwnList(record);
      await counterStep(db, user, record, 'counter.start', ifMatch, now, async () => undefined);
      return counterAnswer(db, user, record.act.id, record.id, now);
    },
  }),

  implement(submitList, {
    record: ({ db, user, params }) => findCounter(db, user, params.id, true),
    async handle({ db, user, record, body, ifMatch, now }) {
      requireOwnList(record);
      await counterStep(db, user, record, 'counter.submit', ifMatch, now, async () => {
        await takeList(db, record.id, body.listed_products, now);
        return { lines: body.listed_products.length };
      });
      return counterAnswer(db, user, record.act.id, record.id, now);
    },
  }),

  implement(counterRelease, {
    record: ({ db, user, params }) => findCounter(db, user, params.id, true),
    async handle({ db, user, record, body, ifMatch, now }) {
      requireManager(record.act);
      await counterStep(db, user, record, 'counter.release', ifMatch, now, async () => ({ reason: body.reason }));
      return counterAnswer(db, user, record.act.id, record.id, now);
    },
  }),

  implement(counterShow, {
    record: ({ db, user, params }) => findCounter(db, user, params.id),
    async handle({ db, user, record, now }) {
      if (!record.own && !record.act.reads) throw forbidden('errors.counter_not_yours');
      const [counter] = await countersOf(db, user, record.act, { ids: [record.id], now });
      if (!counter) throw new Error('the counter was there a moment ago');
      const { id, number, organization, status } = record.act;
      return { data: { counter, act: { id, number, organization, status } } };
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

  implement(saveEntries, {
    record: ({ db, user, params }) => findCounterAlone(db, user, params.id),
    async handle({ db, record, body }) {
      requireOwnList(record);
      const context = await factsOf(db, record.act.id, 'counters');
      mayStepCounter(record, context, 'entries.save');
      if (record.act.status !== 'counting') {
        throw conflict('not_allowed_now', { state: record.act.status, allowed: [] });
      }
      // Entries of a browser whose knowledge is older: what came from elsewhere in between goes back with the answer.
      requireMoments(body.entries, (index) => `entries.${index}`);
      const { saved, refused } = await saveEntriesOf(db, record.id, body.entries);
      const mine = new Set(saved);
      const { entries, last } = await entriesAfter(db, record.id, body.after ?? 0);
      const codes = body.entries.flatMap((entry) =>
        entry.serial_number && entry.count > 0 ? [entry.serial_number] : [],
      );
      const places = codes.length > 0 ? await whereIs(db as never, codes) : [];
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
  }),

  implement(counterProducts, {
    record: ({ db, user, params }) => findCounter(db, user, params.id),
    async handle({ db, record, headers }) {
      if (!record.own && !record.act.reads) throw forbidden('errors.counter_not_yours');
      const stamp = await sql<{ stamp: string }>`SELECT count(*) || '-' || coalesce(max(updated_at)::text, '') AS stamp
        FROM product_variant WHERE active`.execute(db);
      const etag = `"${createHash('sha256')
        .update(stamp.rows[0]?.stamp ?? '')
        .digest('base64url')
        .slice(0, 22)}"`;
      // A compressed answer carries its tag as a weak one.
      if (headers.get('if-none-match')?.replace(/^W\//, '') === etag)
        return new Response(null, { status: 304, headers: { etag } });
      const data = await db
        .selectFrom('product_variant')
        .select(['id', 'title', 'sku', 'barcode', 'is_serial_number', 'imei_count'])
        .where('active', '=', true)
        .orderBy('id')
        .execute();
      return Response.json({ data }, { headers: { etag, 'cache-control': 'private, no-cache' } });
    },
  }),
];

/** Acts, counters, comments and files in the shapes of the contract. */
import { type Kysely, sql } from 'kysely';
import type { FileInfo } from '../../contract/common.ts';
import type { Act, ActDetails } from '../../contract/counting/acts.ts';
import type { CountCommentary } from '../../contract/counting/comments.ts';
import type { Counter } from '../../contract/counting/counters.ts';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import {
  type CountingActContext,
  countingActMachine,
  NO_COUNTERS,
} from '../../machines/countingAct/countingAct.machine.ts';
import type { Schema } from '../db/schema.ts';
import { filesOf, person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';
import { type ActRecord, type CounterRecord, findAct, findCounter } from './access.ts';
import { concernOfAct } from './concerns.ts';
import { factsOf, factsOfActs, figures, netted, nettedSums } from './figures.ts';
import {
  ACT_EVENTS,
  ASKS_QUESTIONS,
  ASKS_STOCK,
  COUNTER_EVENTS,
  counterStamps,
  questionsOf,
  whyActRefused,
} from './lifecycle.ts';

type Db = Kysely<Schema>;

const LIVE = new Set(['counting', 'counted']);

/** The act as every step answers it. */
export async function actAnswer(db: Db, act: ActRecord): Promise<Act> {
  const [answer] = await actAnswers(db, [act]);
  return answer as Act;
}

/** Several acts, in as many queries as one. `known`: their facts, where the caller has found them already. */
export async function actAnswers(
  db: Db,
  acts: readonly ActRecord[],
  known?: ReadonlyMap<number, CountingActContext>,
): Promise<Act[]> {
  if (acts.length === 0) return [];
  const ids = acts.map((act) => act.id);
  const asked = acts.filter((act) => act.reads && LIVE.has(act.status)).map((act) => act.id);
  const facts = known ?? (await factsOfActs(db, ids, asked));
  const files = await filesOf(db, ...acts.filter((act) => act.fileId !== null).map((act) => act.id));
  const creatorsWhoCount = await db
    .selectFrom('computing_act_user')
    .innerJoin('document', 'document.id', 'computing_act_user.act_of_count_id')
    .select('document.id')
    .where('document.id', 'in', ids)
    .whereRef('computing_act_user.user_id', '=', 'document.owner_id')
    .execute();
  const open = new Set(creatorsWhoCount.map((row) => row.id));
  return acts.map((act) => ({
    id: act.id,
    organization_id: act.organizationId,
    organization: act.organization,
    comment: act.comment,
    categories: act.categories,
    status: act.status,
    file: files.find((file) => file.id === act.fileId) ?? null,
    blind: !open.has(act.id),
    number: act.number,
    created_at: act.createdAt.toISOString(),
    created_by: act.createdBy,
    version: act.version,
    allowed_events: ACTS.allowed(act, facts.get(act.id) ?? NO_COUNTERS, act.seenBy),
  }));
}

/** After a step: read again, so that the answer is what the next reader sees. */
export async function actAfter(db: Db, user: SignedIn, id: number): Promise<Act> {
  return actAnswer(db, await findAct(db, user, id));
}

export const ACTS = defineLifecycle(countingActMachine, {
  table: 'document',
  log: 'event_log',
  find: ({ db, user }, id, lock) => findAct(db, user, id, lock),
  state: ({ status }: ActRecord) => status,
  branch: ({ organizationId }) => organizationId,
  facts: ({ db }, { id }, event, moment) =>
    factsOf(db, id, moment === 'after' || ASKS_QUESTIONS.has(event) ? 'all' : 'counters'),
  answer: ({ db }, act) => actAnswer(db, act),
  stamps: ({ now }) => ({ updated_at: now }),
  why: (_, act, event, facts) => whyActRefused(act, event, facts),
  notes: (event, facts) => (ASKS_STOCK.has(event) ? { found: questionsOf(facts) } : {}),
  concerns: concernOfAct,
  raised: (before, after) => (before === 'counting' && after === 'counted' ? 'counters.allSubmitted' : undefined),
  events: ACT_EVENTS,
});

/** A counter's events must be taken by its act too, whose log has the row of both. */
export const COUNTERS = defineLifecycle(counterMachine, {
  table: 'computing_act_user',
  log: 'event_log',
  find: ({ db, user }, id, lock) => findCounter(db, user, id, lock),
  state: ({ status }: CounterRecord) => status,
  branch: ({ act }) => act.organizationId,
  facts: ({ db }, { act }) => factsOf(db, act.id, 'counters'),
  async answer({ db, user, now }, { id, act }) {
    const [counter] = await countersOf(db, user, act, { ids: [id], now });
    return counter;
  },
  stamps: ({ event, now }) => counterStamps(event, now),
  bars({ act }, event, facts) {
    if (event === 'entries.save') return act.status === 'counting' ? undefined : { state: act.status, allowed: [] };
    if (ACTS.takes(act, event, { ...NO_COUNTERS, ...facts })) return undefined;
    return { state: act.status, allowed: ACTS.allowed(act, { ...NO_COUNTERS, ...facts }, act.seenBy) };
  },
  async parent(asked, { act, title }, event) {
    if (event === 'entries.save') return undefined;
    const pending = await ACTS.begin(asked, act, event);
    return { finish: (details, subject) => ACTS.finish(asked, act, pending, { ...details, counter: title }, subject) };
  },
  gone: 'removed',
  events: COUNTER_EVENTS,
});

interface Totals {
  lines: number;
  counted: number;
  units: number;
  residue: number;
  residue_left_out: number;
  shortage: number;
  surplus: number;
  difference: number;
  shortage_sum: number;
  surplus_sum: number;
  not_counted: number;
}

/** The act as its window shows it. */
export async function actDetails(db: Db, act: ActRecord): Promise<ActDetails> {
  const facts = await factsOf(db, act.id);
  const [answer] = await actAnswers(db, [act], new Map([[act.id, facts]]));
  const ofUnits = netted(sql`f.difference`);
  const ofMoney = netted(sql`f.difference * coalesce(f.residue_cost, v.last_cost)`);
  const totals = await sql<Totals>`
    WITH ${figures(sql`ARRAY[${act.id}]::integer[]`)}
    SELECT count(*)::integer AS lines,
           count(*) FILTER (WHERE counts IS NOT NULL OR manual IS NOT NULL)::integer AS counted,
           coalesce(sum(final_count), 0)::bigint AS units,
           coalesce(sum(residue), 0)::bigint AS residue,
           coalesce(sum(residue) FILTER (WHERE final_count IS NULL), 0)::bigint AS residue_left_out,
           ${ofUnits.shortage}::bigint AS shortage, ${ofUnits.surplus}::bigint AS surplus,
           coalesce(sum(difference), 0)::bigint AS difference,
           ${ofMoney.shortage} AS shortage_sum, ${ofMoney.surplus} AS surplus_sum,
           count(*) FILTER (WHERE counts IS NULL AND manual IS NULL)::integer AS not_counted
    FROM differences f JOIN product_variant v ON v.id = f.variant_id`.execute(db);
  const moments = await db
    .selectFrom('event_log')
    .select(['state_after', sql<Date>`max(at)`.as('at')])
    .where('document_id', '=', act.id)
    .where('machine', '=', 'countingAct')
    .where('state_after', 'is not', null)
    .where((where) => where.or([where('state_before', 'is', null), sql<boolean>`state_before <> state_after`]))
    .groupBy('state_after')
    .execute();
  const { comments } = await db
    .selectFrom('document_comment')
    .select(({ fn }) => fn.countAll<number>().as('comments'))
    .where('document_id', '=', act.id)
    .executeTakeFirstOrThrow();
  const day = act.practiceDayId
    ? await db.selectFrom('practice_day').select('date').where('id', '=', act.practiceDayId).executeTakeFirst()
    : undefined;
  const figuresOfAct = totals.rows[0] as Totals;
  return {
    ...(answer as Act),
    facts,
    moments: Object.fromEntries(moments.map((row) => [row.state_after ?? '', row.at.toISOString()])),
    ...figuresOfAct,
    ...nettedSums(figuresOfAct),
    comments: Number(comments),
    files: await filesOf(db, act.id),
    practice_day: day?.date ?? null,
  };
}

/** Counters of an act with what they have entered so far. */
export async function countersOf(
  db: Db,
  user: SignedIn,
  act: ActRecord,
  options: { ids?: number[]; page?: { limit: number; offset: number }; search?: string; now: Date },
): Promise<Counter[]> {
  const context = await factsOf(db, act.id, 'counters');
  let query = db
    .selectFrom('computing_act_user')
    .innerJoin('app_user', 'app_user.id', 'computing_act_user.user_id')
    .select([
      'computing_act_user.id',
      'computing_act_user.title',
      'computing_act_user.user_id',
      'computing_act_user.status',
      'computing_act_user.started_at',
      'computing_act_user.submitted_at',
      'computing_act_user.released',
      'computing_act_user.version',
      'app_user.fullname',
    ])
    .where('computing_act_user.act_of_count_id', '=', act.id)
    .orderBy('computing_act_user.id');
  if (!act.reads) query = query.where('computing_act_user.user_id', '=', user.id);
  if (options.ids) query = query.where('computing_act_user.id', 'in', options.ids);
  if (options.search) query = query.where('app_user.search_key', 'like', `%${options.search}%`);
  if (options.page) query = query.limit(options.page.limit).offset(options.page.offset);
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  // A device's clock may go fast: nothing was entered after it arrived here.
  const progress = await sql<{ id: number; counted: number; units: number; last: Date | null }>`
    SELECT id, count(*) FILTER (WHERE n > 0 OR zero)::integer AS counted, coalesce(sum(n), 0)::bigint AS units,
           least(max(last), ${options.now}::timestamptz) AS last
    FROM (SELECT computing_act_user_id AS id, product_variant_id, sum(count)::integer AS n, bool_or(count = 0) AS zero,
                 max(least(entered_at, received_at)) AS last
          FROM count_entry WHERE computing_act_user_id = ANY(${ids}::integer[]) GROUP BY 1, 2) AS of_product
    GROUP BY 1`.execute(db);
  const pace = await sql<{ id: number; start: Date; n: number }>`
    SELECT computing_act_user_id AS id, date_bin('5 minutes', received_at, ${options.now}::timestamptz) AS start,
           count(*)::integer AS n
    FROM count_entry
    WHERE computing_act_user_id = ANY(${ids}::integer[]) AND received_at > ${options.now}::timestamptz - interval '1 hour'
    GROUP BY 1, 2`.execute(db);
  return rows.map((row) => {
    const own = progress.rows.find((one) => one.id === row.id);
    const spans = Array.from({ length: PACE_SPANS }, () => 0);
    for (const { id, start, n } of pace.rows) {
      if (id !== row.id) continue;
      // What this very call saved begins a span of its own, after `now`: it belongs to the newest one.
      const at = PACE_SPANS - Math.max(1, Math.round((options.now.getTime() - start.getTime()) / PACE_MS));
      if (at >= 0) spans[at] = (spans[at] ?? 0) + n;
    }
    return {
      id: row.id,
      act_of_count_id: act.id,
      title: row.title,
      user_id: row.user_id,
      user: person(row.user_id, row.fullname),
      status: row.status as Counter['status'],
      counted: own?.counted ?? 0,
      units: own?.units ?? 0,
      last_entry_at: own?.last?.toISOString() ?? null,
      pace: spans,
      started_at: row.started_at?.toISOString() ?? null,
      submitted_at: row.submitted_at?.toISOString() ?? null,
      released: row.released,
      version: row.version,
      allowed_events: COUNTERS.allowed(
        {
          ...{ id: row.id, userId: row.user_id, title: row.title, status: row.status as Counter['status'], act },
          ...{ version: row.version, own: row.user_id === user.id },
        },
        { ...context },
        user,
      ),
    };
  });
}

const PACE_SPANS = 12;
const PACE_MS = 5 * 60_000;

/** What the calls of counters answer: the act and the counter. */
export async function counterAnswer(db: Db, user: SignedIn, actId: number, counterId: number, now: Date) {
  const act = await findAct(db, user, actId);
  const [counter] = await countersOf(db, user, act, { ids: [counterId], now });
  return { data: await actAnswer(db, act), computing_act_user: counter as Counter };
}

/** Comments of an act, the newest first; of one product when asked. */
export async function commentariesOf(
  db: Db,
  actId: number,
  only: { variantId?: number; id?: number } = {},
): Promise<(CountCommentary & { product: string | null })[]> {
  let query = db
    .selectFrom('document_comment')
    .innerJoin('app_user', 'app_user.id', 'document_comment.created_by')
    .leftJoin('product_variant', 'product_variant.id', 'document_comment.product_variant_id')
    .select([
      'document_comment.id',
      'document_comment.product_variant_id',
      'document_comment.comment',
      'document_comment.file_id',
      'document_comment.created_at',
      'document_comment.updated_at',
      'document_comment.created_by',
      'app_user.fullname',
      'product_variant.title as product',
    ])
    .where('document_comment.document_id', '=', actId)
    .orderBy('document_comment.id', 'desc');
  if (only.variantId !== undefined) query = query.where('document_comment.product_variant_id', '=', only.variantId);
  if (only.id !== undefined) query = query.where('document_comment.id', '=', only.id);
  const rows = await query.execute();
  const files = rows.some((row) => row.file_id !== null) ? await filesOf(db, actId) : [];
  const fileOf = (id: number | null): FileInfo | null => files.find((file) => file.id === id) ?? null;
  return rows.map((row) => ({
    id: row.id,
    product_variant_id: row.product_variant_id,
    comment: row.comment,
    file: fileOf(row.file_id),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
    created_by: person(row.created_by, row.fullname),
    product: row.product,
  }));
}

/** Calls on acts of counting: list, window, lifecycle, file, history (spec 7). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { organizationGetAll } from '../../contract/choices.ts';
import type { HistoryLine } from '../../contract/common.ts';
import {
  type Act,
  type ActInList,
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actHistory,
  actIndex,
  actLimit,
  actShow,
  actUpdate,
  actUploadFile,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { ACT_STATUSES, type ActStatus, type CounterStatus } from '../../contract/counting/shared.ts';
import { allows } from '../../contract/rules.ts';
import { BRANCH_READERS } from '../../contract/settings/index.server.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { BY_CREATION, createDocument, eventsOf, person, storeFile } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { type Among, declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { lockWarehouses } from '../stock/posting.ts';
import { residueOf, serialsOf } from '../stock/stocked.ts';
import { ACT_KIND, type ActRecord, findAct, findActs, requireReader } from './access.ts';
import { ACTS, actAfter, actAnswers, actDetails } from './answers.ts';
import { differenceSumsOf, progressOf, storedSumsOf } from './figures.ts';
import { postDifferences, storeResult } from './forming.ts';
import { limitAct, variantsOfLimit } from './limit.ts';

type Db = Kysely<Schema>;

async function requireOrganization(db: Db, user: SignedIn, id: number): Promise<void> {
  const organization = await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  if (!actsIn(user, id) && !allows(user.rules, 'act_of_count.allshow'))
    throw forbidden('errors.organization_not_yours');
}

const changesOrganization = ({ body, record }: { body: { organization_id: number }; record: ActRecord }) => ({
  organizationChanged: body.organization_id !== record.organizationId,
});

export const actList = declareList({
  call: 'actIndex',
  from: sql`document d`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(ACT_KIND)}`,
  sorts: {
    created_at: BY_CREATION,
  },
  sort: '-created_at',
  filters: {
    organization_id: 'document_list_organization',
    date: 'document_list',
    status: 'document_list_state',
  },
  state: { by: sql`d.status`, states: ACT_STATUSES },
});

/** Acts as the list shows them: with their counters, and figures for who may read those. */
export async function actRows(db: Db, user: SignedIn, ids: readonly number[]): Promise<ActInList[]> {
  const acts = await findActs(db, user, ids);
  const counters = ids.length
    ? await db
        .selectFrom('computing_act_user')
        .innerJoin('app_user', 'app_user.id', 'computing_act_user.user_id')
        .select([
          'computing_act_user.id',
          'computing_act_user.act_of_count_id',
          'computing_act_user.user_id',
          'computing_act_user.status',
          'app_user.fullname',
        ])
        .where('act_of_count_id', 'in', ids)
        .orderBy('computing_act_user.id')
        .execute()
    : [];
  const readable = acts.filter((act) => act.reads);
  const idsOf = (of: readonly ActRecord[]) => of.map((act) => act.id);
  const progress = await progressOf(db, idsOf(readable));
  const sums = await differenceSumsOf(db, idsOf(readable.filter((act) => SUMMED.has(act.status))));
  const answers = await actAnswers(db, acts);
  return acts.map((act, at) => ({
    ...(answers[at] as Act),
    counters: counters
      .filter((row) => row.act_of_count_id === act.id && (act.reads || row.user_id === user.id))
      .map((row) => ({
        id: row.id,
        user: person(row.user_id, row.fullname),
        status: row.status as CounterStatus,
        mine: row.user_id === user.id,
      })),
    lines: progress.get(act.id)?.lines ?? 0,
    counted: progress.get(act.id)?.counted ?? 0,
    ...(sums.get(act.id) ?? NO_SUMS),
  }));
}

const SEES_BRANCHES = ['act_of_count.allshow', ...BRANCH_READERS].join('|');
const organizationList = declareList({
  call: 'organizationGetAll',
  from: sql`organization r`,
  id: sql`r.id`,
  sorts: { id: { columns: [{ by: sql`r.id`, type: 'integer' }], index: 'organization_pkey' } },
  sort: 'id',
  filters: { search: 'organization_search', id: 'organization_pkey' },
});

/** Which acts the person sees, of `document d`: all, or the own ones and those that he counts. */
export async function actsSeenBy(db: Db, user: SignedIn): Promise<RawBuilder<unknown>[]> {
  if (allows(user.rules, 'act_of_count.allshow')) return [];
  const counts = await db
    .selectFrom('computing_act_user')
    .select('act_of_count_id')
    .where('user_id', '=', user.id)
    .execute();
  const own = sql`d.owner_id = ${user.id}`;
  const ids = counts.map((row) => row.act_of_count_id);
  return [ids.length === 0 ? own : sql`(${own} OR d.id = ANY (${ids}::integer[]))`];
}

export const actCalls: Implementation[] = [
  implement(actIndex, {
    async handle({ db, user, query }) {
      const reader = allows(user.rules, 'act_of_count.allshow');
      const filters = await actsSeenBy(db, user);
      if (query.organization_id) filters.push(sql`d.organization_id = ${query.organization_id}`);
      if (query.date) {
        const { from, to } = spanOf(query.date);
        filters.push(sql`d.created_at >= ${from} AND d.created_at < ${to}`);
      }
      return answerList(db, actList, query, {
        where: filters,
        narrowed: filters.length > 0,
        state: query.status && sql`d.status = ${query.status}`,
        rows: (ids) => actRows(db, user, ids),
        totals: (ids, among, stated) => {
          // figures of the acts of others are not for who only counts
          const own = (rows: RawBuilder<unknown>) =>
            reader
              ? rows
              : sql`SELECT x.* FROM (${rows}) x JOIN document o ON o.id = x.id WHERE o.owner_id = ${user.id}`;
          return sumsOf(db, { ids: own(ids), stated: own(stated), among }, query.status);
        },
      });
    },
  }),

  implement(actShow, {
    record: ({ db, user, params }) => findAct(db, user, params.id),
    async handle({ db, record }) {
      requireReader(record);
      return { data: await actDetails(db, record) };
    },
  }),

  implement(actHistory, {
    record: ({ db, user, params }) => findAct(db, user, params.id),
    async handle({ db, record }) {
      requireReader(record);
      return { data: await historyOf(db, record.id) };
    },
  }),

  implement(actCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      const organizationId = body.organization_id;
      await requireOrganization(db, user, organizationId);
      const insert = async (status: string) => {
        const { id, number } = await createDocument(db, {
          kind: ACT_KIND,
          organizationId,
          status,
          userId: user.id,
          now,
        });
        await db.insertInto('act_of_count').values({ id, comment: body.comment }).execute();
        return { id, details: { number, comment: body.comment, organization_id: organizationId } };
      };
      const { id } = await ACTS.create(context, 'act.create', insert, organizationId);
      return { data: await actAfter(db, user, id) };
    },
  }),

  implement(
    actUpdate,
    ACTS.step(
      'act.update',
      async ({ db, user, body, record }) => {
        const { id, comment, organizationId } = record;
        if (body.organization_id !== organizationId) await requireOrganization(db, user, body.organization_id);
        await db.updateTable('act_of_count').set({ comment: body.comment }).where('id', '=', id).execute();
        await db.updateTable('document').set({ organization_id: body.organization_id }).where('id', '=', id).execute();
        return {
          before: { comment, organization_id: organizationId },
          after: { comment: body.comment, organization_id: body.organization_id },
        };
      },
      { brings: changesOrganization },
    ),
  ),
  implement(
    actLimit,
    ACTS.step('act.limit', async ({ db, body, record }) => ({
      before: { categories: record.categories },
      after: { categories: await limitAct(db, record.id, body.category_ids) },
    })),
  ),
  implement(
    loadResidues,
    ACTS.step('residues.load', ({ db, record, now }) => takeResidues(db, record, now)),
  ),
  implement(actComplete, {
    ...ACTS.step('act.complete', ({ db, record }) => storeResult(db, record)),
    async record({ db, user, params }) {
      const act = await findAct(db, user, params.actId, true);
      await lockStockOf(db, act.organizationId);
      return act;
    },
  }),
  implement(
    actForm,
    ACTS.step('act.form', ({ db, user, record, now }, day) => postDifferences(db, record, user.id, { now, day })),
  ),
  implement(
    actCancel,
    ACTS.step('act.cancel', async ({ db, record, body: { reason } }) => {
      await db.updateTable('act_of_count').set({ cancel_reason: reason }).where('id', '=', record.id).execute();
      return { reason };
    }),
  ),
  implement(
    actUploadFile,
    ACTS.step('file.upload', async ({ db, user, record, body, now }) => {
      const file = await readFile(body.file);
      const id = await storeFile(db, record.id, 'main', file, user.id, now);
      await db.updateTable('act_of_count').set({ file_id: id }).where('id', '=', record.id).execute();
      return { file_id: id, name: file.name };
    }),
  ),

  implement(organizationGetAll, {
    async handle({ db, user, query }) {
      const filters = [chosenFrom(query, sql`r.id`, sql`r.active`)];
      if (!user.office && !allows(user.rules, SEES_BRANCHES)) filters.push(sql`r.id = ${user.organizationId}`);
      if (query.search?.trim()) filters.push(keysAre('r.search_key', query.search));
      return answerList(db, organizationList, query, {
        where: filters,
        narrowed: query.id !== undefined || filters.length > 1,
        async rows(ids) {
          const { rows } = await sql<{ id: number; title: string }>`
            SELECT id, name AS title FROM organization WHERE id = ANY (${[...ids]}::integer[])`.execute(db);
          return inOrder(ids, rows);
        },
      });
    },
  }),
];

/** States whose differences mean something in the list. */
const SUMMED: ReadonlySet<ActStatus> = new Set(['counted', 'completed', 'formed']);
const NO_SUMS = { shortage_sum: null, surplus_sum: null, difference_sum: null };

/**
 * Sums over acts: what completed ones wrote down, and what is counted in those that go on. Cancelled ones count where
 * they are asked for alone.
 */
async function sumsOf(
  db: Db,
  { ids, stated, among }: { ids: RawBuilder<unknown>; stated: RawBuilder<unknown>; among: Among },
  only: ActStatus | undefined,
) {
  const totals = await storedSumsOf(db, ids, among);
  const going: ActStatus[] = only === 'cancelled' ? ['cancelled'] : ['counting', 'counted'];
  const { rows } = await sql<{ id: number; state: ActStatus }>`
    SELECT s.id, s.state FROM (${stated}) s WHERE s.state = ANY (${going}::text[])`.execute(db);
  const progress = await progressOf(
    db,
    rows.map(({ id }) => id),
  );
  for (const { counted } of progress.values()) totals.counted += counted;
  const counted = rows.filter(({ state }) => SUMMED.has(state)).map(({ id }) => id);
  for (const sums of (await differenceSumsOf(db, counted)).values()) {
    totals.shortage_sum += sums.shortage_sum;
    totals.surplus_sum += sums.surplus_sum;
    totals.difference_sum += sums.difference_sum;
  }
  return { ...totals };
}

async function lockStockOf(db: Db, organizationId: number): Promise<void> {
  const warehouses = await db
    .selectFrom('warehouse_list')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('active', '=', true)
    .execute();
  await lockWarehouses(
    db,
    warehouses.map((row) => row.id),
  );
}

/** The stock of what the act counts, as it is now, with the moment in the ledger up to which it was seen. */
async function takeResidues(db: Db, act: ActRecord, now: Date): Promise<Record<string, unknown>> {
  await lockStockOf(db, act.organizationId);
  await db.deleteFrom('count_residue').where('act_of_count_id', '=', act.id).execute();
  await db.deleteFrom('count_residue_serial').where('act_of_count_id', '=', act.id).execute();
  const within = await variantsOfLimit(db, act);
  const residue = await residueOf(db, act.organizationId, within);
  if (residue.length > 0) {
    await sql`INSERT INTO count_residue (act_of_count_id, product_variant_id, qty, cost)
      SELECT ${act.id}, * FROM unnest(${residue.map((row) => row.product_variant_id)}::integer[],
        ${residue.map((row) => row.qty)}::integer[], ${residue.map((row) => row.cost)}::numeric[])`.execute(db);
  }
  const serials = await serialsOf(db, act.organizationId, within);
  if (serials.length > 0) {
    await sql`INSERT INTO count_residue_serial (act_of_count_id, serial_id)
      SELECT ${act.id}, * FROM unnest(${serials.map((row) => row.serial_id)}::integer[])`.execute(db);
  }
  await sql`UPDATE act_of_count SET loaded_at = ${now}, loaded_move_id = coalesce((SELECT max(id) FROM stock_move), 0)
    WHERE id = ${act.id}`.execute(db);
  return { lines: residue.length, units: residue.reduce((sum, row) => sum + row.qty, 0) };
}

/** The event log, the newest first, with what counters entered summed by ten minutes. */
async function historyOf(db: Db, actId: number): Promise<HistoryLine[]> {
  const entries = await sql<{ counter_id: number; at: Date; user_id: number; fullname: string; n: number }>`
    SELECT c.id AS counter_id, max(e.received_at) AS at, c.user_id, u.fullname, count(*)::integer AS n
    FROM count_entry e JOIN computing_act_user c ON c.id = e.computing_act_user_id JOIN app_user u ON u.id = c.user_id
    WHERE c.act_of_count_id = ${actId}
    GROUP BY c.id, c.user_id, u.fullname, floor(extract(epoch FROM e.received_at) / 600)`.execute(db);
  const lines: HistoryLine[] = [
    ...(await eventsOf(db, actId)),
    ...entries.rows.map((row) => ({
      id: `entries-${row.counter_id}-${row.at.getTime()}`,
      at: row.at.toISOString(),
      user: person(row.user_id, row.fullname),
      machine: 'counter',
      event: 'entries.save',
      before: 'counting',
      after: 'counting',
      payload: { entries: row.n, subject_id: row.counter_id },
    })),
  ];
  return lines.sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id, 'en', { numeric: true }));
}

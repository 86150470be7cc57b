/** Calls on acts of counting: list, window, lifecycle, file, history (spec 7). */
import { type Kysely, sql } from 'kysely';
import { organizationGetAll } from '../../contract/choices.ts';
import type { HistoryLine } from '../../contract/common.ts';
import {
  type Act,
  type ActStatus,
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actHistory,
  actIndex,
  actShow,
  actUpdate,
  actUploadFile,
  type CounterStatus,
  loadResidues,
} from '../../contract/counting.ts';
import { allows } from '../../contract/rules.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeKeys } from '../db/search.ts';
import { createDocument, eventsOf, logEvent, person, refuseStale, storeFile } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField } from '../http/refusal.ts';
import { needOpenDay, type OpenDay } from '../practiceDay/openDay.ts';
import { lockWarehouses, residueOf, serialsOf } from '../stock/posting.ts';
import { ACT_KIND, type ActRecord, findAct, findActs, requireManager, requireReader } from './access.ts';
import { actAfter, actAnswer, actAnswers, actDetails } from './answers.ts';
import { differenceSumsOf, factsOf, progressOf } from './figures.ts';
import { postDifferences, storeResult } from './forming.ts';
import { mayStep, step } from './lifecycle.ts';

type Db = Kysely<Schema>;

const seesOrganization = (user: SignedIn, organizationId: number) =>
  user.office || user.organizationId === organizationId;

async function requireOrganization(db: Db, user: SignedIn, id: number): Promise<void> {
  const organization = await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  if (!seesOrganization(user, id) && !allows(user.rules, 'act_of_count.allshow'))
    throw forbidden('errors.organization_not_yours');
}

/** Forming posts, and a completed act blocks the closing of a day: both wait for an open one (V4). */
const NEEDS_DAY: ReadonlySet<string> = new Set(['act.complete', 'act.form']);

/** A manager's step on an act: right, state, version, deed, step, answer. */
async function managed(
  { db, user, ifMatch, now }: { db: Db; user: SignedIn; ifMatch: number | undefined; now: Date },
  act: ActRecord,
  event: Parameters<typeof mayStep>[2],
  deed?: (day: OpenDay | undefined) => Promise<Record<string, unknown> | undefined>,
) {
  requireManager(act);
  const facts = await factsOf(db, act.id, event.type === 'act.complete' ? 'all' : 'counters');
  mayStep(act, facts, event);
  await refuseStale(ifMatch, act.version, () => actAnswer(db, act));
  const day = NEEDS_DAY.has(event.type) ? await needOpenDay(db, act.organizationId) : undefined;
  const payload = await deed?.(day);
  await step(db, { act, context: facts, event, user, now, ...(payload ? { payload } : {}) });
  return { data: await actAfter(db, user, act.id) };
}

export const actCalls: Implementation[] = [
  implement(actIndex, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      const span = query.date ? spanOf(query.date) : undefined;
      const reader = allows(user.rules, 'act_of_count.allshow');
      const base = () => {
        let acts = db.selectFrom('document').where('document.kind', '=', ACT_KIND);
        if (!reader) {
          acts = acts.where((where) =>
            where.or([
              where('document.created_by', '=', user.id),
              where.exists(
                where
                  .selectFrom('computing_act_user')
                  .select('computing_act_user.id')
                  .whereRef('computing_act_user.act_of_count_id', '=', 'document.id')
                  .where('computing_act_user.user_id', '=', user.id),
              ),
            ]),
          );
        }
        if (query.organization_id) acts = acts.where('document.organization_id', '=', query.organization_id);
        if (span) {
          acts = acts.where('document.created_at', '>=', span.from).where('document.created_at', '<', span.to);
        }
        return acts;
      };
      const chosen = () => (query.status ? base().where('document.status', '=', query.status) : base());
      const statuses = await base()
        .select(({ fn }) => ['document.status', fn.countAll<number>().as('n')])
        .groupBy('document.status')
        .execute();
      const total = query.status
        ? Number(statuses.find((row) => row.status === query.status)?.n ?? 0)
        : statuses.reduce((sum, row) => sum + Number(row.n), 0);
      const direction = query.sort === 'created_at' ? 'asc' : 'desc';
      const pageIds = await chosen()
        .select('document.id')
        .orderBy('document.created_at', direction)
        .orderBy('document.id', direction)
        .limit(perPage)
        .offset(offset)
        .execute();
      const ids = pageIds.map((row) => row.id);
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
      const summed = reader ? chosen() : chosen().where('document.created_by', '=', user.id);
      const ofSummed = summed.select('document.id');
      const { rows: totalRows } = await sql<{ lines: number; difference_sum: number }>`
        SELECT (SELECT count(*) FROM count_residue WHERE act_of_count_id IN (${ofSummed}))::integer AS lines,
               (SELECT coalesce(sum(t.difference * coalesce(r.cost, v.last_cost)), 0)
                FROM count_result t JOIN product_variant v ON v.id = t.product_variant_id
                LEFT JOIN count_residue r ON r.act_of_count_id = t.act_of_count_id
                  AND r.product_variant_id = t.product_variant_id
                WHERE t.act_of_count_id IN (${ofSummed})) AS difference_sum`.execute(db);
      const totals = totalRows[0] ?? { lines: 0, difference_sum: 0 };
      const data = acts.map((act, at) => ({
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
        difference_sum: act.reads && SUMMED.has(act.status) ? (sums.get(act.id) ?? null) : null,
      }));
      return {
        data,
        meta: {
          current_page: page,
          total,
          per_page: perPage,
          statuses: Object.fromEntries(statuses.map((row) => [row.status, Number(row.n)])),
          totals: { lines: totals.lines, difference_sum: Number(totals.difference_sum) },
        },
      };
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
    async handle({ db, user, body, now }) {
      await requireOrganization(db, user, body.organization_id);
      await needOpenDay(db, body.organization_id);
      const { id, number } = await createDocument(db, {
        kind: ACT_KIND,
        organizationId: body.organization_id,
        status: 'created',
        userId: user.id,
        now,
      });
      await db.insertInto('act_of_count').values({ id, comment: body.comment }).execute();
      await logEvent(db, {
        documentId: id,
        machine: 'countingAct',
        event: 'act.create',
        payload: { number, comment: body.comment, organization_id: body.organization_id },
        before: null,
        after: 'created',
        userId: user.id,
        now,
      });
      return { data: await actAfter(db, user, id) };
    },
  }),

  implement(actUpdate, {
    record: ({ db, user, params }) => findAct(db, user, params.id, true),
    async handle(context) {
      const { db, user, body, record } = context;
      const organizationChanged = body.organization_id !== record.organizationId;
      return managed(context, record, { type: 'act.update', organizationChanged }, async () => {
        if (organizationChanged) await requireOrganization(db, user, body.organization_id);
        await db.updateTable('act_of_count').set({ comment: body.comment }).where('id', '=', record.id).execute();
        await db
          .updateTable('document')
          .set({ organization_id: body.organization_id })
          .where('id', '=', record.id)
          .execute();
        return {
          before: { comment: record.comment, organization_id: record.organizationId },
          after: { comment: body.comment, organization_id: body.organization_id },
        };
      });
    },
  }),

  implement(loadResidues, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, record, now } = context;
      return managed(context, record, { type: 'residues.load' }, () => takeResidues(db, record, now));
    },
  }),

  implement(actComplete, {
    record: ({ db, user, params }) => findAct(db, user, params.actId, true),
    async handle(context) {
      const { db, record } = context;
      await lockStockOf(db, record.organizationId);
      return managed(context, record, { type: 'act.complete' }, () => storeResult(db, record));
    },
  }),

  implement(actForm, {
    record: ({ db, user, params }) => findAct(db, user, params.id, true),
    async handle(context) {
      const { db, user, record, now } = context;
      return managed(context, record, { type: 'act.form' }, (day) =>
        postDifferences(db, record, user.id, { now, ...(day && { day }) }),
      );
    },
  }),

  implement(actCancel, {
    record: ({ db, user, params }) => findAct(db, user, params.id, true),
    async handle(context) {
      const { db, record, body } = context;
      return managed(context, record, { type: 'act.cancel' }, async () => {
        await db.updateTable('act_of_count').set({ cancel_reason: body.reason }).where('id', '=', record.id).execute();
        return { reason: body.reason };
      });
    },
  }),

  implement(actUploadFile, {
    record: ({ db, user, params }) => findAct(db, user, params.id, true),
    async handle(context) {
      const { db, user, record, body, now } = context;
      const file = await readFile(body.file);
      return managed(context, record, { type: 'file.upload' }, async () => {
        const id = await storeFile(db, record.id, 'main', file, user.id, now);
        await db.updateTable('act_of_count').set({ file_id: id }).where('id', '=', record.id).execute();
        return { file_id: id, name: file.name };
      });
    },
  }),

  implement(organizationGetAll, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      let rows = db.selectFrom('organization').where('active', '=', true);
      if (!user.office && !allows(user.rules, 'act_of_count.allshow'))
        rows = rows.where('id', '=', user.organizationId);
      if (query.search?.trim())
        rows = rows.where((where) => where.or(likeKeys(where, 'search_key', query.search ?? '')));
      const { n } = await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      const found = await rows.select(['id', 'name']).orderBy('id').limit(perPage).offset(offset).execute();
      return {
        data: found.map((row) => ({ id: row.id, title: row.name })),
        meta: { current_page: page, total: Number(n), per_page: perPage },
      };
    },
  }),
];

/** States whose differences mean something in the list. */
const SUMMED: ReadonlySet<ActStatus> = new Set(['counted', 'completed', 'formed']);

async function lockStockOf(db: Db, organizationId: number): Promise<void> {
  const warehouses = await db
    .selectFrom('warehouse_list')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('active', '=', true)
    .execute();
  await lockWarehouses(
    db as never,
    warehouses.map((row) => row.id),
  );
}

/** The stock as it is now, with the moment in the ledger up to which it was seen. */
async function takeResidues(db: Db, act: ActRecord, now: Date): Promise<Record<string, unknown>> {
  await lockStockOf(db, act.organizationId);
  await db.deleteFrom('count_residue').where('act_of_count_id', '=', act.id).execute();
  await db.deleteFrom('count_residue_serial').where('act_of_count_id', '=', act.id).execute();
  const residue = await residueOf(db as never, act.organizationId);
  if (residue.length > 0) {
    await sql`INSERT INTO count_residue (act_of_count_id, product_variant_id, qty, cost)
      SELECT ${act.id}, * FROM unnest(${residue.map((row) => row.product_variant_id)}::integer[],
        ${residue.map((row) => row.qty)}::integer[], ${residue.map((row) => row.cost)}::numeric[])`.execute(db);
  }
  const serials = await serialsOf(db as never, act.organizationId);
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

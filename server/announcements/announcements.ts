/** Announcements: drafts, publishing, withdrawing, and what their audience reads (areas 3.5). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { transition } from 'xstate';
import {
  type Announcement,
  type AnnouncementBody,
  type AnnouncementGap,
  announcementChoices,
  announcementCreate,
  announcementHistory,
  announcementIndex,
  announcementPublish,
  announcementReaders,
  announcementShow,
  announcementUpdate,
  announcementWithdraw,
} from '../../contract/announcements.ts';
import { announcementMine, announcementRead } from '../../contract/ownAnnouncements.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type AnnouncementEvent,
  type AnnouncementState,
  announcementMachine,
} from '../../machines/announcement/announcement.machine.ts';
import { gapsOf } from '../../machines/announcement/gaps.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { audienceChoices, audienceOf } from '../documents/audience.ts';
import { person, refuseStale } from '../documents/documents.ts';
import { type LoggedFields, recordHistory, writeLog } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict, forbidden, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

interface Row {
  id: number;
  title_uz: string;
  title_ru: string;
  body_uz: string;
  body_ru: string;
  everyone: boolean;
  from_at: Date;
  to_at: Date;
  must_confirm: boolean;
  status: AnnouncementState;
  version: number;
  withdraw_reason: string | null;
  created_by: number;
  author: string;
  created_at: Date;
  positions: { id: number; name: string }[];
  organizations: { id: number; name: string }[];
  audience: number;
  read: number;
  /** When it was looked at. */
  now: Date;
}

/** The one who asks, and when. */
type Asked = Pick<Call, 'db' | 'language' | 'now'>;

/** Of an announcement, alias `a`. */
const audience = audienceOf('announcement', 'a');

/** Its audience as it is now, and whoever has read it: a reader who has moved or left stays known. */
const receivers = sql`(u.active AND ${audience.includes} OR EXISTS (
  SELECT 1 FROM announcement_read seen WHERE seen.announcement_id = a.id AND seen.user_id = u.id))`;

async function rowsOf({ db, language, now }: Asked, chosen: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'now'>>`
    SELECT a.*, w.fullname AS author,
           ${audience.columns(language === 'ru')},
           (SELECT count(*) FROM app_user u WHERE ${receivers})::integer AS audience,
           (SELECT count(*) FROM announcement_read r WHERE r.announcement_id = a.id)::integer AS read
    FROM announcement a JOIN app_user w ON w.id = a.created_by
    ${chosen}`.execute(db);
  return rows.map((row) => ({ ...row, now }));
}

const gapsIn = (row: Row): AnnouncementGap[] =>
  gapsOf(
    { ...row, beginsAt: new Date(row.from_at).getTime(), endsAt: new Date(row.to_at).getTime() },
    row.now.getTime(),
  );
const factsOf = (row: Row) => ({ complete: gapsIn(row).length === 0 });
const snapshotOf = (row: Row) => announcementMachine.resolveState({ value: row.status, context: factsOf(row) });

const EVENTS = ['announcement.update', 'announcement.publish', 'announcement.withdraw'] as const;
type ByPeople = (typeof EVENTS)[number];
const eventOf = (type: ByPeople, row: Row): AnnouncementEvent =>
  type === 'announcement.update' ? { type, facts: factsOf(row) } : { type };

const holds = (user: SignedIn, row: Row, type: ByPeople): boolean =>
  type === 'announcement.update'
    ? allows(user.rules, 'announcement.edit') || (row.created_by === user.id && allows(user.rules, 'announcement.add'))
    : allows(user.rules, 'announcement.confirm');

const allowedOn = (user: SignedIn, row: Row): string[] =>
  EVENTS.filter((type) => holds(user, row, type) && snapshotOf(row).can(eventOf(type, row)));

const answerOf = (user: SignedIn, row: Row): Announcement => ({
  id: row.id,
  title_uz: row.title_uz,
  title_ru: row.title_ru,
  body_uz: row.body_uz,
  body_ru: row.body_ru,
  everyone: row.everyone,
  positions: row.positions,
  organizations: row.organizations,
  from: new Date(row.from_at).toISOString(),
  to: new Date(row.to_at).toISOString(),
  must_confirm: row.must_confirm,
  status: row.status,
  version: row.version,
  created_by: person(row.created_by, row.author),
  created_at: new Date(row.created_at).toISOString(),
  withdraw_reason: row.withdraw_reason,
  audience: row.audience,
  read: row.read,
  gaps: row.status === 'draft' ? gapsIn(row) : [],
  allowed_events: allowedOn(user, row),
});

/** Marks what is over as ended: by the server's clock, before anything is read of it. Readers go by the clock itself. */
export async function endDue(db: Db, now: Date): Promise<number> {
  const ended = await sql`
    WITH moved AS (
      UPDATE announcement SET status = 'ended', version = version + 1
      WHERE status = 'published' AND to_at <= ${now} RETURNING id
    )
    INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT 'announcement', id, 'announcement.end', '{"before": {"status": "published"}, "after": {"status": "ended"}}',
           NULL, ${now} FROM moved ORDER BY id`.execute(db);
  return Number(ended.numAffectedRows ?? 0);
}

async function find(asked: Asked, id: number): Promise<Row> {
  const [row] = await rowsOf(asked, sql`WHERE a.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** Held until the transaction ends. */
async function hold(asked: Asked, id: number): Promise<Row> {
  await asked.db.selectFrom('announcement').select('id').where('id', '=', id).forUpdate().execute();
  await endDue(asked.db, asked.now);
  return find(asked, id);
}

async function write(db: Db, id: number, body: AnnouncementBody): Promise<void> {
  const { position_ids, organization_ids, from, to, ...rest } = body;
  await db
    .updateTable('announcement')
    .set({ ...rest, from_at: from, to_at: to, search_key: searchKey(`${body.title_uz} ${body.title_ru}`) })
    .where('id', '=', id)
    .execute();
  await audience.write(db, id, { everyone: body.everyone, position_ids, organization_ids });
}

/** Under this name announcements stand in the log. */
const KIND = 'announcement';

const log = (db: Db, recordId: number, event: string, payload: LoggedFields, userId: number, now: Date) =>
  writeLog(db, { kind: KIND, recordId, event, payload, userId, now });

interface Call {
  db: Db;
  user: SignedIn;
  ifMatch: number | undefined;
  now: Date;
  language: 'uz' | 'ru';
}

/** One step of an announcement that is held: right, state, version, deed, new state, log. */
async function perform(
  { db, user, ifMatch, now, language }: Call,
  row: Row,
  type: ByPeople,
  deed: () => Promise<LoggedFields | undefined>,
): Promise<Announcement> {
  if (!holds(user, row, type)) throw forbidden();
  const snapshot = snapshotOf(row);
  const event = eventOf(type, row);
  if (!snapshot.can(event)) {
    const gap = type === 'announcement.publish' && row.status === 'draft' ? gapsIn(row)[0] : undefined;
    throw conflict('not_allowed_now', {
      state: row.status,
      allowed: allowedOn(user, row),
      ...(gap && { messageKey: `errors.announcement_gap.${gap}` }),
    });
  }
  await refuseStale(ifMatch, row.version, () => answerOf(user, row));
  const payload = await deed();
  const [after] = transition(announcementMachine, snapshot, event);
  const status = after.value as AnnouncementState;
  await db
    .updateTable('announcement')
    .set((columns) => ({ status, version: columns('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  await log(db, row.id, type, { before: { status: row.status }, after: { status, ...payload } }, user.id, now);
  return answerOf(user, await find({ db, language, now }, row.id));
}

export const announcementImplementations: Implementation[] = [
  implement(announcementIndex, {
    async handle({ db, user, query, language, now }) {
      const { page, perPage, cut } = paged(query);
      const found = keysAre('a.search_key', query.search ?? '');
      const { rows: statuses } = await sql<{ status: string; n: number }>`
        SELECT a.status, count(*)::integer AS n FROM announcement a WHERE ${found} GROUP BY 1`.execute(db);
      const counts = Object.fromEntries(statuses.map((row) => [row.status, row.n]));
      const status = query.status ?? null;
      const rows = await rowsOf(
        { db, language, now },
        sql`WHERE ${found} AND (${status}::text IS NULL OR a.status = ${status})
          ORDER BY a.created_at DESC, a.id DESC ${cut}`,
      );
      return {
        data: rows.map((row) => answerOf(user, row)),
        meta: {
          current_page: page,
          total: query.status ? (counts[query.status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0),
          per_page: perPage,
          statuses: counts,
        },
      };
    },
  }),

  implement(announcementShow, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(announcementHistory, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, KIND, record.id) }),
  }),

  implement(announcementReaders, {
    record: (asked) => find(asked, asked.params.id),
    async handle({ db, query, record, language }) {
      const { page, perPage, cut } = paged(query);
      const wanted = query.status ?? null;
      const from = sql`FROM announcement a JOIN app_user u ON ${receivers}
        JOIN position p ON p.id = u.position_id JOIN organization o ON o.id = u.organization_id
        LEFT JOIN announcement_read r ON r.announcement_id = a.id AND r.user_id = u.id
        WHERE a.id = ${record.id} AND (${wanted}::text IS NULL OR (r.at IS NOT NULL) = (${wanted} = 'read'))`;
      const { rows: counted } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${from}`.execute(db);
      const { rows } = await sql<{
        id: number;
        fullname: string;
        position: string;
        organization: string;
        at: Date | null;
      }>`
        SELECT u.id, u.fullname, CASE WHEN ${language === 'ru'} THEN p.name_ru ELSE p.name END AS position,
               o.name AS organization, r.at
        ${from} ORDER BY r.at NULLS FIRST, u.search_key, u.id
        ${cut}`.execute(db);
      return {
        data: rows.map(({ at, ...row }) => ({ ...row, read_at: at?.toISOString() ?? null })),
        meta: { current_page: page, total: counted[0]?.n ?? 0, per_page: perPage },
      };
    },
  }),

  implement(announcementCreate, {
    async handle({ db, user, body, now, language }) {
      const { id } = await db
        .insertInto('announcement')
        .values({ from_at: body.from, to_at: body.to, created_by: user.id, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await write(db, id, body);
      await log(db, id, 'announcement.create', { before: {}, after: { status: 'draft' } }, user.id, now);
      const row = await find({ db, language, now }, id);
      return { data: answerOf(user, row), message: say(language, 'deeds.saved') };
    },
  }),

  implement(announcementUpdate, {
    record: (asked) => hold(asked, asked.params.id),
    handle: async (context) => ({
      data: await perform(context, context.record, 'announcement.update', async () => {
        await write(context.db, context.record.id, context.body);
        return undefined;
      }),
      message: say(context.language, 'deeds.saved'),
    }),
  }),

  implement(announcementPublish, {
    record: (asked) => hold(asked, asked.params.id),
    handle: async (context) => ({
      data: await perform(context, context.record, 'announcement.publish', async () => undefined),
      message: say(context.language, 'deeds.announcement_published'),
    }),
  }),

  implement(announcementWithdraw, {
    record: (asked) => hold(asked, asked.params.id),
    handle: async (context) => ({
      data: await perform(context, context.record, 'announcement.withdraw', async () => {
        const { reason } = context.body;
        await context.db
          .updateTable('announcement')
          .set({ withdraw_reason: reason })
          .where('id', '=', context.record.id)
          .execute();
        return { reason };
      }),
      message: say(context.language, 'deeds.announcement_withdrawn'),
    }),
  }),

  implement(announcementRead, {
    async record({ db, user, params, language, now }) {
      const row = await hold({ db, language, now }, params.id);
      const { rows } = await sql`SELECT 1 FROM announcement a JOIN app_user u ON u.id = ${user.id}
        WHERE a.id = ${row.id} AND a.status <> 'draft' AND a.from_at <= ${now} AND ${audience.includes}`.execute(db);
      if (rows.length === 0) throw notFound();
      return row;
    },
    async handle({ db, user, record, now, language }) {
      if (!snapshotOf(record).can({ type: 'announcement.read' }))
        throw conflict('not_allowed_now', { state: record.status, allowed: [] });
      await db
        .insertInto('announcement_read')
        .values({ announcement_id: record.id, user_id: user.id, at: now })
        .onConflict((row) => row.columns(['announcement_id', 'user_id']).doNothing())
        .execute();
      return { message: say(language, 'deeds.announcement_read') };
    },
  }),

  implement(announcementMine, {
    async handle({ db, user, now, language }) {
      const { rows } = await sql<{
        id: number;
        title: string;
        body: string;
        from_at: Date;
        to_at: Date;
        must_confirm: boolean;
        at: Date | null;
      }>`
        SELECT a.id, CASE WHEN ${language === 'ru'} THEN a.title_ru ELSE a.title_uz END AS title,
               CASE WHEN ${language === 'ru'} THEN a.body_ru ELSE a.body_uz END AS body,
               a.from_at, a.to_at, a.must_confirm, r.at
        FROM announcement a JOIN app_user u ON u.id = ${user.id} AND ${audience.includes}
        LEFT JOIN announcement_read r ON r.announcement_id = a.id AND r.user_id = u.id
        WHERE a.status = 'published' AND a.from_at <= ${now} AND a.to_at > ${now}
        ORDER BY r.at IS NOT NULL, a.from_at DESC, a.id DESC LIMIT 50`.execute(db);
      return {
        data: rows.map(({ at, from_at, to_at, ...row }) => ({
          ...row,
          from: from_at.toISOString(),
          to: to_at.toISOString(),
          read_at: at?.toISOString() ?? null,
        })),
        unread: rows.filter(({ at }) => at === null).length,
      };
    },
  }),

  implement(announcementChoices, {
    handle: async ({ db, language }) => ({ data: await audienceChoices(db, language === 'ru') }),
  }),
];

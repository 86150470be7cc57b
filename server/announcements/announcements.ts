/** Announcements: drafts, publishing, withdrawing, and what their audience reads (areas 3.5). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  ANNOUNCEMENT_STATUSES,
  type Announcement,
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
import type { AnnouncementBody } from '../../contract/bodies.ts';
import { announcementMine, announcementRead } from '../../contract/ownAnnouncements.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import { type AnnouncementState, announcementMachine } from '../../machines/announcement/announcement.machine.ts';
import { gapsOf } from '../../machines/announcement/gaps.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { audienceChoices, audienceOf } from '../documents/audience.ts';
import { person } from '../documents/documents.ts';
import { recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';
import { answerComputed } from '../lists/computed.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';

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
  owner_id: number;
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
interface Asked {
  db: Db;
  language: Language;
  now: Date;
}

/** Of an announcement, alias `a`. */
const audience = audienceOf('announcement', 'a');

/** Its audience as it is now, and whoever has read it: a reader who has moved or left stays known. */
const receivers = sql`(u.active AND ${audience.includes} OR EXISTS (
  SELECT 1 FROM announcement_read seen WHERE seen.announcement_id = a.id AND seen.user_id = u.id))`;

/** The browsers of its audience, or of all who are signed in, read at once what is announced to them. */
async function wakeReceivers(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ everyone: boolean; people: number[] }>`
    SELECT a.everyone, CASE WHEN a.everyone THEN '{}' ELSE
             ARRAY (SELECT u.id FROM app_user u WHERE u.active AND ${audience.includes}) END AS people
    FROM announcement a WHERE a.id = ${id}`.execute(db);
  for (const { everyone, people } of rows) nudge({ topic: 'announcements', ...(!everyone && { people }) });
}

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
const confirms = (_: Row, user: SignedIn): boolean => allows(user.rules, 'announcement.confirm');

export const ANNOUNCEMENTS = defineLifecycle(announcementMachine, {
  table: 'announcement',
  log: 'record_log',
  find,
  state: ({ status }: Row) => status,
  facts: async (scene, row, _, moment) => factsOf(moment === 'before' ? row : await reread(scene, row.id)),
  answer: ({ user }, row) => answerOf(user, row),
  // the first gap is named
  why(_, row, event) {
    const gap = event === 'announcement.publish' && row.status === 'draft' ? gapsIn(row)[0] : undefined;
    return gap && { messageKey: `errors.announcement_gap.${gap}` };
  },
  events: {
    'announcement.update': {
      right: ({ owner_id }, { id, rules }) =>
        allows(rules, 'announcement.edit') || (owner_id === id && allows(rules, 'announcement.add')),
      event: (facts) => ({ type: 'announcement.update', facts }),
    },
    'announcement.publish': { right: confirms },
    'announcement.withdraw': { right: confirms },
    // everybody of its audience; a mark of its own is written, of the announcement nothing
    'announcement.read': { by: 'part', version: false, touches: 'nothing' },
    'announcement.end': { by: 'server' },
  },
});

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
  allowed_events: ANNOUNCEMENTS.allowed(row, factsOf(row), user),
});

/** Marks what is over as ended: by the server's clock, before anything is read of it. Readers use the clock itself. */
export const endDue = (db: Db, now: Date): Promise<number> =>
  ANNOUNCEMENTS.takeDue({ db, now }, 'announcement.end', sql`to_at <= ${now}`);

async function find(asked: Asked, id: number, lock = false): Promise<Row> {
  if (lock) {
    await asked.db.selectFrom('announcement').select('id').where('id', '=', id).forUpdate().execute();
    await endDue(asked.db, asked.now);
  }
  const [row] = await rowsOf(asked, sql`WHERE a.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** What a reader may see of it: begun, and for them. */
async function findForReader(asked: Asked & { user: SignedIn }, id: number): Promise<Row> {
  const row = await find(asked, id, true);
  const { rows } = await sql`SELECT 1 FROM announcement a JOIN app_user u ON u.id = ${asked.user.id}
    WHERE a.id = ${id} AND a.status <> 'draft' AND a.from_at <= ${asked.now} AND ${audience.includes}`.execute(
    asked.db,
  );
  if (rows.length === 0) throw notFound();
  return row;
}

const reread = (scene: { db: Db; now: Date }, id: number): Promise<Row> => find({ ...scene, language: 'uz' }, id);

async function write(db: Db, id: number, body: AnnouncementBody): Promise<void> {
  const { position_ids, organization_ids, from, to, ...rest } = body;
  await db
    .updateTable('announcement')
    .set({ ...rest, from_at: from, to_at: to, search_key: searchKey(`${body.title_uz} ${body.title_ru}`) })
    .where('id', '=', id)
    .execute();
  await audience.write(db, id, { everyone: body.everyone, position_ids, organization_ids });
}

const announcementList = declareList({
  call: 'announcementIndex',
  from: sql`announcement a`,
  id: sql`a.id`,
  sorts: {
    created_at: {
      columns: [
        { by: sql`a.created_at`, type: 'timestamptz' },
        { by: sql`a.id`, type: 'integer' },
      ],
      index: 'announcement_list',
      withState: 'announcement_list_state',
    },
  },
  sort: '-created_at',
  filters: { status: 'announcement_list_state', search: 'announcement_search' },
  state: { by: sql`a.status`, states: ANNOUNCEMENT_STATUSES },
});

export const announcementImplementations: Implementation[] = [
  implement(announcementIndex, {
    async handle({ db, user, query, language, now }) {
      const words = query.search?.trim();
      return answerList(db, announcementList, query, {
        where: words ? [keysAre('a.search_key', words)] : [],
        narrowed: Boolean(words),
        state: query.status && sql`a.status = ${query.status}`,
        async rows(ids) {
          const rows = await rowsOf({ db, language, now }, sql`WHERE a.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map((row) => answerOf(user, row));
        },
      });
    },
  }),

  implement(announcementShow, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(announcementHistory, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, ANNOUNCEMENTS.kind, record.id) }),
  }),

  implement(announcementReaders, {
    record: (asked) => find(asked, asked.params.id),
    async handle({ db, query, record, language }) {
      const wanted = query.status ?? null;
      const from = sql`FROM announcement a JOIN app_user u ON ${receivers}
        JOIN position p ON p.id = u.position_id JOIN organization o ON o.id = u.organization_id
        LEFT JOIN announcement_read r ON r.announcement_id = a.id AND r.user_id = u.id
        WHERE a.id = ${record.id} AND (${wanted}::text IS NULL OR (r.at IS NOT NULL) = (${wanted} = 'read'))`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${from}`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{
            id: number;
            fullname: string;
            position: string;
            organization: string;
            at: Date | null;
          }>`
        SELECT u.id, u.fullname, CASE WHEN ${language === 'ru'} THEN p.name_ru ELSE p.name_uz END AS position,
               o.name AS organization, r.at
        ${from} ORDER BY r.at NULLS FIRST, u.search_key, u.id
        LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map(({ at, ...row }) => ({ ...row, read_at: at?.toISOString() ?? null }));
        },
      });
    },
  }),

  implement(announcementCreate, {
    async handle(context) {
      const { db, user, body, now, language } = context;
      const { id } = await ANNOUNCEMENTS.create(context, 'announcement.create', async (status) => {
        const made = await db
          .insertInto('announcement')
          .values({ status, from_at: body.from, to_at: body.to, created_by: user.id, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        await write(db, made.id, body);
        return { ...made, details: {} };
      });
      return { data: answerOf(user, await find(context, id)), message: say(language, 'actions.saved') };
    },
  }),

  implement(
    announcementUpdate,
    ANNOUNCEMENTS.step(
      'announcement.update',
      async ({ db, record, body }) => {
        await write(db, record.id, body);
      },
      { says: says('saved') },
    ),
  ),
  implement(
    announcementPublish,
    ANNOUNCEMENTS.step(
      'announcement.publish',
      async ({ db, record }) => {
        await wakeReceivers(db, record.id);
      },
      { says: says('announcement_published') },
    ),
  ),
  implement(
    announcementWithdraw,
    ANNOUNCEMENTS.step(
      'announcement.withdraw',
      async ({ db, record, body: { reason } }) => {
        await db.updateTable('announcement').set({ withdraw_reason: reason }).where('id', '=', record.id).execute();
        await wakeReceivers(db, record.id);
        return { after: { reason } };
      },
      { says: says('announcement_withdrawn') },
    ),
  ),

  implement(
    announcementRead,
    ANNOUNCEMENTS.stepThen(
      'announcement.read',
      async ({ db, user, record, now }) => {
        await db
          .insertInto('announcement_read')
          .values({ announcement_id: record.id, user_id: user.id, at: now })
          .onConflict((row) => row.columns(['announcement_id', 'user_id']).doNothing())
          .execute();
        return {};
      },
      async ({ language }) => ({ message: say(language, 'actions.announcement_read') }),
      { find: (context) => findForReader(context, context.params.id) },
    ),
  ),

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

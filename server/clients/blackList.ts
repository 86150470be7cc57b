/** The black list: whom nothing is sold to on instalments (V10; decisions 84, 85, 97, 98). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  APPROVAL_STATUSES,
  type BlackListEntry,
  type BlackListGap,
  blackListApprove,
  blackListCancel,
  blackListCreate,
  blackListEntryGetAll,
  blackListFind,
  blackListHistory,
  blackListIndex,
  blackListReasons,
  blackListRefuse,
  blackListReveal,
  blackListSend,
  blackListShow,
  blackListUpdate,
  blackListWithdraw,
} from '../../contract/blackList.ts';
import type { BlackListBody } from '../../contract/bodies.ts';
import type { RecordLine } from '../../contract/records.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import { approvalMachine } from '../../machines/approval/approval.machine.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { concernOfRequest } from '../directory/requestConcerns.ts';
import { person } from '../documents/documents.ts';
import { changesOf, lockRecord, recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { conflict, forbidden, invalidField, notFound } from '../http/refusal.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { declareList } from '../lists/declared.ts';
import { answerAll } from '../lists/filtered.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { inForceOn } from './listed.ts';
import { masked, seesNumbers } from './masking.ts';

type Db = Kysely<Schema>;

interface Row {
  id: number;
  fullname: string;
  pinfl: string | null;
  documents: string[];
  reason_id: number | null;
  reason: string | null;
  comment: string | null;
  listed_from: string;
  listed_to: string | null;
  decision: string | null;
  status: BlackListEntry['status'];
  version: number;
  created_by: number;
  owner_id: number;
  author: string;
  created_at: Date;
  in_force: boolean;
  /** Who has written in it decides nothing about it (V16, decision 90). */
  authors: number[];
}

interface Asked {
  db: Db;
  language: Language;
  now: Date;
}

async function rowsOf({ db, language, now }: Asked, chosen: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT b.*, to_char(b.listed_from, 'YYYY-MM-DD') AS listed_from, to_char(b.listed_to, 'YYYY-MM-DD') AS listed_to,
           w.fullname AS author, ${sql.ref(language === 'ru' ? 'v.name_ru' : 'v.name_uz')} AS reason,
           ${inForceOn('b', tashkentDay(now))} AS in_force,
           ARRAY(SELECT b.created_by UNION SELECT l.user_id FROM record_log l
             WHERE l.kind = ${BLACK_LIST.kind} AND l.record_id = b.id AND l.event = 'request.update') AS authors
    FROM black_list_entry b JOIN app_user w ON w.id = b.created_by LEFT JOIN classifier_value v ON v.id = b.reason_id
    ${chosen}`.execute(db);
  return rows;
}

async function find(asked: Asked, id: number, lock = false): Promise<Row> {
  if (lock) await lockRecord(asked.db, 'black_list_entry', id);
  const [row] = await rowsOf(asked, sql`WHERE b.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

function gapsIn({ pinfl, documents, reason_id }: Row): BlackListGap[] {
  return [
    ...(pinfl === null && documents.length === 0 ? (['number'] as const) : []),
    ...(reason_id === null ? (['reason'] as const) : []),
  ];
}
const factsOf = (row: Row) => ({ complete: gapsIn(row).length === 0 });
const isOwn = ({ owner_id }: Row, { id, rules }: SignedIn): boolean =>
  owner_id === id && allows(rules, 'black_list.add');

/** The own entry is in one's own hand until it is decided; what others entered is masked (decision 85). */
const isOpen = ({ status }: Row): boolean => status === 'draft' || status === 'sent';

function answerOf(user: SignedIn, row: Row): BlackListEntry {
  const plain = isOwn(row, user) && isOpen(row);
  return {
    id: row.id,
    fullname: row.fullname,
    pinfl: plain ? row.pinfl : row.pinfl && masked.pinfl(row.pinfl),
    documents: plain ? row.documents : row.documents.map(masked.document),
    masked: !plain,
    reveals: !plain && seesNumbers(user),
    reason: row.reason_id === null ? null : { id: row.reason_id, title: row.reason ?? '' },
    comment: row.comment,
    from: row.listed_from,
    to: row.listed_to,
    in_force: row.in_force,
    status: row.status,
    version: row.version,
    created_by: person(row.created_by, row.author),
    created_at: new Date(row.created_at).toISOString(),
    decision: row.decision,
    gaps: row.status === 'draft' ? gapsIn(row) : [],
    allowed_events: BLACK_LIST.allowed(row, factsOf(row), user),
  };
}

const confirms = (_: Row, user: SignedIn): boolean => allows(user.rules, 'black_list.confirm');
const decides = { right: confirms, notAuthor: true } as const;

export const BLACK_LIST = defineLifecycle(approvalMachine, {
  table: 'black_list_entry',
  log: 'record_log',
  find,
  state: ({ status }: Row) => status,
  facts: async ({ db, now }, row, _, moment) =>
    factsOf(moment === 'before' ? row : await find({ db, now, language: 'uz' }, row.id)),
  answer: ({ user }, row) => answerOf(user, row),
  concerns: (row, event, details) =>
    concernOfRequest(row, event, details, { show: 'black_list.show', decide: 'black_list.confirm' }),
  // the first gap is named
  why(_, row, event) {
    const gap = event === 'request.send' && row.status === 'draft' ? gapsIn(row)[0] : undefined;
    return gap && { messageKey: `errors.black_list_gap.${gap}` };
  },
  events: {
    'request.update': { right: isOwn, event: (facts) => ({ type: 'request.update', facts }) },
    'request.send': { right: isOwn },
    'request.withdraw': { right: isOwn },
    'request.approve': decides,
    'request.refuse': decides,
    'request.cancel': { right: (row, user) => isOwn(row, user) || confirms(row, user) },
  },
});

/** As the log has them: numbers only masked (decision 98). */
const logged = (row: Row) => ({
  fullname: row.fullname,
  pinfl: row.pinfl && masked.pinfl(row.pinfl),
  documents: row.documents.map(masked.document),
  reason: row.reason,
  comment: row.comment,
  from: row.listed_from,
  to: row.listed_to,
});

/** @throws Refusal 422 where values that fit their fields are wrong */
async function refuse(db: Db, body: BlackListBody, before: Row | null): Promise<void> {
  if (body.to !== null && body.to < body.from) throw invalidField('to', 'until_before_from');
  if (new Set(body.documents).size < body.documents.length) throw invalidField('documents', 'document_twice');
  if (body.reason_id === null || body.reason_id === before?.reason_id) return;
  const { rows } = await sql`SELECT 1 FROM ${reasons} WHERE v.id = ${body.reason_id} AND v.active`.execute(db);
  if (rows.length === 0) throw invalidField('reason_id', 'reference');
}

const reasons = sql`classifier_value v JOIN classifier c ON c.id = v.classifier_id AND c.code = 'black_list_reason'`;

const columnsOf = ({ from, to, comment, ...body }: BlackListBody) => ({
  ...body,
  comment: comment || null,
  listed_from: from,
  listed_to: to,
  search_key: searchKey(body.fullname),
});

/**
 * A person is listed once at a time: refuses what meets an approved entry of the same PINFL or document on some day.
 * Two that are approved at once wait for each other. @throws Refusal 409
 */
async function requireNotListed({ db, record }: { db: Db; record: Row }): Promise<undefined> {
  const { id, pinfl, documents, listed_from, listed_to } = record;
  await sql`SELECT pg_advisory_xact_lock(hashtext('black_list_entry once'))`.execute(db);
  const { rows } = await sql<{ id: number; day: string }>`
    SELECT o.id, to_char(o.listed_from, 'YYYY-MM-DD') AS day FROM black_list_entry o
    WHERE o.status = 'approved' AND o.id <> ${id} AND (o.pinfl = ${pinfl} OR o.documents && ${documents}::text[])
      AND o.listed_from <= coalesce(${listed_to}::date, 'infinity') AND coalesce(o.listed_to, 'infinity') >= ${listed_from}::date
    LIMIT 1`.execute(db);
  const [other] = rows;
  if (other)
    throw conflict('not_allowed_now', {
      messageKey: 'errors.black_list_listed',
      values: { id: String(other.id), date: writtenDay(other.day) },
    });
}

const ENTRIES = { from: sql`black_list_entry b`, id: sql`b.id`, sort: '-created_at' } as const;
const ID = { by: sql`b.id`, type: 'integer' } as const;
/** The newest first. */
const BY_CREATED = {
  columns: [{ by: sql`b.created_at`, type: 'timestamptz' }, ID],
  index: 'black_list_entry_list',
} as const;

const list = declareList({
  ...ENTRIES,
  call: 'blackListIndex',
  sorts: {
    created_at: { ...BY_CREATED, withState: 'black_list_entry_list_state' },
    fullname: { columns: [{ by: sql`b.fullname_order`, type: 'text' }, ID], index: 'black_list_entry_fullname' },
    from: { columns: [{ by: sql`b.listed_from`, type: 'date' }, ID], index: 'black_list_entry_from' },
    // without a last day it holds the longest
    to: { columns: [{ by: sql`b.listed_to`, type: 'date', nullable: 'turning' }, ID], index: 'black_list_entry_to' },
  },
  filters: {
    status: 'black_list_entry_list_state',
    reason_id: 'black_list_entry_reason',
    search: 'black_list_entry_search',
  },
  state: { by: sql`b.status`, states: APPROVAL_STATUSES },
});

/** Entries in force, to choose from. */
const choiceList = declareList({
  ...ENTRIES,
  call: 'blackListEntryGetAll',
  sorts: { created_at: BY_CREATED },
  filters: { search: 'black_list_entry_search', id: 'black_list_entry_pkey' },
});

/** Its steps, who asked for its numbers and who took the person off the list, the newest first. */
async function historyOf(db: Db, id: number): Promise<RecordLine[]> {
  const shown = await db
    .selectFrom('numbers_shown as n')
    .innerJoin('app_user as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.at', 'n.user_id', 'u.fullname'])
    .where('n.black_list_entry_id', '=', id)
    .orderBy('n.id', 'desc')
    .execute();
  const reads = shown.map(
    (one): RecordLine => ({
      ...{ id: `numbers-${one.id}`, at: one.at.toISOString(), user: person(one.user_id, one.fullname) },
      ...{ event: 'numbers.reveal', before: {}, after: {} },
    }),
  );
  const { rows: freed } = await sql<{ id: number; at: Date; user_id: number; fullname: string; off_from: string }>`
    SELECT l.id, l.at, l.user_id, u.fullname, l.payload->'after'->>'off_from' AS off_from
    FROM unblock_request q JOIN record_log l ON l.kind = 'unblockRequest' AND l.record_id = q.id
    JOIN app_user u ON u.id = l.user_id
    WHERE q.entry_id = ${id} AND l.event = 'request.approve'`.execute(db);
  const ends = freed.map(
    ({ id: line, at, user_id, fullname, off_from }): RecordLine => ({
      ...{ id: `unblock-${line}`, at: at.toISOString(), user: person(user_id, fullname) },
      ...{ event: 'unblock.approve', before: {}, after: { off_from } },
    }),
  );
  return [...reads, ...ends, ...(await recordHistory(db, BLACK_LIST.kind, id))].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
}

/** Why it was refused or cancelled, kept with it. */
const decided = async ({ db, record, body }: { db: Db; record: Row; body: { reason: string } }) => {
  await sql`UPDATE black_list_entry SET decision = ${body.reason} WHERE id = ${record.id}`.execute(db);
  return { after: { reason: body.reason } };
};

export const blackListImplementations: Implementation[] = [
  implement(blackListIndex, {
    async handle({ db, user, query, language, now }) {
      const words = query.search?.trim();
      const where = [
        ...(words ? [keysAre('b.search_key', words)] : []),
        ...(query.reason_id === undefined ? [] : [sql`b.reason_id = ${query.reason_id}`]),
      ];
      const state = query.status && sql`b.status = ${query.status}`;
      const rows = async (ids: readonly number[]) => {
        const found = await rowsOf({ db, language, now }, sql`WHERE b.id = ANY (${[...ids]}::integer[])`);
        return inOrder(ids, found).map((row) => answerOf(user, row));
      };
      const { all, moment } = query;
      if (all !== undefined) {
        const narrowed = where.length > 0 || state !== undefined;
        return answerAll(db, list, { all, moment }, { kind: BLACK_LIST.kind, where, narrowed, state, rows });
      }
      const answer = await answerList(db, list, query, { where, narrowed: where.length > 0, state, rows });
      return { ...answer, meta: { ...answer.meta, moment: now.toISOString() } };
    },
  }),

  implement(blackListEntryGetAll, {
    async handle({ db, query, language, now }) {
      const words = query.search?.trim();
      return answerList(db, choiceList, query, {
        where: [
          chosenFrom(query, sql`b.id`, inForceOn('b', tashkentDay(now))),
          ...(words ? [keysAre('b.search_key', words)] : []),
        ],
        narrowed: true,
        async rows(ids) {
          const rows = await rowsOf({ db, language, now }, sql`WHERE b.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map(({ id, fullname, pinfl, documents: [document = ''] }) => ({
            id,
            title: `${fullname} · ${pinfl === null ? masked.document(document) : masked.pinfl(pinfl)}`,
          }));
        },
      });
    },
  }),

  implement(blackListShow, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(blackListHistory, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ db, record }) => ({ data: await historyOf(db, record.id) }),
  }),

  implement(blackListFind, {
    async handle({ db, user, body: { number }, language, now }) {
      const found = await rowsOf(
        { db, language, now },
        sql`WHERE b.pinfl = ${number} OR b.documents @> ARRAY[${number}]::text[]
          ORDER BY in_force DESC, b.created_at DESC, b.id DESC LIMIT 50`,
      );
      return { data: found.map((row) => answerOf(user, row)) };
    },
  }),

  implement(blackListReveal, {
    record: (asked) => find(asked, asked.params.id),
    async handle({ db, user, record, now }) {
      if (!seesNumbers(user)) throw forbidden();
      await db
        .insertInto('numbers_shown')
        .values({ black_list_entry_id: record.id, user_id: user.id, at: now })
        .execute();
      return { data: { pinfl: record.pinfl, documents: record.documents } };
    },
  }),

  implement(blackListReasons, {
    async handle({ db, language }) {
      const { rows } = await sql<{ id: number; title: string }>`
        SELECT v.id, ${sql.ref(language === 'ru' ? 'v.name_ru' : 'v.name_uz')} AS title FROM ${reasons}
        WHERE v.active ORDER BY v.place, v.id`.execute(db);
      return { data: rows };
    },
  }),

  implement(blackListCreate, {
    async handle(context) {
      const { db, user, body, now, language } = context;
      const { id } = await BLACK_LIST.create(context, 'request.create', async (status) => {
        await refuse(db, body, null);
        const made = await db
          .insertInto('black_list_entry')
          .values({ ...columnsOf(body), status, created_by: user.id, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { ...made, details: changesOf({}, logged(await find(context, made.id))) };
      });
      return { data: answerOf(user, await find(context, id)), message: say(language, 'actions.saved') };
    },
  }),

  implement(
    blackListUpdate,
    BLACK_LIST.step(
      'request.update',
      async (context) => {
        const { db, record, body } = context;
        await refuse(db, body, record);
        await db.updateTable('black_list_entry').set(columnsOf(body)).where('id', '=', record.id).execute();
        return changesOf(logged(record), logged(await find(context, record.id)));
      },
      { says: says('saved') },
    ),
  ),
  implement(blackListSend, BLACK_LIST.step('request.send', requireNotListed, { says: says('request_sent') })),
  implement(blackListWithdraw, BLACK_LIST.step('request.withdraw', undefined, { says: says('request_withdrawn') })),
  implement(
    blackListApprove,
    BLACK_LIST.step('request.approve', requireNotListed, { says: says('black_list_approved') }),
  ),
  implement(blackListRefuse, BLACK_LIST.step('request.refuse', decided, { says: says('request_refused') })),
  implement(blackListCancel, BLACK_LIST.step('request.cancel', decided, { says: says('request_cancelled') })),
];

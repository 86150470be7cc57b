/** Tests as their authors work with them: drafts with their questions, publishing, closing, copies (areas 4.23). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { transition } from 'xstate';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type AuthoredTest,
  TEST_LENGTHS,
  type TestBody,
  type TestGap,
  type TestRow,
  testChoices,
  testClose,
  testCopy,
  testCreate,
  testDrop,
  testHistory,
  testIndex,
  testPublish,
  testShow,
  testUpdate,
  type WrittenQuestion,
} from '../../contract/testAuthors.ts';
import { gapsOf } from '../../machines/staffTest/gaps.ts';
import {
  type StaffTestEvent,
  type StaffTestState,
  staffTestMachine,
} from '../../machines/staffTest/staffTest.machine.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre, uzbekOrder } from '../db/search.ts';
import { audienceChoices } from '../documents/audience.ts';
import { person, refuseStale } from '../documents/documents.ts';
import { type LoggedFields, recordHistory, writeLog } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say } from '../http/messages.ts';
import { conflict, forbidden, invalidField, notFound } from '../http/refusal.ts';
import { testAudience } from './audience.ts';

type Db = Kysely<Schema>;

interface Row {
  id: number;
  title: string;
  description: string;
  duration: number;
  pass_percent: number;
  tries: number;
  starts_at: Date;
  ends_at: Date | null;
  everyone: boolean;
  status: StaffTestState;
  version: number;
  created_by: number;
  author: string;
  created_at: Date;
  published_at: Date | null;
  positions: { id: number; name: string }[];
  organizations: { id: number; name: string }[];
  question_count: number;
  audience: number;
  taken: number;
  passed: number;
}

async function rowsOf(db: Db, russian: boolean, chosen: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT t.*, w.fullname AS author,
           ${testAudience.columns(russian)},
           (SELECT count(*) FROM test_question q WHERE q.test_id = t.id)::integer AS question_count,
           (SELECT count(*) FROM app_user u WHERE u.active AND ${testAudience.includes})::integer AS audience,
           (SELECT count(DISTINCT r.attempt_id) FROM test_result r JOIN test_attempt a ON a.id = r.attempt_id
             WHERE a.test_id = t.id)::integer AS taken,
           (SELECT count(DISTINCT r.attempt_id) FROM test_result r JOIN test_attempt a ON a.id = r.attempt_id
             WHERE a.test_id = t.id AND r.passed)::integer AS passed
    FROM test t JOIN app_user w ON w.id = t.created_by
    ${chosen}`.execute(db);
  return rows;
}

interface FoundTest extends Row {
  questions: WrittenQuestion[];
  gaps: TestGap[];
}

async function find(db: Db, id: number, russian: boolean, now: Date, lock = false): Promise<FoundTest> {
  if (lock) {
    await db.selectFrom('test').select('id').where('id', '=', id).forUpdate().execute();
    await endDueTests(db, now);
  }
  const [row] = await rowsOf(db, russian, sql`WHERE t.id = ${id}`);
  if (!row) throw notFound();
  const { rows: questions } = await sql<WrittenQuestion>`
    SELECT q.type, q.title, q.accepted,
           coalesce((SELECT jsonb_agg(jsonb_build_object('title', o.title, 'is_correct', o.is_correct) ORDER BY o.place)
             FROM test_option o WHERE o.question_id = q.id), '[]') AS options
    FROM test_question q WHERE q.test_id = ${id} ORDER BY q.place`.execute(db);
  const endsAt = row.ends_at === null ? null : new Date(row.ends_at).getTime();
  return { ...row, questions, gaps: gapsOf({ ...row, questions, endsAt }, now.getTime()) };
}

/** Marks what is over as ended, by the server's clock. Who takes a test goes by the clock itself. */
export async function endDueTests(db: Db, now: Date): Promise<number> {
  const ended = await sql`
    WITH moved AS (
      UPDATE test SET status = 'ended', version = version + 1
      WHERE status = 'published' AND ends_at <= ${now} RETURNING id
    )
    INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT 'test', id, 'test.end', '{"before": {"status": "published"}, "after": {"status": "ended"}}', NULL, ${now}
    FROM moved ORDER BY id`.execute(db);
  return Number(ended.numAffectedRows ?? 0);
}

const EVENTS = ['test.update', 'test.publish', 'test.close', 'test.drop'] as const;
type ByPeople = (typeof EVENTS)[number];

const factsOf = ({ gaps }: FoundTest) => ({ complete: gaps.length === 0 });
const snapshotOf = (row: FoundTest) => staffTestMachine.resolveState({ value: row.status, context: factsOf(row) });
const eventOf = (type: ByPeople, row: FoundTest): StaffTestEvent =>
  type === 'test.update' ? { type, facts: factsOf(row) } : { type };

/** Who may write it: anybody's with `edit`, the own one with `add`. */
const writes = (user: SignedIn, { created_by }: Row): boolean =>
  allows(user.rules, 'test.edit') || (created_by === user.id && allows(user.rules, 'test.add'));
const holds = (user: SignedIn, row: Row, type: ByPeople): boolean =>
  type === 'test.update' || type === 'test.drop' ? writes(user, row) : allows(user.rules, 'test.confirm');
/** Whoever only looks may have to take it. */
const seesKeys = (user: SignedIn, row: Row): boolean => writes(user, row) || allows(user.rules, 'test.confirm');

const allowedOn = (user: SignedIn, row: FoundTest): string[] =>
  EVENTS.filter((type) => holds(user, row, type) && snapshotOf(row).can(eventOf(type, row)));

const iso = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());

const rowAnswer = (row: Row): TestRow => ({
  id: row.id,
  title: row.title,
  description: row.description,
  duration: row.duration,
  pass_percent: row.pass_percent,
  tries: row.tries,
  from: new Date(row.starts_at).toISOString(),
  to: iso(row.ends_at),
  everyone: row.everyone,
  positions: row.positions,
  organizations: row.organizations,
  status: row.status,
  version: row.version,
  created_by: person(row.created_by, row.author),
  created_at: new Date(row.created_at).toISOString(),
  published_at: iso(row.published_at),
  question_count: row.question_count,
  audience: row.audience,
  taken: row.taken,
  passed: row.passed,
});

function answerOf(user: SignedIn, row: FoundTest): AuthoredTest {
  const keys = seesKeys(user, row);
  return {
    ...rowAnswer(row),
    questions: keys
      ? row.questions
      : row.questions.map((question) => ({
          ...question,
          accepted: [],
          options: question.options.map(({ title }) => ({ title, is_correct: false })),
        })),
    keys,
    gaps: keys ? row.gaps : [],
    allowed_events: allowedOn(user, row),
  };
}

/** Puts the questions of a draft in place of those that it had: nobody has answered any of them. */
async function writeQuestions(db: Db, id: number, questions: readonly WrittenQuestion[]): Promise<void> {
  await db.deleteFrom('test_question').where('test_id', '=', id).execute();
  if (questions.length === 0) return;
  const written = await db
    .insertInto('test_question')
    .values(
      questions.map(({ type, title, accepted }, place) => ({
        test_id: id,
        place,
        type,
        title,
        accepted: type === 'text' ? accepted.filter((words) => words !== '') : [],
      })),
    )
    .returning(['id', 'place'])
    .execute();
  const idOf = new Map(written.map((row) => [row.place, row.id]));
  const options = questions.flatMap(({ type, options: given }, place) =>
    type === 'text' ? [] : given.map((option, at) => ({ question_id: idOf.get(place) ?? 0, place: at, ...option })),
  );
  if (options.length > 0) await db.insertInto('test_option').values(options).execute();
}

/** The fields of a body as the table has them; 422 when the end is not after the beginning. */
function columnsOf({ title, description, duration, pass_percent, tries, from, to, everyone }: TestBody) {
  if (to !== null && Date.parse(to) <= Date.parse(from)) throw invalidField('to', 'not_later');
  const starts_at = from;
  return {
    title,
    description,
    duration,
    pass_percent,
    tries,
    starts_at,
    ends_at: to,
    everyone,
    search_key: searchKey(title),
  };
}

async function create(db: Db, body: TestBody, user: SignedIn, now: Date, copyOf?: number): Promise<number> {
  const { id } = await db
    .insertInto('test')
    .values({ ...columnsOf(body), created_by: user.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await testAudience.write(db, id, body);
  await writeQuestions(db, id, body.questions);
  const after = { status: 'draft', ...(copyOf !== undefined && { copy_of: copyOf }) };
  await log(db, id, 'test.create', { before: {}, after }, user.id, now);
  return id;
}

/** Under this name tests stand in the log. */
const KIND = 'test';

const log = (db: Db, recordId: number, event: string, payload: LoggedFields, userId: number, now: Date) =>
  writeLog(db, { kind: KIND, recordId, event, payload, userId, now });

interface Step {
  db: Db;
  user: SignedIn;
  ifMatch: number | undefined;
  now: Date;
  language: Language;
}

/** One step of a test that is held: right, state, version, deed, new state, log. */
async function perform(
  { db, user, ifMatch, now, language }: Step,
  row: FoundTest,
  type: ByPeople,
  deed: () => Promise<unknown>,
): Promise<AuthoredTest> {
  if (!holds(user, row, type)) throw forbidden();
  const snapshot = snapshotOf(row);
  const event = eventOf(type, row);
  if (!snapshot.can(event)) {
    const gap = type === 'test.publish' && row.status === 'draft' ? row.gaps[0] : undefined;
    throw conflict('not_allowed_now', {
      state: row.status,
      allowed: allowedOn(user, row),
      ...(gap && { messageKey: `errors.test_gap.${gap.what}`, values: { number: gap.number ?? 0 } }),
    });
  }
  await refuseStale(ifMatch, row.version, () => answerOf(user, row));
  await deed();
  const [after] = transition(staffTestMachine, snapshot, event);
  const status = after.value as StaffTestState;
  await db
    .updateTable('test')
    .set((columns) => ({ status, version: columns('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  await log(db, row.id, type, { before: { status: row.status }, after: { status } }, user.id, now);
  return answerOf(user, await find(db, row.id, language === 'ru', now));
}

const ORDERS = {
  title: uzbekOrder('t.title'),
  from: sql.ref('t.starts_at'),
  created: sql.ref('t.created_at'),
} as const;

export const testAuthorImplementations: Implementation[] = [
  implement(testIndex, {
    async handle({ db, query, language }) {
      const { page, perPage, cut } = paged(query);
      const { position_id: position, organization_id: organization } = query;
      const found = sql`${keysAre('t.search_key', query.search ?? '')}
        AND ${position === undefined ? sql`true` : testAudience.reaches('position', position)}
        AND ${organization === undefined ? sql`true` : testAudience.reaches('organization', organization)}`;
      const { rows: statuses } = await sql<{ status: string; n: number }>`
        SELECT t.status, count(*)::integer AS n FROM test t WHERE ${found} GROUP BY 1`.execute(db);
      const counts = Object.fromEntries(statuses.map((row) => [row.status, row.n]));
      const status = query.status ?? null;
      const sort = query.sort ?? '-created';
      const order = ORDERS[sort.replace('-', '') as keyof typeof ORDERS];
      const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`;
      const rows = await rowsOf(
        db,
        language === 'ru',
        sql`WHERE ${found} AND (${status}::text IS NULL OR t.status = ${status})
          ORDER BY ${order} ${direction}, t.id ${direction} ${cut}`,
      );
      return {
        data: rows.map(rowAnswer),
        meta: {
          current_page: page,
          total: query.status ? (counts[query.status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0),
          per_page: perPage,
          statuses: counts,
        },
      };
    },
  }),

  implement(testShow, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(testHistory, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, KIND, record.id) }),
  }),

  implement(testCreate, {
    async handle({ db, user, body, now, language }) {
      const id = await create(db, body, user, now);
      const row = await find(db, id, language === 'ru', now);
      return { data: answerOf(user, row), message: say(language, 'deeds.saved') };
    },
  }),

  implement(testUpdate, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now, true),
    handle: async (context) => ({
      data: await perform(context, context.record, 'test.update', async () => {
        const { db, body, record } = context;
        await db.updateTable('test').set(columnsOf(body)).where('id', '=', record.id).execute();
        await testAudience.write(db, record.id, body);
        await writeQuestions(db, record.id, body.questions);
      }),
      message: say(context.language, 'deeds.saved'),
    }),
  }),

  implement(testPublish, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now, true),
    handle: async (context) => ({
      data: await perform(context, context.record, 'test.publish', () =>
        context.db.updateTable('test').set({ published_at: context.now }).where('id', '=', context.record.id).execute(),
      ),
      message: say(context.language, 'deeds.test_published'),
    }),
  }),

  implement(testClose, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now, true),
    handle: async (context) => ({
      data: await perform(context, context.record, 'test.close', async () => {
        const { db, now, record } = context;
        // it is over now; one that is closed before its beginning keeps the days that it was to have
        if (new Date(record.starts_at) < now)
          await db.updateTable('test').set({ ends_at: now }).where('id', '=', record.id).execute();
      }),
      message: say(context.language, 'deeds.test_closed'),
    }),
  }),

  implement(testDrop, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now, true),
    handle: async (context) => ({
      data: await perform(context, context.record, 'test.drop', async () => {}),
      message: say(context.language, 'deeds.test_dropped'),
    }),
  }),

  implement(testCopy, {
    record: ({ db, params, language, now }) => find(db, params.id, language === 'ru', now),
    async handle({ db, user, record, now, language }) {
      // a copy would tell what the test itself does not
      if (!seesKeys(user, record)) throw forbidden();
      const { title, description, duration, pass_percent, tries, everyone, positions, organizations, questions } =
        record;
      const id = await create(
        db,
        {
          ...{ description, duration, pass_percent, tries, everyone, questions },
          title: say(language, 'test_copy', { title }).slice(0, TEST_LENGTHS.title),
          from: now.toISOString(),
          to: record.ends_at !== null && new Date(record.ends_at) > now ? iso(record.ends_at) : null,
          position_ids: positions.map((one) => one.id),
          organization_ids: organizations.map((one) => one.id),
        },
        user,
        now,
        record.id,
      );
      const row = await find(db, id, language === 'ru', now);
      return { data: answerOf(user, row), message: say(language, 'deeds.test_copied') };
    },
  }),

  implement(testChoices, {
    async handle({ db, language }) {
      const tests = await db
        .selectFrom('test')
        .select(['id', 'title'])
        .where('status', 'in', ['published', 'ended'])
        .orderBy('starts_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { data: { ...(await audienceChoices(db, language === 'ru')), tests } };
    },
  }),
];

/** Tests as their authors work with them: drafts with their questions, publishing, closing, copies (areas 4.23). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TestBody } from '../../contract/bodies.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type AuthoredTest,
  TEST_LENGTHS,
  TEST_STATUSES,
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
import { type StaffTestState, staffTestMachine } from '../../machines/staffTest/staffTest.machine.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { audienceChoices } from '../documents/audience.ts';
import { person } from '../documents/documents.ts';
import { recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { defineLifecycle, type Reason } from '../lifecycle/lifecycle.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
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
  owner_id: number;
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

interface Asked {
  db: Db;
  language: Language;
  now: Date;
}

async function find({ db, language, now }: Asked, id: number, lock = false): Promise<FoundTest> {
  if (lock) {
    await db.selectFrom('test').select('id').where('id', '=', id).forUpdate().execute();
    await endDueTests(db, now);
  }
  const [row] = await rowsOf(db, language === 'ru', sql`WHERE t.id = ${id}`);
  if (!row) throw notFound();
  const { rows: questions } = await sql<WrittenQuestion>`
    SELECT q.type, q.title, q.accepted,
           coalesce((SELECT jsonb_agg(jsonb_build_object('title', o.title, 'is_correct', o.is_correct) ORDER BY o.place)
             FROM test_option o WHERE o.question_id = q.id), '[]') AS options
    FROM test_question q WHERE q.test_id = ${id} ORDER BY q.place`.execute(db);
  const endsAt = row.ends_at === null ? null : new Date(row.ends_at).getTime();
  return { ...row, questions, gaps: gapsOf({ ...row, questions, endsAt }, now.getTime()) };
}

const factsOf = ({ gaps }: FoundTest) => ({ complete: gaps.length === 0 });

/** Who may write it: anybody's with `edit`, the own one with `add`. */
const writes = ({ owner_id }: Row, { id, rules }: SignedIn): boolean =>
  allows(rules, 'test.edit') || (owner_id === id && allows(rules, 'test.add'));
const confirms = (_: Row, user: SignedIn): boolean => allows(user.rules, 'test.confirm');
/** Whoever only looks may have to take it. */
const seesKeys = (user: SignedIn, row: Row): boolean => writes(row, user) || confirms(row, user);

export const TESTS = defineLifecycle(staffTestMachine, {
  table: 'test',
  log: 'record_log',
  find,
  state: ({ status }: FoundTest) => status,
  facts: async (scene, row, _, moment) =>
    factsOf(moment === 'before' ? row : await find({ ...scene, language: 'uz' }, row.id)),
  answer: ({ user }, row) => answerOf(user, row),
  // the first gap is named
  why(_, { status, gaps: [gap] }, event): Reason | undefined {
    if (event !== 'test.publish' || status !== 'draft' || gap === undefined) return undefined;
    return { messageKey: `errors.test_gap.${gap.what}`, values: { number: gap.number ?? 0 } };
  },
  events: {
    'test.update': { right: writes, event: (facts) => ({ type: 'test.update', facts }) },
    'test.publish': { right: confirms },
    'test.close': { right: confirms },
    'test.drop': { right: writes },
    'test.end': { by: 'server' },
  },
});

/** Marks what is over as ended, by the server's clock. Who takes a test uses the clock itself. */
export const endDueTests = (db: Db, now: Date): Promise<number> =>
  TESTS.takeDue({ db, now }, 'test.end', sql`ends_at <= ${now}`);

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
    allowed_events: TESTS.allowed(row, factsOf(row), user),
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

async function create(asked: Asked & { user: SignedIn }, body: TestBody, copyOf?: number): Promise<FoundTest> {
  const { db, user, now } = asked;
  const { id } = await TESTS.create(asked, 'test.create', async (status) => {
    const made = await db
      .insertInto('test')
      .values({ ...columnsOf(body), status, created_by: user.id, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await testAudience.write(db, made.id, body);
    await writeQuestions(db, made.id, body.questions);
    return { ...made, details: copyOf === undefined ? {} : { after: { copy_of: copyOf } } };
  });
  return find(asked, id);
}

const testId = { by: sql`t.id`, type: 'integer' } as const;

const testList = declareList({
  call: 'testIndex',
  from: sql`test t`,
  id: sql`t.id`,
  sorts: {
    title: { columns: [{ by: sql`t.title_order`, type: 'text' }, testId], index: 'test_list_title' },
    from: { columns: [{ by: sql`t.starts_at`, type: 'timestamptz' }, testId], index: 'test_list_from' },
    created: {
      columns: [{ by: sql`t.created_at`, type: 'timestamptz' }, testId],
      index: 'test_list_created',
      withState: 'test_list_state',
    },
  },
  sort: '-created',
  filters: {
    status: 'test_list_state',
    search: 'test_search',
    position_id: 'test_position_pkey',
    organization_id: 'test_organization_pkey',
  },
  state: { by: sql`t.status`, states: TEST_STATUSES },
});

export const testAuthorImplementations: Implementation[] = [
  implement(testIndex, {
    async handle({ db, query, language }) {
      const { position_id: position, organization_id: organization } = query;
      const filters: RawBuilder<unknown>[] = [];
      if (query.search?.trim()) filters.push(keysAre('t.search_key', query.search));
      if (position !== undefined) filters.push(testAudience.reaches('position', position));
      if (organization !== undefined) filters.push(testAudience.reaches('organization', organization));
      return answerList(db, testList, query, {
        where: filters,
        narrowed: filters.length > 0,
        state: query.status && sql`t.status = ${query.status}`,
        async rows(ids) {
          const rows = await rowsOf(db, language === 'ru', sql`WHERE t.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map(rowAnswer);
        },
      });
    },
  }),

  implement(testShow, {
    record: (context) => find(context, context.params.id),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(testHistory, {
    record: (context) => find(context, context.params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, TESTS.kind, record.id) }),
  }),

  implement(testCreate, {
    handle: async (context) => ({
      data: answerOf(context.user, await create(context, context.body)),
      message: say(context.language, 'actions.saved'),
    }),
  }),

  implement(
    testUpdate,
    TESTS.step(
      'test.update',
      async ({ db, body, record }) => {
        await db.updateTable('test').set(columnsOf(body)).where('id', '=', record.id).execute();
        await testAudience.write(db, record.id, body);
        await writeQuestions(db, record.id, body.questions);
      },
      { says: says('saved') },
    ),
  ),
  implement(
    testPublish,
    TESTS.step(
      'test.publish',
      async ({ db, now, record }) => {
        await db.updateTable('test').set({ published_at: now }).where('id', '=', record.id).execute();
      },
      { says: says('test_published') },
    ),
  ),
  implement(
    testClose,
    TESTS.step(
      'test.close',
      async ({ db, now, record }) => {
        // it is over now; one that is closed before its beginning keeps the days that it was to have
        if (new Date(record.starts_at) < now)
          await db.updateTable('test').set({ ends_at: now }).where('id', '=', record.id).execute();
      },
      { says: says('test_closed') },
    ),
  ),
  implement(testDrop, TESTS.step('test.drop', undefined, { says: says('test_dropped') })),

  implement(testCopy, {
    record: (context) => find(context, context.params.id),
    async handle(context) {
      const { user, record, now, language } = context;
      // a copy would reveal what the test itself does not
      if (!seesKeys(user, record)) throw forbidden();
      const { title, description, duration, pass_percent, tries, everyone, positions, organizations, questions } =
        record;
      const copy = await create(
        context,
        {
          ...{ description, duration, pass_percent, tries, everyone, questions },
          title: say(language, 'test_copy', { title }).slice(0, TEST_LENGTHS.title),
          from: now.toISOString(),
          to: record.ends_at !== null && new Date(record.ends_at) > now ? iso(record.ends_at) : null,
          position_ids: positions.map((one) => one.id),
          organization_ids: organizations.map((one) => one.id),
        },
        record.id,
      );
      return { data: answerOf(user, copy), message: say(language, 'actions.test_copied') };
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

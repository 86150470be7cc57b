/** Everybody's results of tests: by person, by branch, by question; another try (areas 4.23 `/tests/test-results`). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import type { QuestionType } from '../../contract/staffTests.ts';
import {
  type TestOutcome,
  testResultBranches,
  testResultGive,
  testResultIndex,
  testResultQuestions,
} from '../../contract/testResults.ts';
import type { TestSittingState } from '../../machines/testSitting/testSitting.machine.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre, uzbekOrder } from '../db/search.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { answerComputed } from '../lists/computed.ts';
import { percentOf } from './answers.ts';
import { testAudience } from './audience.ts';
import { lockAttempt, SITTINGS } from './sittings.ts';

interface Narrowed {
  test_id?: number | undefined;
  organization_id?: number | undefined;
  position_id?: number | undefined;
}

const narrowing = ({ test_id = 0, organization_id = 0, position_id = 0 }: Narrowed) => sql`
  (${test_id}::integer = 0 OR t.id = ${test_id}) AND (${organization_id}::integer = 0 OR u.organization_id = ${organization_id})
  AND (${position_id}::integer = 0 OR u.position_id = ${position_id})`;

/**
 * Persons and tests that have begun: whoever has an attempt (who has seen the test in the own list), and whoever works here,
 * is of its audience and was here before its end. An end takes nobody away: who missed it stays in the list.
 * `best` is the share of right answers of the best hand-in, as a fraction.
 */
const pairs = (query: Narrowed, now: Date): RawBuilder<unknown> => sql`
  SELECT t.id AS test_id, t.title, t.pass_percent, t.status AS test_status, t.ends_at, u.id AS user_id, u.fullname,
         u.search_key, u.position_id, u.organization_id, a.id AS attempt_id, a.status, a.tries_left,
         coalesce(r.results, 0)::integer AS results, r.right_count, r.question_count, r.best, r.last_at,
         CASE WHEN r.passed THEN 'passed' WHEN r.results > 0 THEN 'failed' ELSE 'none' END AS outcome
  FROM test t JOIN app_user u ON true
  LEFT JOIN test_attempt a ON a.test_id = t.id AND a.user_id = u.id
  LEFT JOIN (
    SELECT attempt_id, count(*) AS results, bool_or(passed) AS passed, max(created_at) AS last_at,
           max(right_count::numeric / nullif(question_count, 0)) AS best,
           (array_agg(right_count ORDER BY right_count::numeric / nullif(question_count, 0) DESC NULLS LAST))[1] AS right_count,
           (array_agg(question_count ORDER BY right_count::numeric / nullif(question_count, 0) DESC NULLS LAST))[1]
             AS question_count
    FROM test_result GROUP BY attempt_id
  ) r ON r.attempt_id = a.id
  WHERE t.status IN ('published', 'ended') AND t.starts_at <= ${now} AND ${narrowing(query)}
    AND (a.id IS NOT NULL
      OR (u.active AND u.created_at < coalesce(t.ends_at, 'infinity') AND ${testAudience.includes}))`;

interface PairRow {
  test_id: number;
  title: string;
  pass_percent: number;
  test_status: string;
  ends_at: Date | null;
  user_id: number;
  fullname: string;
  position: string;
  organization: string;
  attempt_id: number | null;
  status: TestSittingState | null;
  tries_left: number | null;
  results: number;
  right_count: number | null;
  question_count: number | null;
  last_at: Date | null;
  outcome: TestOutcome;
}

/** `-best` as SQL; the smaller ids first among equals. */
function orderOf(sort: string, columns: Readonly<Record<string, RawBuilder<unknown>>>, ties: RawBuilder<unknown>) {
  const column = columns[sort.replace('-', '')] ?? ties;
  return sql`ORDER BY ${column} ${sort.startsWith('-') ? sql`DESC` : sql`ASC`} NULLS LAST, ${ties}`;
}

/** Percent of a group, to a tenth. A person's own score is never rounded up: see `percentOf`. */
const tenths = (fraction: number): number => Math.round(fraction * 1000) / 10;

async function counted(db: Kysely<Schema>, statement: RawBuilder<unknown>): Promise<{ total: number }> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM (${statement}) x`.execute(db);
  return { total: rows[0]?.n ?? 0 };
}

export const testResultImplementations: Implementation[] = [
  implement(testResultIndex, {
    async handle({ db, user, query, now, language }) {
      const found = keysAre('x.search_key', query.search ?? '');
      const status = query.status ?? null;
      const gives = allows(user.rules, 'test_result.edit');
      return answerComputed(query, {
        async figures() {
          const { rows: outcomes } = await sql<{ outcome: string; n: number }>`
        SELECT outcome, count(*)::integer AS n FROM (${pairs(query, now)}) x WHERE ${found} GROUP BY 1`.execute(db);
          const counts = Object.fromEntries(outcomes.map((row) => [row.outcome, row.n]));
          const all = outcomes.reduce((sum, row) => sum + row.n, 0);
          return { total: query.status ? (counts[query.status] ?? 0) : all, statuses: counts };
        },
        async rows(limit, offset) {
          const { rows } = await sql<PairRow>`
        SELECT x.*, CASE WHEN ${language === 'ru'} THEN p.name_ru ELSE p.name_uz END AS position, o.name AS organization
        FROM (${pairs(query, now)}) x JOIN position p ON p.id = x.position_id
        JOIN organization o ON o.id = x.organization_id
        WHERE ${found} AND (${status}::text IS NULL OR x.outcome = ${status})
        ${orderOf(
          query.sort ?? '-last',
          { person: uzbekOrder('x.fullname'), best: sql`x.best`, last: sql`x.last_at` },
          sql`x.test_id, x.user_id`,
        )} LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map((row) => ({
            id: `${row.test_id}-${row.user_id}`,
            attempt_id: row.attempt_id,
            test_id: row.test_id,
            test: row.title,
            pass_percent: row.pass_percent,
            person: person(row.user_id, row.fullname),
            position: row.position,
            organization: row.organization,
            results: row.results,
            tries_left: row.tries_left,
            best: row.right_count === null ? null : percentOf(row.right_count, row.question_count ?? 0),
            last_at: row.last_at === null ? null : new Date(row.last_at).toISOString(),
            outcome: row.outcome,
            may_give:
              gives &&
              row.status === 'spent' &&
              row.test_status === 'published' &&
              (row.ends_at === null || new Date(row.ends_at) > now),
          }));
        },
      });
    },
  }),

  implement(testResultBranches, {
    async handle({ db, query, now }) {
      const branches = sql`
        SELECT organization_id, count(*)::integer AS people, (count(*) FILTER (WHERE results > 0))::integer AS taken,
               (count(*) FILTER (WHERE outcome = 'passed'))::integer AS passed, avg(best) AS average
        FROM (${pairs(query, now)}) x GROUP BY 1`;
      return answerComputed(query, {
        figures: () => counted(db, branches),
        async rows(limit, offset) {
          const { rows } = await sql<{
            id: number;
            organization: string;
            people: number;
            taken: number;
            passed: number;
            average: string | null;
          }>`
        SELECT o.id, o.name AS organization, b.people, b.taken, b.passed, b.average
        FROM (${branches}) b JOIN organization o ON o.id = b.organization_id
        ${orderOf(
          query.sort ?? 'share',
          {
            organization: uzbekOrder('o.name'),
            share: sql`b.passed::numeric / nullif(b.taken, 0)`,
            average: sql`b.average`,
          },
          sql`o.id`,
        )} LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map((row) => ({
            ...row,
            share: row.taken === 0 ? null : tenths(row.passed / row.taken),
            average: row.average === null ? null : tenths(Number(row.average)),
          }));
        },
      });
    },
  }),

  implement(testResultQuestions, {
    async handle({ db, query }) {
      // a later hand-in knows the questions: the first one shows which of them nobody knew
      const asked = sql`
        SELECT q.id, q.test_id, t.title AS test, q.place + 1 AS number, q.type, q.title, count(*)::integer AS answered,
               (count(*) FILTER (WHERE w.is_right IS NOT TRUE))::integer AS wrong
        FROM test_question q JOIN test t ON t.id = q.test_id
        JOIN test_attempt a ON a.test_id = t.id JOIN app_user u ON u.id = a.user_id
        JOIN (SELECT attempt_id, min(sitting) AS sitting FROM test_result GROUP BY 1) f ON f.attempt_id = a.id
        LEFT JOIN test_answer w ON w.attempt_id = a.id AND w.sitting = f.sitting AND w.question_id = q.id
        WHERE t.status IN ('published', 'ended') AND ${narrowing(query)}
        GROUP BY q.id, t.id`;
      return answerComputed(query, {
        figures: () => counted(db, asked),
        async rows(limit, offset) {
          const { rows } = await sql<{
            id: number;
            test_id: number;
            test: string;
            number: number;
            type: QuestionType;
            title: string;
            answered: number;
            wrong: number;
          }>`
        SELECT x.* FROM (${asked}) x
        ${orderOf(
          query.sort ?? '-share',
          { share: sql`x.wrong::numeric / x.answered`, number: sql`x.number` },
          sql`x.test_id DESC, x.number`,
        )} LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map((row) => ({ ...row, share: tenths(row.wrong / row.answered) }));
        },
      });
    },
  }),

  implement(
    testResultGive,
    SITTINGS.stepThen(
      'attempt.give',
      async ({ body }) => ({ reason: body.reason }),
      async ({ language }) => ({ message: say(language, 'actions.attempt_given') }),
      {
        async find({ db, body, now }) {
          const attempt = await lockAttempt(db, body.attempt_id, now);
          if (!attempt) throw notFound();
          return attempt;
        },
      },
    ),
  ),
];

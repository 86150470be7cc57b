/** Results of the person signed in (areas 4.23 `/test-results`). */
import { sql } from 'kysely';
import { ownResults } from '../../contract/staffTests.ts';
import { keysAre } from '../db/search.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { percentOf } from './answers.ts';

interface ResultRow {
  id: number;
  attempt_id: number;
  title: string;
  created_at: Date;
  right_count: number;
  question_count: number;
  pass_percent: number;
  passed: boolean;
  handed_in: boolean;
  tries_left: number;
}

const id = { by: sql`r.id`, type: 'integer' } as const;

const ownResultList = declareList({
  call: 'ownResults',
  from: sql`test_result r JOIN test_attempt a ON a.id = r.attempt_id JOIN test t ON t.id = a.test_id`,
  id: sql`r.id`,
  sorts: {
    // One person's: found by `test_attempt_user` and sorted.
    created_at: { columns: [{ by: sql`r.created_at`, type: 'timestamptz' }, id], index: 'computed' },
    percent: {
      columns: [
        { by: sql`r.right_count::numeric / nullif(r.question_count, 0)`, type: 'numeric', nullable: 'turning' },
        id,
      ],
      index: 'computed',
    },
  },
  sort: '-created_at',
  filters: { search: 'test_search', passed: 'test_attempt_user' },
});

export const ownResultCalls: Implementation[] = [
  implement(ownResults, {
    async handle({ db, user, query }) {
      const filters = [
        sql`a.user_id = ${user.id}`,
        sql`t.status <> 'withdrawn'`,
        ...(query.search?.trim() ? [keysAre('t.search_key', query.search)] : []),
        ...(query.passed ? [sql`r.passed = ${query.passed === 'yes'}`] : []),
      ];
      return answerList(db, ownResultList, query, {
        where: filters,
        narrowed: true,
        async rows(ids) {
          const { rows } = await sql<ResultRow>`
            SELECT r.id, r.attempt_id, t.title, r.created_at, r.right_count, r.question_count, t.pass_percent, r.passed,
                   r.handed_in, r.tries_left
            FROM ${ownResultList.from} WHERE r.id = ANY (${[...ids]}::integer[])`.execute(db);
          return inOrder(ids, rows).map(({ tries_left, ...row }) => ({
            ...row,
            created_at: new Date(row.created_at).toISOString(),
            percent: percentOf(row.right_count, row.question_count),
            try: tries_left,
          }));
        },
      });
    },
  }),
];

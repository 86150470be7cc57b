/** Results of the person signed in (areas 4.23 `/test-results`). */
import { sql } from 'kysely';
import { ownResults } from '../../contract/staffTests.ts';
import { paged } from '../db/paging.ts';
import { keysAre } from '../db/search.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { percentOf } from './answers.ts';

export const ownResultCalls: Implementation[] = [
  implement(ownResults, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      const base = () => {
        let found = db
          .selectFrom('test_result as r')
          .innerJoin('test_attempt as a', 'a.id', 'r.attempt_id')
          .innerJoin('test as t', 't.id', 'a.test_id')
          .where('a.user_id', '=', user.id)
          .where('t.status', '<>', 'withdrawn')
          .where(keysAre('t.search_key', query.search ?? ''));
        if (query.passed) found = found.where('r.passed', '=', query.passed === 'yes');
        return found;
      };
      const { total } = await base()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const direction = query.sort?.startsWith('-') === false ? 'asc' : 'desc';
      const rows = await base()
        .select(['r.id', 'r.attempt_id', 't.title', 'r.created_at', 'r.right_count', 'r.question_count'])
        .select(['t.pass_percent', 'r.passed', 'r.handed_in', 'r.tries_left'])
        .orderBy(
          query.sort?.endsWith('percent') === true
            ? sql`r.right_count::numeric / nullif(r.question_count, 0)`
            : sql.ref('r.created_at'),
          direction,
        )
        .orderBy('r.id', direction)
        .limit(perPage)
        .offset(offset)
        .execute();
      return {
        data: rows.map(({ tries_left, ...row }) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          percent: percentOf(row.right_count, row.question_count),
          try: tries_left,
        })),
        meta: { current_page: page, total: Number(total), per_page: perPage },
      };
    },
  }),
];

/** The log of the criteria: what each saw and gave, over all runs (areas 4.16 `/income/criteria-logs`). */
import { type Kysely, sql } from 'kysely';
import { type ScoringLogLine, scoringLogIndex } from '../../contract/scoringRuns.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder, referencesOf } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';

const list = declareList({
  call: 'scoringLogIndex',
  from: sql`scoring_log l`,
  id: sql`l.id`,
  sort: '-at',
  sorts: {
    at: {
      columns: [
        { by: sql`l.at`, type: 'timestamptz' },
        { by: sql`l.id`, type: 'integer' },
      ],
      index: 'scoring_log_list',
    },
  },
  filters: {
    run_id: 'scoring_log_scoring_run_id_criterion_id_key',
    criterion_id: 'scoring_log_criterion',
    source: 'scoring_log_source',
    date: 'scoring_log_list',
    search: 'scoring_run_search',
  },
});

type Row = Omit<ScoringLogLine, 'run' | 'at'> & {
  at: Date;
  run_id: number;
  fullname: string;
  client_id: number | null;
};

const runsNamed = (db: Kysely<Schema>, words: string): Promise<number[]> =>
  referencesOf(db, sql`SELECT r.id FROM scoring_run r WHERE ${keysAre('r.search_key', words)}`);

export const scoringLogImplementations: Implementation[] = [
  implement(scoringLogIndex, {
    async handle({ db, query, language }) {
      const words = query.search?.trim();
      const span = query.date === undefined ? null : spanOf(query.date);
      const where = [
        ...(query.run_id === undefined ? [] : [sql`l.scoring_run_id = ${query.run_id}`]),
        ...(query.criterion_id === undefined ? [] : [sql`l.criterion_id = ${query.criterion_id}`]),
        ...(query.source === undefined ? [] : [sql`l.source = ${query.source}`]),
        ...(span === null ? [] : [sql`l.at >= ${span.from} AND l.at < ${span.to}`]),
        ...(words ? [sql`l.scoring_run_id = ANY (${await runsNamed(db, words)}::integer[])`] : []),
      ];
      return answerList(db, list, query, {
        where,
        narrowed: where.length > 0,
        async rows(ids) {
          const { rows } = await sql<Row>`
            SELECT l.id, l.criterion_id, ${sql.ref(language === 'ru' ? 'c.name_ru' : 'c.name_uz')} AS name, l.fact, l.source,
                   l.input, l.weight, l.points, l.stop, l.at, r.id AS run_id, r.fullname, r.client_id
            FROM scoring_log l JOIN scoring_run r ON r.id = l.scoring_run_id
            JOIN scoring_criterion c ON c.id = l.criterion_id
            WHERE l.id = ANY (${[...ids]}::integer[])`.execute(db);
          return inOrder(ids, rows).map(({ run_id, fullname, client_id, at, ...line }) => ({
            ...line,
            run: { id: run_id, fullname, client_id },
            at: new Date(at).toISOString(),
          }));
        },
      });
    },
  }),
];

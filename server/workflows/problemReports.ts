/** Reports that something is wrong: written by everybody, read and settled by who reads the workflows (issue 20, point 9). */
import { type RawBuilder, sql } from 'kysely';
import {
  type ProblemReport,
  problemReportAdd,
  problemReportIndex,
  problemReportReopen,
  problemReportScenario,
  problemReportSettle,
  problemReportShow,
  REPORT_STATUSES,
  type ReportedChart,
  type ReportedRecord,
  reportedFacts,
} from '../../contract/problemReports.ts';
import type { Replayed } from '../../contract/workflows.ts';
import { problemReportMachine, type ReportState } from '../../machines/problemReport/problemReport.machine.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say, says } from '../http/messages.ts';
import { conflict, invalidField, notFound, Refusal } from '../http/refusal.ts';
import { type Asked, defineLifecycle } from '../lifecycle/lifecycle.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { chartOfWhole, factsOfRecord } from './facts.ts';
import { keepScenario } from './scenarios.ts';
import { SOURCES } from './sources.ts';
import { withoutNumbers } from './withoutNumbers.ts';
import { seen } from './workflows.ts';

interface Row extends Omit<ProblemReport, 'at' | 'author' | 'record' | 'scenario' | 'allowed_events' | 'status'> {
  created_at: Date;
  created_by: number;
  author: string;
  status: ReportState;
  record_machine: Replayed | null;
  record_kind: string | null;
  record_id: number | null;
  /** Of the record, for the reader. */
  title: string | null;
  scenario_id: number | null;
  scenario: ProblemReport['scenario'];
}

type Reading = Pick<Asked, 'db' | 'user' | 'language'>;

/** Titles of the records of one chart that the reader sees, by kind and id. */
async function titlesOf(asked: Reading, machine: Replayed, ids: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ kind: string | null; id: number; title: string }>`
    SELECT d.kind, d.id, d.title FROM (${seen(SOURCES[machine], asked)}) d
    WHERE d.id = ANY (${[...ids]}::integer[])`.execute(asked.db);
  return new Map(rows.map(({ kind, id, title }) => [`${kind} ${id}`, title]));
}

async function rowsOf(asked: Reading, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'title'>>`
    SELECT r.id, r.created_at, r.created_by, u.fullname AS author, r.sentence, r.page, r.record_machine, r.record_kind,
           r.record_id, r.charts, r.events, r.requests, r.release, r.status, r.version, r.scenario_id,
           CASE WHEN s.id IS NOT NULL THEN
             jsonb_build_object('id', s.id, 'machine', s.machine, 'name', s.name, 'walk', s.walk) END AS scenario
    FROM problem_report r JOIN app_user u ON u.id = r.created_by LEFT JOIN scenario s ON s.id = r.scenario_id
    WHERE ${where}`.execute(asked.db);
  const machines = [...new Set(rows.flatMap(({ record_machine }) => record_machine ?? []))];
  const titles = new Map<Replayed, Map<string, string>>();
  for (const machine of machines) {
    const ids = rows.flatMap((row) => (row.record_machine === machine ? (row.record_id ?? []) : []));
    titles.set(machine, await titlesOf(asked, machine, ids));
  }
  const titleOf = ({ record_machine, record_kind, record_id }: Omit<Row, 'title'>) =>
    (record_machine && titles.get(record_machine)?.get(`${record_kind} ${record_id}`)) ?? null;
  return rows.map((row) => ({ ...row, title: titleOf(row) }));
}

async function find(asked: Reading, id: number, lock = false): Promise<Row> {
  if (lock) await sql`SELECT FROM problem_report WHERE id = ${id} FOR UPDATE`.execute(asked.db);
  const [row] = await rowsOf(asked, sql`r.id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

function answerOf({ user }: Pick<Asked, 'user'>, row: Row): ProblemReport {
  const { created_at, created_by, author, scenario_id: _, ...kept } = row;
  const { record_machine, record_kind, record_id, title, ...rest } = kept;
  return {
    ...rest,
    at: created_at.toISOString(),
    author: person(created_by, author),
    record:
      record_machine === null || record_id === null
        ? null
        : { machine: record_machine, kind: record_kind, id: record_id, title },
    allowed_events: REPORTS.allowed(row, {}, user),
  };
}

const REPORTS = defineLifecycle(problemReportMachine, {
  table: 'problem_report',
  log: 'record_log',
  find,
  state: ({ status }: Row) => status,
  facts: () => ({}),
  answer: answerOf,
  events: { 'report.settle': {}, 'report.reopen': {} },
});

const reportList = declareList({
  call: 'problemReportIndex',
  from: sql`problem_report r`,
  id: sql`r.id`,
  sorts: {
    created_at: {
      columns: [
        { by: sql`r.created_at`, type: 'timestamptz' },
        { by: sql`r.id`, type: 'integer' },
      ],
      index: 'problem_report_list',
      withState: 'problem_report_list_state',
    },
  },
  sort: '-created_at',
  filters: { status: 'problem_report_list_state' },
  state: { by: sql`r.status`, states: REPORT_STATUSES },
});

/**
 * The chart of the record that the window showed, and that of the one it is a part of; none where its author does not see
 * it in the lists either.
 */
async function chartsOfRecord(asked: Asked, record: ReportedRecord): Promise<ReportedChart[]> {
  const { machine, kind, id } = record;
  const { rows } = await sql<{ state: string }>`SELECT d.state FROM (${seen(SOURCES[machine], asked)}) d
    WHERE d.id = ${id} AND d.kind IS NOT DISTINCT FROM ${kind}::text`.execute(asked.db);
  const [row] = rows;
  if (row === undefined) return [];
  try {
    const own = { machine, state: row.state, facts: await factsOfRecord(asked, record) };
    const whole = await chartOfWhole(asked, record);
    return [own, ...(whole === null ? [] : [whole])].map(({ facts, ...chart }) => ({
      ...chart,
      facts: reportedFacts(facts),
    }));
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Characters of a scenario's name. */
const NAME = 100;

export const problemReportImplementations: Implementation[] = [
  implement(problemReportAdd, {
    async handle(asked) {
      const { db, user, now, language, body } = asked;
      const { record_machine: machine, record_kind: kind, record_id: number } = body;
      const shown = machine === null || number === null ? null : { machine, kind, id: number };
      const own = shown === null ? [] : await chartsOfRecord(asked, shown);
      const record = own.length === 0 ? null : shown;
      const { id } = await REPORTS.create({ db, user, now }, 'report.create', async (status) => {
        const made = await db
          .insertInto('problem_report')
          .values({
            sentence: withoutNumbers(body.sentence),
            page: body.page,
            record_machine: record?.machine ?? null,
            record_kind: record?.kind ?? null,
            record_id: record?.id ?? null,
            charts: JSON.stringify([...own, ...body.charts]),
            events: JSON.stringify(body.events),
            requests: JSON.stringify(body.requests),
            release: body.release,
            status,
            created_by: user.id,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id: made.id, details: {} };
      });
      return { message: say(language, 'actions.report_sent'), id };
    },
  }),

  implement(problemReportIndex, {
    handle: ({ db, user, language, query }) =>
      answerList(db, reportList, query, {
        where: [],
        narrowed: false,
        state: query.status && sql`r.status = ${query.status}`,
        async rows(ids) {
          const rows = await rowsOf({ db, user, language }, sql`r.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map((row) => answerOf({ user }, row));
        },
      }),
  }),

  implement(problemReportShow, {
    record: (asked) => find(asked, asked.params.id),
    handle: async ({ user, record }) => ({ data: answerOf({ user }, record) }),
  }),

  implement(problemReportSettle, REPORTS.step('report.settle', undefined, { says: says('report_settled') })),
  implement(problemReportReopen, REPORTS.step('report.reopen', undefined, { says: says('report_reopened') })),

  implement(problemReportScenario, {
    record: (asked) => find(asked, asked.params.id, true),
    async handle(asked) {
      const { db, user, record, language, body } = asked;
      if (record.charts.length === 0) throw conflict('not_allowed_now', { messageKey: 'errors.report_has_no_chart' });
      if (record.scenario !== null) throw conflict('not_allowed_now', { messageKey: 'errors.report_has_scenario' });
      // the state of a record says where its author stood: what ran around it does not
      const walked = record.charts.filter(({ machine }) => machine === (record.record_machine ?? body.machine));
      if (!walked.some(({ machine }) => machine === body.machine)) throw invalidField('machine', 'reference');
      const name = `№ ${record.id} · ${record.sentence}`.slice(0, NAME).trim();
      const scenario_id = await keepScenario(db, { ...body, name }, user);
      await db.updateTable('problem_report').set({ scenario_id }).where('id', '=', record.id).execute();
      return { message: say(language, 'actions.report_scenario'), data: answerOf(asked, await find(asked, record.id)) };
    },
  }),
];

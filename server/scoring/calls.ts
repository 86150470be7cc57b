/** Calls of runs of the scoring (`contract/scoringRuns.ts`). */
import { type Kysely, sql } from 'kysely';
import type { ScoringRunBody } from '../../contract/bodies.ts';
import { saidByPinfl } from '../../contract/persons.ts';
import type { Application, Offer } from '../../contract/scoring/facts.ts';
import { owedOn } from '../../contract/scoring/score.ts';
import {
  RUN_STATUSES,
  scoringRunCreate,
  scoringRunFind,
  scoringRunHistory,
  scoringRunIndex,
  scoringRunRetry,
  scoringRunReview,
  scoringRunShow,
  scoringRunStart,
  scoringRunTerms,
} from '../../contract/scoringRuns.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { keepOpeningOf } from '../directory/persons.ts';
import { changesOf, recordHistory } from '../documents/records.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say, says } from '../http/messages.ts';
import { type FieldFault, invalid, invalidField } from '../http/refusal.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { sumsOver } from '../lists/sums.ts';
import { ask, begin, writeRun } from './begin.ts';
import { heldUntil, offersOn } from './models.ts';
import { findRun, listedOf, RUNS, runsWhere, showsWhole } from './runs.ts';

type Db = Kysely<Schema>;

const BY_CREATED = {
  columns: [
    { by: sql`r.created_at`, type: 'timestamptz' },
    { by: sql`r.id`, type: 'integer' },
  ],
  index: 'scoring_run_list',
  withState: 'scoring_run_list_state',
} as const;

const list = declareList({
  call: 'scoringRunIndex',
  from: sql`scoring_run r`,
  id: sql`r.id`,
  sort: '-created_at',
  sorts: { created_at: BY_CREATED },
  filters: { status: 'scoring_run_list_state', decision: 'scoring_run_decision', search: 'scoring_run_search' },
  state: { by: sql`r.status`, states: RUN_STATUSES },
});

interface Known {
  readonly id: number;
  readonly fullname: string;
}

/** Who has a number already. */
async function clientsBy(
  db: Db,
  { pinfl, document }: ScoringRunBody,
): Promise<{ byPinfl?: Known; byDocument?: Known }> {
  const { rows } = await sql<Known & { by: 'byPinfl' | 'byDocument' }>`
    SELECT c.id, c.fullname, 'byPinfl' AS by FROM client c WHERE lower(c.pinfl) = ${pinfl} UNION ALL
    SELECT c.id, c.fullname, 'byDocument' AS by FROM client_document d JOIN client c ON c.id = d.client_id
    WHERE d.number = ${document}`.execute(db);
  return Object.fromEntries(rows.map(({ by, ...one }) => [by, one]));
}

const applicationIn = ({ goods, first_payment, term, guarantor }: ScoringRunBody): Application => ({
  ...{ goods, firstPayment: first_payment, term, guarantor },
});

/** What is wrong with values that fit their fields. @returns whose run it is, where the person is a client */
async function requireRight(
  db: Db,
  body: ScoringRunBody,
  offers: readonly Offer[],
  today: string,
): Promise<Known | null> {
  const faults: Record<string, FieldFault[]> = {};
  const said = saidByPinfl(body.pinfl).birth_date;
  if (said !== body.birth_date)
    faults.birth_date = [
      { key: 'pinfl_birth_date', values: { said: writtenDay(said), written: writtenDay(body.birth_date) } },
    ];
  else if (body.birth_date > today) faults.birth_date = [{ key: 'birth_day' }];
  if (body.fullname.trim().split(/\s+/).length < 2) faults.fullname = [{ key: 'client_fullname' }];
  if (!body.consent) faults.consent = [{ key: 'client_consent' }];
  if (body.first_payment >= body.goods) faults.first_payment = [{ key: 'first_payment_too_large' }];
  else if (!offers.some(({ term }) => term === body.term)) faults.term = [{ key: 'term_not_offered' }];
  else if (owedOn(applicationIn(body), offers) === null) faults.goods = [{ key: 'application_too_small' }];
  const { byPinfl, byDocument } = await clientsBy(db, body);
  if (byDocument !== undefined && byDocument.id !== byPinfl?.id)
    faults.document = [
      { key: 'client_document_taken', values: { other: byDocument.fullname, id: String(byDocument.id) } },
    ];
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return byPinfl ?? null;
}

export const scoringRunImplementations: Implementation[] = [
  implement(scoringRunIndex, {
    async handle({ db, query, now }) {
      const words = query.search?.trim();
      const where = [
        ...(words ? [keysAre('r.search_key', words)] : []),
        ...(query.decision === undefined ? [] : [sql`r.decision = ${query.decision}`]),
      ];
      return answerList(db, list, query, {
        where,
        narrowed: where.length > 0,
        state: query.status && sql`r.status = ${query.status}`,
        async rows(ids) {
          const rows = await runsWhere({ db, now }, sql`WHERE r.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map(listedOf);
        },
        totals: (ids, among) =>
          sumsOver(
            db,
            { goods: sql`x.goods`, first_payment: sql`x.first_payment`, credit_limit: sql`x.credit_limit` },
            sql`scoring_run x WHERE x.id IN (${ids}) AND ${among(sql`x.id`)}`,
          ),
      });
    },
  }),

  implement(scoringRunShow, {
    record: (asked) => findRun(asked, asked.params.id),
    async handle(asked) {
      const { record, user } = asked;
      if (showsWhole(user, record)) await keepOpeningOf(RUNS.kind, asked, record.id);
      return { data: await RUNS.answer(asked, record) };
    },
  }),

  implement(scoringRunHistory, {
    record: (asked) => findRun(asked, asked.params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, RUNS.kind, record.id) }),
  }),

  implement(scoringRunFind, {
    async handle({ db, now, body: { pinfl } }) {
      const runs = await runsWhere({ db, now }, sql`WHERE r.pinfl = ${pinfl} ORDER BY r.id DESC LIMIT 50`);
      return { data: runs.map(listedOf) };
    },
  }),

  implement(scoringRunTerms, { handle: async ({ db, now }) => ({ data: await offersOn(db, tashkentDay(now)) }) }),

  implement(scoringRunCreate, {
    async handle(context) {
      const { db, body, now, language } = context;
      const today = tashkentDay(now);
      const known = await requireRight(db, body, await offersOn(db, today), today);
      const { pinfl, document, birth_date } = body;
      const id = await writeRun(context, {
        ...applicationIn(body),
        ...{ pinfl, document, birthDate: birth_date, fullname: known?.fullname ?? body.fullname },
        ...{ clientId: known?.id ?? null, questionnaireId: null },
      });
      return { data: await RUNS.answer(context, await findRun(context, id)), message: say(language, 'actions.saved') };
    },
  }),

  implement(
    scoringRunStart,
    RUNS.step('run.start', (context) => begin(context, context.record), { says: says('scoring_started') }),
  ),

  implement(
    scoringRunRetry,
    RUNS.step(
      'run.retry',
      async ({ db, record }) => {
        const silent = ['failed', 'timeout', 'other_person'];
        const sources = record.answers.filter(({ result }) => silent.includes(result)).map(({ source }) => source);
        await ask(db, record, sources);
        return { sources };
      },
      { says: says('scoring_started') },
    ),
  ),

  implement(
    scoringRunReview,
    RUNS.step(
      'run.review',
      async (context) => {
        const { db, now, user, record, body } = context;
        const most = record.credit_limit ?? 0;
        if (body.approve && (body.limit === null || body.limit < 1)) throw invalidField('limit', 'required');
        if (body.approve && (body.limit ?? 0) > most) throw invalidField('limit', 'most', { max: most });
        const after = {
          decision: body.approve ? 'approved' : 'refused',
          credit_limit: body.approve ? body.limit : 0,
          comment: body.comment,
        };
        await sql`UPDATE scoring_run SET decision = ${after.decision}, credit_limit = ${after.credit_limit},
          comment = ${body.comment}, reviewed_by = ${user.id}, decided_on = ${tashkentDay(now)}::date,
          valid_until = ${await heldUntil(context, record.model_id)}::date WHERE id = ${record.id}`.execute(db);
        return changesOf({ decision: record.decision, credit_limit: record.credit_limit, comment: null }, after);
      },
      { says: says('scoring_reviewed') },
    ),
  ),
];

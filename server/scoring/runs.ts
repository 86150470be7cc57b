/** A run of the scoring: where it is found, its lifecycle, and how it is answered (areas 3.4; decisions 74, 75, 82, 85). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { type Asked as AskedSource, NEEDED } from '../../contract/scoring/facts.ts';
import type { RunInList, ScoringRun } from '../../contract/scoringRuns.ts';
import { scoringRunMachine } from '../../machines/scoringRun/scoringRun.machine.ts';
import { inForceOn } from '../clients/listed.ts';
import { masked, seesNumbers } from '../clients/masking.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { lockRecord } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { type Language, say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { defineLifecycle, type Reason } from '../lifecycle/lifecycle.ts';
import { MOST_TRIES, triesOf } from '../myid/sessions.ts';
import { concernOfRun, REVIEWS_RUNS } from './concerns.ts';
import { detailOf } from './detail.ts';
import { versionOn } from './models.ts';
import type { Run } from './run.ts';

type Db = Kysely<Schema>;

interface Asked {
  readonly db: Db;
  readonly now: Date;
}

export async function runsWhere({ db, now }: Asked, chosen: RawBuilder<unknown>): Promise<Run[]> {
  const today = tashkentDay(now);
  const { rows } = await sql<Omit<Run, 'authors'>>`
    SELECT r.*, to_char(r.birth_date, 'YYYY-MM-DD') AS birth_date, to_char(r.decided_on, 'YYYY-MM-DD') AS decided_on,
           to_char(r.valid_until, 'YYYY-MM-DD') AS valid_until, w.fullname AS author, v.fullname AS reviewer,
           (SELECT d.number FROM document d WHERE d.id = r.questionnaire_id) AS questionnaire,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('source', a.source, 'attempt', a.attempt, 'result', a.result,
              'said', a.said, 'stand_in', a.stand_in, 'at', a.at)), '[]')
            FROM (SELECT DISTINCT ON (source) * FROM scoring_answer WHERE scoring_run_id = r.id
              ORDER BY source, attempt DESC) a) AS answers,
           CASE WHEN r.attempt = 0 THEN (SELECT to_char(min(b.listed_from), 'YYYY-MM-DD') FROM black_list_entry b
             WHERE (b.pinfl = r.pinfl OR b.documents && (ARRAY[r.document] || ARRAY(
                SELECT d.number FROM client_document d WHERE d.client_id = r.client_id)))
               AND ${inForceOn('b', today)}) END AS listed_from,
           ${triesOf(sql`r.pinfl`, sql`r.client_id`, today)} AS tries
    FROM scoring_run r JOIN app_user w ON w.id = r.created_by LEFT JOIN app_user v ON v.id = r.reviewed_by
    ${chosen}`.execute(db);
  return rows.map((row) => ({ ...row, authors: [row.created_by] }));
}

export async function findRun(asked: Asked, id: number, lock = false): Promise<Run> {
  if (lock) await lockRecord(asked.db, 'scoring_run', id);
  const [row] = await runsWhere(asked, sql`WHERE r.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** Sources that are asked in this attempt and have neither answered nor failed. */
export const waitingOf = ({ asked, answers, attempt }: Run): AskedSource[] =>
  asked.filter((source) => !answers.some((one) => one.source === source && one.attempt === attempt));

async function factsOf({ db, now }: Asked, run: Run) {
  const waiting = waitingOf(run);
  const needed = run.answers.find(({ source }) => source === NEEDED);
  return {
    listed: run.listed_from !== null,
    model: run.model_id !== null || (await versionOn(db, tashkentDay(now))) !== null,
    waiting: waiting.length,
    missed: !waiting.includes(NEEDED) && needed !== undefined && needed.result !== 'answered',
    manual: run.decision === 'manual',
  };
}

/** Whether the person sees its numbers whole: the own run, and who may see those of all clients. */
export const showsWhole = (user: SignedIn, run: Run): boolean => seesNumbers(user) || run.created_by === user.id;

/** As lists have it: with masked numbers. */
export function listedOf(run: Run): RunInList {
  const { reviewed_by, reviewer, answers } = run;
  return {
    ...{ id: run.id, fullname: run.fullname, client_id: run.client_id },
    pinfl: masked.pinfl(run.pinfl),
    ...{ goods: run.goods, first_payment: run.first_payment, term: run.term, guarantor: run.guarantor },
    ...{ score: run.score, decision: run.decision, credit_limit: run.credit_limit, valid_until: run.valid_until },
    reviewed_by: reviewed_by === null || reviewer === null ? null : person(reviewed_by, reviewer),
    stand_in: answers.some(({ stand_in, result }) => stand_in && result === 'answered'),
    ...{ status: run.status, version: run.version, created_by: person(run.created_by, run.author) },
    created_at: new Date(run.created_at).toISOString(),
  };
}

const mayTry = ({ tries }: Run, { rules }: SignedIn): boolean =>
  tries < MOST_TRIES || allows(rules, 'contract.confirm');
const tries = { right: mayTry, forbidden: 'errors.scoring_tries' } as const;

/** Why a run may not begin. */
function whyNot({ listed_from }: Run, { model }: { model: boolean }): Reason | undefined {
  if (listed_from !== null) return { messageKey: 'errors.scoring_listed', values: { date: writtenDay(listed_from) } };
  return model ? undefined : { messageKey: 'errors.scoring_no_model' };
}

type RunFacts = Awaited<ReturnType<typeof factsOf>>;

/** What a person decides about a run of an application is decided on the application (decision 74). */
const isAlone = ({ questionnaire_id }: Run): boolean => questionnaire_id === null;

/** Steps of people, each with the rule of its call. */
const OF_PEOPLE = {
  'run.start': 'incomes.check',
  'run.retry': 'incomes.check',
  'run.review': REVIEWS_RUNS,
} as const;
type OfPeople = keyof typeof OF_PEOPLE;
const isOfPeople = (event: string): event is OfPeople => event in OF_PEOPLE;

/** What the person may do, and why not what a fact or a right forbids. */
function offeredOf(run: Run, facts: RunFacts, user: SignedIn, language: Language) {
  const may = (event: OfPeople) => allows(user.rules, OF_PEOPLE[event]);
  const allowed_events = RUNS.allowed(run, facts, user).filter((event) => isOfPeople(event) && may(event));
  const refused: Record<string, string> = {};
  for (const event of Object.keys(OF_PEOPLE).filter(isOfPeople)) {
    if (!may(event) || allowed_events.includes(event)) continue;
    if (RUNS.takes(run, event, facts)) refused[event] = say(language, whyNotMine(run, event));
    else if (event === 'run.start' && run.status === 'created') {
      const { messageKey = '', values } = whyNot(run, facts) ?? {};
      refused[event] = say(language, messageKey, values);
    }
  }
  return { allowed_events, refused };
}

/** Of what the chart takes and the person may not send. */
function whyNotMine(run: Run, event: OfPeople): string {
  if (event !== 'run.review') return tries.forbidden;
  return isAlone(run) ? 'errors.own_record' : 'errors.run_of_questionnaire';
}

/** The run as it is opened. Its author and who may see numbers see them whole (decision 85). */
async function answerOf(asked: Asked & { user: SignedIn; language: Language }, run: Run): Promise<ScoringRun> {
  const { user, language } = asked;
  const whole = showsWhole(user, run);
  return {
    ...listedOf(run),
    ...(await detailOf(asked.db, language, run)),
    pinfl: whole ? run.pinfl : masked.pinfl(run.pinfl),
    document: whole ? run.document : masked.document(run.document),
    masked: !whole,
    questionnaire:
      run.questionnaire_id === null || run.questionnaire === null
        ? null
        : { id: run.questionnaire_id, number: run.questionnaire },
    ...offeredOf(run, await factsOf(asked, run), user, language),
  };
}

export const RUNS = defineLifecycle(scoringRunMachine, {
  table: 'scoring_run',
  log: 'record_log',
  find: findRun,
  state: ({ status }: Run) => status,
  facts: async (scene, run, _, moment) => factsOf(scene, moment === 'before' ? run : await findRun(scene, run.id)),
  answer: answerOf,
  concerns: concernOfRun,
  why: (_, run, event, facts) => (event === 'run.start' && run.status === 'created' ? whyNot(run, facts) : undefined),
  events: {
    'run.start': { ...tries, event: (facts) => ({ type: 'run.start', facts }) },
    'source.answer': { by: 'server', event: (facts) => ({ type: 'source.answer', facts }) },
    'source.fail': { by: 'server', event: (facts) => ({ type: 'source.fail', facts }) },
    'run.score': { by: 'server' },
    'run.decide': { by: 'server', event: (facts) => ({ type: 'run.decide', facts }) },
    'run.review': {
      ...{ right: isAlone, forbidden: 'errors.run_of_questionnaire', notAuthor: true },
      event: (facts) => ({ type: 'run.review', facts }),
    },
    'run.fail': { by: 'server' },
    'run.retry': { ...tries, event: (facts) => ({ type: 'run.retry', facts }) },
    'run.expire': { by: 'server' },
  },
});

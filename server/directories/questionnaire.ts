/** Applications of clients: what a submission lacks, the run that answers it, who decides, what other terms would be enough. */
import { type Kysely, sql } from 'kysely';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { allows } from '../../contract/rules.ts';
import { NEEDED } from '../../contract/scoring/facts.ts';
import { owedOn } from '../../contract/scoring/score.ts';
import { questionnaireMachine } from '../../machines/questionnaire/questionnaire.machine.ts';
import { isListed } from '../clients/listed.ts';
import { applicantOf } from '../clients/snapshot.ts';
import type { Database } from '../db/open.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import type { Reader } from '../directory/reader.ts';
import { authorsOf, decidersOf } from '../directory/requestConcerns.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { invalidField, Refusal } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { unidentifiedOn } from '../myid/identity.ts';
import { MOST_TRIES } from '../myid/sessions.ts';
import { termsOfSale } from '../sale/terms.ts';
import { begin, writeRun } from '../scoring/begin.ts';
import { changesIn } from '../scoring/detail.ts';
import { heldUntil, offersOn, versionOn } from '../scoring/models.ts';
import type { Run } from '../scoring/run.ts';
import { findRun, RUNS } from '../scoring/runs.ts';

type Db = Kysely<Schema>;
export type Application = DirectoryRow<typeof questionnaire>;
type Row = Application;

/** Who sees applications, and who decides about them. */
const DECIDE = { show: 'questionnaire.show', decide: 'questionnaire.confirm' };

/** What a submission may lack, in the order in which it is said. */
const GAPS = ['consent', 'client', 'identity', 'copy', 'phone', 'workplace', 'tries'] as const;
type Gap = (typeof GAPS)[number];

/** The person who is asked about, as the card has it now. */
interface Applicant {
  readonly pinfl: string | null;
  readonly document: string | null;
  readonly fullname: string;
  readonly birth_date: string;
  readonly active: boolean;
  readonly phone: boolean;
  readonly workplace: boolean;
  readonly consent: boolean;
  readonly listed: boolean;
  /** The setting of clients asks for MyID, and the person is not identified today; `copies`: a copy of the document would do. */
  readonly unidentified: { readonly copies: boolean } | null;
  /** How often MyID was asked of the person today. */
  readonly tries: number;
}

async function applicantIn(db: Db, { id, client, guarantor }: Row, today: string): Promise<Applicant> {
  const { rows } = await sql<Omit<Applicant, 'unidentified'>>`
    SELECT p.pinfl, p.fullname, to_char(p.birth_date, 'YYYY-MM-DD') AS birth_date, p.active,
           (SELECT n.number FROM client_document n WHERE n.client_id = p.id AND n.active
             AND (n.expires_on IS NULL OR n.expires_on >= ${today}::date) ORDER BY n.id DESC LIMIT 1) AS document,
           EXISTS (SELECT 1 FROM client_phone f WHERE f.client_id = p.id AND f.active) AS phone,
           p.workplace_id IS NOT NULL AS workplace,
           EXISTS (SELECT 1 FROM file f WHERE f.document_id = ${id}) AS consent,
           EXISTS (SELECT 1 FROM client g WHERE g.id IN (${client.id}, ${guarantor?.id ?? null}::integer)
             AND ${isListed('g', today)}) AS listed,
           (SELECT count(*)::integer FROM scoring_answer a JOIN scoring_run o ON o.id = a.scoring_run_id
             WHERE o.pinfl = p.pinfl AND a.source = ${NEEDED}
               AND (a.at AT TIME ZONE 'Asia/Tashkent')::date = ${today}::date) AS tries
    FROM client p WHERE p.id = ${client.id}`.execute(db);
  const found = rows[0] as (typeof rows)[number];
  return { ...found, unidentified: await unidentifiedOn(db, client.id, today) };
}

/** Once more in a day only by who signs contracts (decision 82). */
const mayTry = (tries: number, user: SignedIn | undefined): boolean =>
  tries < MOST_TRIES || (user !== undefined && allows(user.rules, 'contract.confirm'));

function gapsOf(found: Applicant, { employment }: Row, user: SignedIn | undefined): Gap[] {
  const lacks: Readonly<Record<Gap, boolean>> = {
    consent: !found.consent,
    client: found.pinfl === null || found.document === null || !found.active,
    identity: found.unidentified !== null && !found.unidentified.copies,
    copy: found.unidentified?.copies === true,
    phone: !found.phone,
    // having none is a value (decision 74)
    workplace: employment === 'official' && !found.workplace,
    tries: !mayTry(found.tries, user),
  };
  return GAPS.filter((gap) => lacks[gap]);
}

const saysOf = (gap: Gap): string => (gap === 'tries' ? 'errors.scoring_tries' : `errors.questionnaire_${gap}`);

/** Each thing that a submission lacks today, as its refusal says it. */
export async function gapsToday({ db, now, user }: Reader, record: Row): Promise<string[]> {
  return gapsOf(await applicantIn(db, record, tashkentDay(now)), record, user).map(saysOf);
}

/** The run of an application, once there is one. */
export async function runOf(scene: Scene, id: number, lock = false): Promise<Run | null> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM scoring_run WHERE questionnaire_id = ${id}`.execute(
    scene.db,
  );
  return rows[0] === undefined ? null : findRun(scene, rows[0].id, lock);
}

/** What of the sums and the term cannot be asked for today. */
async function faultsOfTerms(db: Db, today: string, asked: Pick<Row, 'goods' | 'first_payment' | 'term'>) {
  const { goods, first_payment: firstPayment, term } = asked;
  const offers = await offersOn(db, today);
  const faults: Faults = {};
  if (firstPayment >= goods) faults.first_payment = [{ key: 'first_payment_too_large' }];
  else if (!offers.some((one) => one.term === term)) faults.term = [{ key: 'term_not_offered' }];
  else if (owedOn({ goods, firstPayment, term, guarantor: false }, offers) === null)
    faults.goods = [{ key: 'application_too_small' }];
  return faults;
}

const writes = (record: Row, { id, rules }: SignedIn): boolean =>
  allows(rules, 'questionnaire.edit') || record.owner?.id === id;
const own = { right: writes, forbidden: 'errors.record_of_author' } as const;

/** Decides by a person: the run carries the decision, so that contracts are signed on it. */
async function review(
  scene: Reader,
  { id }: Row,
  { decision, limit, comment }: { decision: 'approved' | 'refused'; limit: number; comment: string },
) {
  const { db, now, user } = scene;
  const run = await runOf(scene, id, true);
  if (run === null) throw new Error(`application ${id} is reviewed without a run`);
  if (limit > (run.credit_limit ?? 0)) throw invalidField('limit', 'most', { max: run.credit_limit ?? 0 });
  const valid_until = await heldUntil(scene, run.model_id);
  await RUNS.takeOwn({ db, now }, run, 'run.review', async () => {
    await sql`UPDATE scoring_run SET decision = ${decision}, credit_limit = ${limit}, comment = ${comment},
      reviewed_by = ${user.id}, decided_on = ${tashkentDay(now)}::date, valid_until = ${valid_until}::date
      WHERE id = ${run.id}`.execute(db);
    return { decision, limit };
  });
  const after = { credit_limit: limit, valid_until: decision === 'approved' ? valid_until : null, comment };
  await sql`UPDATE questionnaire SET credit_limit = ${after.credit_limit}, valid_until = ${after.valid_until},
    comment = ${comment}, reviewed_by_id = ${user.id} WHERE id = ${id}`.execute(db);
  return { log: { after } };
}

export const QUESTIONNAIRES = serveDirectory(questionnaire, {
  async refuse({ db, now }, { body, before }) {
    const asked = {
      goods: body.goods ?? before?.goods ?? 0,
      first_payment: body.first_payment ?? before?.first_payment ?? 0,
      term: body.term ?? before?.term ?? 0,
    };
    const faults: Faults = await faultsOfTerms(db, tashkentDay(now), asked);
    const guarantor = body.guarantor_id === undefined ? (before?.guarantor?.id ?? null) : body.guarantor_id;
    if (guarantor !== null && guarantor === (body.client_id ?? before?.client.id))
      faults.guarantor_id = [{ key: 'guarantor_is_buyer' }];
    return faults;
  },
  actions: {
    machine: questionnaireMachine,
    async facts(scene, record) {
      const { db, now } = scene;
      const user = 'user' in scene ? scene.user : undefined;
      const today = tashkentDay(now);
      const found = await applicantIn(db, record, today);
      const lacks = gapsOf(found, record, user);
      const run = record.status === 'draft' ? null : await runOf(scene, record.id);
      return {
        ...{ gaps: lacks.length, lacks, listed: found.listed, model: (await versionOn(db, today)) !== null },
        failed: run?.status === 'failed',
        helps: run !== null && (await changesIn(db, run)).length > 0,
      };
    },
    why({ status }, event, facts) {
      const [lack] = facts.lacks as readonly Gap[];
      if (event === 'questionnaire.submit' && status === 'draft')
        return lack === undefined ? { messageKey: 'errors.questionnaire_listed' } : { messageKey: saysOf(lack) };
      if (event === 'questionnaire.offer' && ['manual_review', 'approved', 'refused'].includes(String(status)))
        return { messageKey: 'errors.questionnaire_no_change' };
      return undefined;
    },
    concerns(record, event, { after }) {
      const author = { people: sql`SELECT ${record.owner?.id ?? 0}::integer` };
      const words = (after as { comment?: string } | undefined)?.comment;
      if (event === 'scoring.review') return { people: decidersOf(authorsOf(record), DECIDE) };
      if (event === 'scoring.approve' || event === 'scoring.refuse' || event === 'questionnaire.offer') return author;
      if (event === 'review.approve' || event === 'review.refuse') return { ...author, ...(words && { words }) };
      return undefined;
    },
    steps: {
      'questionnaire.update': own,
      'questionnaire.submit': {
        ...own,
        async take({ db, language, now }, record) {
          const { id, client, organization } = record;
          const selling = { clientId: client.id, organizationId: organization?.id ?? 0, lines: [], language };
          const { kind } = await termsOfSale(db, selling);
          // what the decision was made on stays as it was, whatever the card says later
          const snapshot = await applicantOf({ db, now }, client.id);
          await sql`UPDATE questionnaire SET client_kind = ${kind}, snapshot = ${JSON.stringify(snapshot)}::jsonb
            WHERE id = ${id}`.execute(db);
          nudge({ topic: 'sources' });
          return { log: { after: { client_kind: kind } } };
        },
      },
      'questionnaire.cancel': own,
      'scoring.start': {
        async takeOwn(scene, record) {
          const { db, now } = scene;
          const { id, client, author, goods, first_payment: firstPayment, term, guarantor } = record;
          const found = await applicantIn(db, record, tashkentDay(now));
          const run = await writeRun(
            { ...scene, user: { id: author?.id ?? 0 } },
            {
              ...{ goods, firstPayment, term, guarantor: guarantor !== null, clientId: client.id, questionnaireId: id },
              ...{ pinfl: found.pinfl ?? '', document: found.document ?? '', fullname: found.fullname },
              birthDate: found.birth_date,
            },
          );
          const made = await findRun(scene, run, true);
          await RUNS.takeOwn(scene, made, 'run.start', () => begin(scene, made));
          return { log: { run } };
        },
      },
      'scoring.approve': { takeOwn: answered },
      'scoring.review': { takeOwn: answered },
      'scoring.refuse': { takeOwn: answered },
      'review.approve': {
        take: (writer, record, { limit, comment }) =>
          review(writer, record, { decision: 'approved', limit: Number(limit), comment: String(comment) }),
      },
      'review.refuse': {
        take: (writer, record, { comment }) =>
          review(writer, record, { decision: 'refused', limit: 0, comment: String(comment) }),
      },
      'questionnaire.offer': {
        async take(writer, { id }, { lever }) {
          const run = await runOf(writer, id);
          const change = run && (await changesIn(writer.db, run)).find((one) => one.lever === lever);
          if (!change) throw invalidField('lever', 'lever_no_help');
          const { goods, first_payment, term, guarantor } = change;
          await sql`UPDATE questionnaire SET offered = true, offered_goods = ${goods}, offered_term = ${term},
            offered_first_payment = ${first_payment}, offered_guarantor = ${guarantor} WHERE id = ${id}`.execute(
            writer.db,
          );
          const after = { goods, first_payment, term, guarantor };
          return {
            log: {
              after: Object.fromEntries(Object.entries(after).map(([name, value]) => [`offered_${name}`, value])),
            },
          };
        },
      },
      'questionnaire.use': {
        async takeOwn({ db }, { id }, { contract }) {
          await sql`UPDATE questionnaire SET contract_id = ${contract} WHERE id = ${id}`.execute(db);
          return { log: { contract } };
        },
      },
    },
  },
});

/** What the cut-offs made of its run is written on the application. */
async function answered(scene: Scene, { id, status: _, ...record }: Row & { status?: unknown }) {
  const run = await runOf(scene, id);
  const after = {
    score: run?.score ?? null,
    credit_limit: run?.credit_limit ?? null,
    valid_until: run?.decision === 'refused' ? null : (run?.valid_until ?? null),
  };
  await sql`UPDATE questionnaire SET score = ${after.score}, credit_limit = ${after.credit_limit},
    valid_until = ${after.valid_until} WHERE id = ${id}`.execute(scene.db);
  const { score, credit_limit, valid_until } = record;
  return { log: { before: { score, credit_limit, valid_until }, after } };
}

const BY_DECISION = { approved: 'scoring.approve', manual: 'scoring.review', refused: 'scoring.refuse' } as const;

/** The application moves as its run was decided. */
export const answerQuestionnaire = (
  scene: Scene,
  id: number,
  { decision }: { decision: keyof typeof BY_DECISION },
): Promise<void> => QUESTIONNAIRES.takeOwn(scene, id, BY_DECISION[decision]);

/** Begins a run of each application that was handed in; what the chart does not take now waits for the next time. */
export async function startQuestionnaires(database: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM document d JOIN questionnaire q ON q.id = d.id WHERE d.status = 'submitted' ORDER BY d.id`.execute(
    database.kysely,
  );
  for (const { id } of rows)
    await database
      .tx((db) => QUESTIONNAIRES.takeOwn({ db, now }, id, 'scoring.start'))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
}

/** What the latest approved application of a client asks for. */
export async function approvedFor(db: Db, clientId: number) {
  const { rows } = await sql<{ id: number; number: string; first_payment: number; term: number }>`
    SELECT q.id, d.number, q.first_payment, q.term FROM questionnaire q JOIN document d ON d.id = q.id
    WHERE q.client_id = ${clientId} AND d.status = 'approved' ORDER BY q.id DESC LIMIT 1`.execute(db);
  const [found] = rows;
  return found === undefined ? null : { ...found, first_payment: Number(found.first_payment) };
}

/** A contract was signed on the decision about an application. */
export async function markUsed(scene: Scene, contractId: number, clientId: number): Promise<void> {
  const found = await approvedFor(scene.db, clientId);
  if (found) await QUESTIONNAIRES.takeOwn(scene, found.id, 'questionnaire.use', { contract: contractId });
}

/** Marks those whose last day is over; who signs on a decision uses the day itself. @returns how many */
export async function expireQuestionnaires(scene: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT q.id FROM questionnaire q JOIN document d ON d.id = q.id
    WHERE d.status IN ('approved', 'manual_review') AND q.valid_until < ${tashkentDay(scene.now)}::date`.execute(
    scene.db,
  );
  for (const { id } of rows) await QUESTIONNAIRES.takeOwn(scene, id, 'questionnaire.expire');
  return rows.length;
}

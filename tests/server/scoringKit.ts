/** A version of the model in force, terms of a day, and people who are scored, for tests of the scoring. */
import { sql } from 'kysely';
import type { ScoringRunBody } from '../../contract/bodies.ts';
import { isPinfl } from '../../contract/checkDigits.ts';
import type { Fact } from '../../contract/scoring/facts.ts';
import type { Condition } from '../../contract/scoring/score.ts';
import type { Database } from '../../server/db/open.ts';
import { expireQuestionnaires, QUESTIONNAIRES, runOf } from '../../server/directories/questionnaire.ts';
import { decideRun, expireDue, scoreRun, writeAnswer } from '../../server/scoring/collect.ts';
import type { Run } from '../../server/scoring/run.ts';
import { findRun, RUNS } from '../../server/scoring/runs.ts';

let numbers = 0;
/** Of district 000 (decision 88), born 15.06.1985; digits 11 to 13 say what a stand-in answers (decision 86). */
export function pinflWith(digits: number): string {
  const begun = `3150685000${String(digits).padStart(3, '0')}`;
  const found = [...'0123456789'].map((last) => begun + last).find(isPinfl);
  if (found === undefined) throw new Error('no check digit');
  return found;
}
/** Digits 501 to 950: however many files a worker runs, a new person is none of those whom a stand-in does not answer. */
export const newPinfl = (): string => {
  const digits = 501 + (numbers % 450);
  numbers += 1;
  return pinflWith(digits);
};
let documents = 0;
export const newDocument = (): string => {
  documents += 1;
  return `AC${3_000_000 + documents}`;
};

export const runBody = (more: Partial<ScoringRunBody> = {}): ScoringRunBody => ({
  ...{ pinfl: newPinfl(), document: newDocument(), fullname: 'Sinov Odam Odilovich', birth_date: '1985-06-15' },
  ...{ consent: true, goods: 5_000_000, first_payment: 1_000_000, term: 12, guarantor: false },
  ...more,
});

export interface Criterion {
  readonly fact: Fact;
  readonly weight: number;
  readonly missing?: number;
  readonly conditions: readonly Omit<Condition, 'criterion_id'>[];
}
export const from = (at_least: number, score: number, stop = false): Criterion['conditions'][number] => ({
  ...{ at_least, at_most: null, score, stop },
});

/** Terms of a new client, and a version of the model that is in force since March. @returns its id */
export async function withModel({ kysely }: Database, criteria: readonly Criterion[]): Promise<number> {
  await sql`INSERT INTO value_setting (client, term, markup, first_payment, valid_from, status, created_by)
    SELECT 'new', t.term, t.markup, 20, '2026-03-01', 'valid', 13 FROM (VALUES (6, 20), (12, 38.5)) t (term, markup)
    WHERE NOT EXISTS (SELECT 1 FROM value_setting)`.execute(kysely);
  const frozen: { criteria: object[]; conditions: object[] } = { criteria: [], conditions: [] };
  for (const { fact, weight, missing = null, conditions } of criteria) {
    const name = `${fact} ${Math.random().toString(36).slice(2, 8)}`;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO scoring_criterion (code, name_uz, name_ru, criterion_group, fact, weight, missing, created_by)
      VALUES (${name}, ${name}, ${name}, 'person', ${fact}, ${weight}, ${missing}, 13) RETURNING id`.execute(kysely);
    const id = rows[0]?.id as number;
    frozen.criteria.push({
      ...{ id, code: name, group: 'person', fact, weight, missing },
      name: { uz: fact, ru: fact },
    });
    frozen.conditions.push(...conditions.map((one) => ({ ...one, criterion_id: id })));
  }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO criterion_setting (title, manual_from, approve_from, limit_approved, limit_80, limit_90, validity_days,
      valid_from, status, frozen, created_by)
    VALUES ('Sinov modeli', 40, 60, 5000000, 8000000, 10000000, 30, '2026-03-01', 'valid',
      ${JSON.stringify(frozen)}::jsonb, 13) RETURNING id`.execute(kysely);
  return rows[0]?.id as number;
}

/** Asks MyID and the bureau. */
export const TWO_SOURCES: readonly Criterion[] = [
  { fact: 'age', weight: 10, conditions: [from(0, 0, true), from(18, 100)] },
  { fact: 'other_debts', weight: 30, missing: 20, conditions: [from(0, 90), from(500_000, 40)] },
  { fact: 'guarantor', weight: 10, conditions: [from(0, 0), from(1, 100)] },
];

const DAY = 24 * 3_600_000;

/** A step of the server itself, by its name in the oracle: what no call causes. */
export async function serverStep({ tx }: Pick<Database, 'tx'>, id: number, verb: string): Promise<void> {
  const now = new Date();
  await tx(async (db) => {
    const scene = { db, now };
    const run = await findRun(scene, id, true);
    const says = (source: 'credit_bureau' | 'myid', result: 'answered' | 'failed' | 'not_allowed') =>
      writeAnswer(scene, run, source, { result, said: {}, stand_in: true });
    const scoredAs = async (score: number) => {
      await sql`UPDATE scoring_run SET score = ${score} WHERE id = ${id}`.execute(db);
      await decideRun(scene, { ...run, score });
    };
    const VERBS: Readonly<Record<string, () => Promise<unknown>>> = {
      'the first source answers': () => says('credit_bureau', 'answered'),
      'the last source answers': () => says('myid', 'answered'),
      // not asked again in the next attempt
      'the first source fails': () => says('credit_bureau', 'not_allowed'),
      'the needed source fails': () => says('myid', 'failed'),
      'is scored': () => scoreRun(scene, run),
      'the cut-offs decide': () => scoredAs(90),
      'is left to a person': () => scoredAs(50),
      fails: () => RUNS.takeOwn(scene, run, 'run.fail', async () => ({})),
      'its time is over': () => expireDue({ db, now: new Date(now.getTime() + 31 * DAY) }),
    };
    const step = VERBS[verb];
    if (step === undefined) throw new Error(`no step "${verb}"`);
    await step();
  });
}

/** What the sources say of an application: a score of 74, and a limit below what is asked for, so that other terms help. */
const SAID = { myid: { age: 41 }, credit_bureau: { other_debts: 0 } } as const;
const SCORES: Readonly<Record<string, number>> = {
  'the cut-offs approve': 90,
  'is left to a person': 50,
  'the cut-offs refuse': 10,
};

/** A step of the server on an application, by its name in the oracle. */
export async function applicationStep({ tx }: Pick<Database, 'tx'>, id: number, verb: string): Promise<void> {
  const now = new Date();
  await tx(async (db) => {
    const scene = { db, now };
    if (verb === 'is scored') return QUESTIONNAIRES.takeOwn(scene, id, 'scoring.start');
    if (verb === 'expires') {
      await sql`UPDATE questionnaire SET valid_until = '2026-01-01' WHERE id = ${id}`.execute(db);
      return void (await expireQuestionnaires(scene));
    }
    const read = async () => (await runOf(scene, id, true)) as Run;
    if (verb === 'a source fails') {
      for (const source of ['credit_bureau', 'myid'] as const)
        await writeAnswer(scene, await read(), source, { result: 'failed', said: {}, stand_in: true });
      return void (await RUNS.takeOwn(scene, await read(), 'run.fail', async () => ({})));
    }
    // asked again, where one had failed
    const failed = await read();
    if (failed.status === 'failed')
      await RUNS.takeOwn(scene, failed, 'run.retry', async () => {
        await sql`UPDATE scoring_run SET attempt = attempt + 1 WHERE id = ${failed.id}`.execute(db);
        return {};
      });
    for (const source of ['myid', 'credit_bureau'] as const)
      await writeAnswer(scene, await read(), source, { result: 'answered', said: SAID[source], stand_in: true });
    await scoreRun(scene, await read());
    const score = SCORES[verb];
    if (score === undefined) throw new Error(`no step "${verb}"`);
    await sql`UPDATE scoring_run SET score = ${score} WHERE questionnaire_id = ${id}`.execute(db);
    return decideRun(scene, await read());
  });
}

/**
 * "Nobody can": which open documents, by branch and state, would have nobody active left for any way out after rights or
 * people changed. Asked inside the transaction of the change: who worked before is read first, then the change is written,
 * then who is left is compared. What a person may move by right and branch is that of the queue.
 */
import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { STUCK_LETTERS, saysWhy } from '../../contract/reason.ts';
import type { Stuck, StuckLine } from '../../contract/rights.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Language } from '../http/messages.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import { EVERY, type QueueSource, type Reach } from '../queue/source.ts';
import { waitingSources } from '../queue/sources.ts';
import { wordsOf } from '../queue/words.ts';
import { everybody } from './everybody.ts';
import type { Handed } from './handOver.ts';

type Db = Kysely<Schema>;

/** Who works now, with the rules in force, by the id. */
export const workingPeople = async (db: Db): Promise<ReadonlyMap<number, SignedIn>> =>
  new Map((await everybody(db)).map((one) => [one.id, one]));

const waysOf = ({ reach, besides }: QueueSource, user: SignedIn, state: string): readonly Reach[] => [
  ...reach(user, state),
  ...(besides?.(user, state) ?? []),
];

/** The same person with the same rights: what could be done still can be. */
const isSame = (one: SignedIn, other: SignedIn | undefined): boolean =>
  other !== undefined &&
  one.office === other.office &&
  one.organizationId === other.organizationId &&
  JSON.stringify(one.rules) === JSON.stringify(other.rules);

/** Who reaches only what is theirs, by the column that names them; in these branches, or anywhere. */
interface Owners {
  readonly column: string;
  readonly branches: Reach['branches'];
  readonly ids: number[];
}

/** The condition on `d` of the rows that somebody of these reaches; those who reach the same are compared at once. */
function reached(source: QueueSource, people: readonly SignedIn[], state: string): RawBuilder<unknown> {
  const inBranches = (of: Reach['branches']) =>
    typeof of === 'string' ? sql`true` : sql`${source.branch} = ANY (${[...of]}::integer[])`;
  const branches = new Set<number>();
  const owners = new Map<string, Owners>();
  const others: RawBuilder<unknown>[] = [];
  for (const user of people) {
    for (const { branches: of, where, own: column } of waysOf(source, user, state)) {
      if (column !== undefined) {
        const key = `${column} ${of}`;
        const found = owners.get(key) ?? { column, branches: of, ids: [] };
        owners.set(key, found);
        found.ids.push(user.id);
      } else if (where !== EVERY) others.push(sql`(${inBranches(of)} AND ${where})`);
      else if (typeof of === 'string') return sql`true`;
      else for (const id of of) branches.add(id);
    }
  }
  const conditions = [
    ...(branches.size > 0 ? [inBranches([...branches])] : []),
    ...[...owners.values()].map(
      ({ column, branches: of, ids }) =>
        sql`(${inBranches(of)} AND ${sql.ref(`d.${column}`)} = ANY (${ids}::integer[]))`,
    ),
    ...others,
  ];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}

interface Found {
  branch: number | null;
  organization: string | null;
  count: number;
  oldest: Date;
}

/** Who could move documents of this branch: by the branch, or what was their own. */
const namesOf = (source: QueueSource, people: readonly SignedIn[], state: string, branch: number | null): string[] =>
  people
    .filter((user) =>
      waysOf(source, user, state).some(
        ({ branches }) => branches === 'all' || branches === 'none' || (branch !== null && branches.includes(branch)),
      ),
    )
    .map(({ fullname }) => fullname);

/** Whose ways are gone and whose are left, and what was handed to somebody else. */
interface Change {
  readonly lost: readonly SignedIn[];
  readonly left: readonly SignedIn[];
  readonly handed: readonly Handed[];
}

async function stuckIn(
  db: Db,
  source: QueueSource,
  state: string,
  { lost, left, handed }: Change,
  language: Language,
): Promise<StuckLine[]> {
  const { chart, kind } = source;
  const step = source.steps.get(state) ?? source.elsewhere?.get(state);
  const ids = handed.find((one) => one.chart === chart && one.kind === kind)?.ids ?? [];
  if (step === undefined || !(ids.length > 0 || lost.some((user) => waysOf(source, user, state).length > 0))) return [];
  // what changes hands was perhaps stuck with the leaver, suspended or without the right, and is not to stay that unnoticed
  const concerned =
    ids.length > 0
      ? sql`(${reached(source, lost, state)} OR d.id = ANY (${[...ids]}::integer[]))`
      : reached(source, lost, state);
  const { rows } = await sql<Found>`
    SELECT x.branch, o.name AS organization, x.count, x.oldest FROM (
      SELECT ${source.branch} AS branch, count(*)::integer AS count, min(d.since) AS oldest FROM ${source.from}
      WHERE d.status = ${sql.lit(state)} AND ${concerned} AND NOT ${reached(source, left, state)}
      GROUP BY 1) x LEFT JOIN organization o ON o.id = x.branch ORDER BY o.search_key NULLS FIRST, x.branch`.execute(
    db,
  );
  return rows.map(({ branch, organization, count, oldest }) => ({
    organization: branch === null || organization === null ? null : { id: branch, title: organization },
    ...{ chart, kind, state, words: wordsOf(language, { chart, kind }, state, step.event), look: step.look, count },
    oldest: new Date(oldest).toISOString(),
    people: namesOf(source, lost, state, branch),
  }));
}

/** What was seen, to be compared on saving: documents come and go meanwhile. */
const seenOf = (lines: readonly StuckLine[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        lines.map(({ organization, chart, kind, state, count }) => [organization?.id, chart, kind, state, count]),
      ),
    )
    .digest('hex');

/** Whose access the transaction is about to end, and what was handed to somebody else. */
interface Leaver {
  readonly id: number;
  readonly handed: readonly Handed[];
}

/** @param before who worked before the change, which has been written in this transaction */
export async function stuckAfter(
  db: Db,
  before: ReadonlyMap<number, SignedIn>,
  language: Language,
  leaver?: Leaver,
): Promise<Stuck> {
  const working = await workingPeople(db);
  const after = new Map([...working].filter(([id]) => id !== leaver?.id));
  const lost = [...before.values()].filter((user) => !isSame(user, after.get(user.id)));
  const lines: StuckLine[] = [];
  const change = { lost, left: [...after.values()], handed: leaver?.handed ?? [] };
  if (lost.length > 0 || change.handed.length > 0) {
    for (const source of await waitingSources(db))
      for (const state of [...source.steps.keys(), ...(source.elsewhere?.keys() ?? [])])
        lines.push(...(await stuckIn(db, source, state, change, language)));
  }
  return { lines, seen: seenOf(lines) };
}

/** Runs a change, and takes it back: what it would leave. */
export async function wouldLeave<T>(db: Db, change: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT would_leave`.execute(db);
  const result = await change();
  await sql`ROLLBACK TO SAVEPOINT would_leave`.execute(db);
  return result;
}

/**
 * Documents that stay with nobody are saved with a reason of ten letters, by who saw them as they are.
 * @returns the reason for the log
 */
export function requireReason(
  stuck: Stuck,
  sent: { reason?: string | undefined; seen?: string | undefined },
): string | null {
  if (stuck.lines.length === 0) return null;
  if (sent.seen !== stuck.seen)
    throw conflict('not_allowed_now', {
      // who changes many people at once has seen nothing of it
      messageKey: sent.seen ? 'errors.stuck_changed' : 'errors.stuck_unseen',
      values: { n: stuck.lines.reduce((sum, { count }) => sum + count, 0) },
      current: stuck,
    });
  const reason = sent.reason ?? '';
  if (!saysWhy(reason, STUCK_LETTERS)) throw invalidField('reason', 'reason_letters', { n: STUCK_LETTERS });
  return reason;
}

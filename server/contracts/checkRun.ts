/**
 * Runs of the checks of contracts: each night once, and when somebody asks. A run goes through the contracts in slices that
 * grow and shrink with the time that they take, and writes each error in a transaction of its own: nobody waits for it. It goes
 * on after a restart where it was left.
 */
import { type Kysely, sql } from 'kysely';
import { type ContractCheck, contractCheckShow, contractCheckStart } from '../../contract/contractChecks.ts';
import type { Database } from '../db/open.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { changeError, findError, fixError, type KnownError, knownErrors } from '../directories/contractError.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { checkContracts, type Finding } from './checks.ts';

type Db = Kysely<Schema>;
type Tables = Pick<Database, 'kysely' | 'tx'>;

/** At night, in Tashkent (decision 68). */
const NIGHT_HOUR = 2;
/** Contracts of a slice; one that took longer than 100 ms is followed by a shorter one, one that took less than 40 by a longer. */
const SLICE = { first: 50, least: 5, most: 500, slow: 100, quick: 40 } as const;

/** How many contracts the next slice has, after one of `size` that took so many milliseconds. */
export function nextSlice(size: number, took: number): number {
  if (took > SLICE.slow) return Math.max(SLICE.least, Math.floor(size / 2));
  return took < SLICE.quick ? Math.min(SLICE.most, size * 2) : size;
}

const isSame = (one: Pick<Finding, 'expected' | 'actual' | 'subject'>, other: typeof one): boolean =>
  one.expected === other.expected && one.actual === other.actual && one.subject === other.subject;

/** Who makes or ends errors of a contract holds it, so that two runs never make one twice. */
const hold = (db: Db, contractId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('contract_error'), ${contractId}::integer)`.execute(db);

interface Slice {
  readonly runId: number;
  readonly now: Date;
}

const count = (db: Db, { runId }: Slice, what: 'found' | 'fixed') =>
  sql`UPDATE contract_check SET ${sql.ref(what)} = ${sql.ref(what)} + 1 WHERE id = ${runId}`.execute(db);

async function keepFinding(database: Tables, slice: Slice, finding: Finding): Promise<void> {
  await database.tx(async (db) => {
    await hold(db, finding.contract_id);
    const known = (await knownErrors(db, [finding.contract_id])).filter(({ code }) => code === finding.code);
    const open = known.find(({ status }) => status !== 'accepted');
    const scene = { db, now: slice.now };
    if (open !== undefined) {
      if (!isSame(open, finding)) await changeError(scene, open.id, finding);
    } else if (!known.some((accepted) => isSame(accepted, finding))) {
      await findError(scene, finding);
      await count(db, slice, 'found');
    }
  });
}

async function endError(database: Tables, slice: Slice, error: KnownError): Promise<void> {
  await database.tx(async (db) => {
    await hold(db, error.contract_id);
    const [still] = (await knownErrors(db, [error.contract_id])).filter(({ id }) => id === error.id);
    if (still === undefined || still.status === 'accepted') return;
    await fixError({ db, now: slice.now }, error.id);
    await count(db, slice, 'fixed');
  });
}

/** What the checks find of a slice becomes errors; open ones that they find no more are fixed. */
async function keepErrors(database: Tables, slice: Slice, ids: readonly number[]): Promise<void> {
  const findings = await checkContracts(database.kysely, ids, slice.now);
  const known = await knownErrors(database.kysely, ids);
  for (const finding of findings) {
    const isKnown = known.some(
      (one) => one.contract_id === finding.contract_id && one.code === finding.code && isSame(one, finding),
    );
    if (!isKnown) await keepFinding(database, slice, finding);
  }
  for (const error of known) {
    const found = findings.some(({ contract_id, code }) => contract_id === error.contract_id && code === error.code);
    if (!found && error.status !== 'accepted') await endError(database, slice, error);
  }
}

/** A run that nobody works on. @returns its id and how far it is */
async function claim(db: Db, now: Date): Promise<{ id: number; last_id: number } | undefined> {
  const { rows } = await sql<{ id: number; last_id: number }>`
    UPDATE contract_check SET touched_at = ${now}
    WHERE finished_at IS NULL AND (touched_at IS NULL OR touched_at < ${now}::timestamptz - interval '1 minute')
    RETURNING id, last_id`.execute(db);
  return rows[0];
}

/** Works off what is to be checked. @returns how many contracts it has gone through */
export async function workChecks(
  database: Tables,
  { stopped = () => false, clock = () => new Date() }: { stopped?: () => boolean; clock?: () => Date } = {},
): Promise<number> {
  const run = await claim(database.kysely, clock());
  if (run === undefined) return 0;
  let { last_id: last } = run;
  let size: number = SLICE.first;
  let checked = 0;
  while (!stopped()) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM contract
      WHERE id > ${last} AND signed_on IS NOT NULL ORDER BY id LIMIT ${size}`.execute(database.kysely);
    const now = clock();
    if (rows.length === 0) {
      await sql`UPDATE contract_check SET finished_at = ${now} WHERE id = ${run.id} AND finished_at IS NULL`.execute(
        database.kysely,
      );
      return checked;
    }
    const begun = performance.now();
    await keepErrors(
      database,
      { runId: run.id, now },
      rows.map(({ id }) => id),
    );
    const took = performance.now() - begun;
    const next = rows.at(-1)?.id ?? last;
    const { rows: moved } = await sql<{ id: number }>`
      UPDATE contract_check SET last_id = ${next}, checked = checked + ${rows.length}, touched_at = ${now}
      WHERE id = ${run.id} AND last_id = ${last} AND finished_at IS NULL RETURNING id`.execute(database.kysely);
    // another process has taken it over
    if (moved.length === 0) return checked;
    checked += rows.length;
    last = next;
    size = nextSlice(size, took);
  }
  return checked;
}

/** A new run; one that is going on is the answer to who asks for another. */
async function begin(db: Db, now: Date, of: { night: string } | { askedBy: number }): Promise<boolean> {
  const [night, askedBy] = 'night' in of ? [of.night, null] : [null, of.askedBy];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO contract_check (night, asked_by, started_at, total)
    SELECT ${night}::date, ${askedBy}::integer, ${now}, count(*) FROM contract WHERE signed_on IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  return rows.length > 0;
}

const hourOf = (now: Date): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tashkent', hour: '2-digit', hourCycle: 'h23' }).format(now),
  );

/** The run of this night, once it is time; one that was missed comes with the day. @returns whether there is a new one */
export const beginNight = async (db: Db, now: Date): Promise<boolean> =>
  hourOf(now) >= NIGHT_HOUR && (await begin(db, now, { night: tashkentDay(now) }));

async function lastCheck(db: Db): Promise<ContractCheck | null> {
  const { rows } = await sql<
    Omit<ContractCheck, 'started_at' | 'finished_at'> & { started_at: Date; finished_at: Date | null }
  >`
    SELECT c.id, CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'fullname', u.fullname) END AS asked_by,
           c.started_at, c.finished_at, least(c.checked, c.total) AS checked, c.total, c.found, c.fixed
    FROM contract_check c LEFT JOIN app_user u ON u.id = c.asked_by ORDER BY c.id DESC LIMIT 1`.execute(db);
  const [last] = rows;
  return last
    ? { ...last, started_at: last.started_at.toISOString(), finished_at: last.finished_at?.toISOString() ?? null }
    : null;
}

export const contractCheckImplementations: Implementation[] = [
  implement(contractCheckShow, { handle: async ({ db }) => ({ data: await lastCheck(db) }) }),
  implement(contractCheckStart, {
    async handle({ db, user, now }) {
      if (await begin(db, now, { askedBy: user.id })) nudge({ topic: 'checks' });
      return { data: (await lastCheck(db)) as ContractCheck };
    },
  }),
];

/**
 * Once an hour: what may be forgotten is forgotten (answers kept for repetition, ended sessions, spent limits, old
 * notices, images that no record names, rows of files that were read in), dated settings whose day has come are marked
 * valid, sittings of tests that nobody handed in are graded, and announcements, tests, locks of products, evaluations of
 * cars, decisions of the scoring and people whom partners brought whose time is over are marked ended, contracts that nobody
 * paid for are cancelled. Every half minute orders whose time is over are marked, and contracts go on that were paid for while
 * their client was on the black list.
 * What is prepaid pays what has become due as soon as a day opens, contracts are checked at night and when somebody asks; both
 * go on after a restart.
 */
import { sql } from 'kysely';
import { NOTICE_DAYS } from '../contract/notices.ts';
import { endDue } from './announcements/announcements.ts';
import type { AppOptions } from './app.ts';
import { beginNight, workChecks } from './contracts/checkRun.ts';
import { cancelOverdue, goOnFreed } from './contracts/contracts.ts';
import type { Database } from './db/open.ts';
import { expireLeads } from './directories/initiativeClient.ts';
import { expireEvaluations } from './directories/pledgeEvaluation.ts';
import { unlockDue } from './directories/productLock.ts';
import { expireQuestionnaires } from './directories/questionnaire.ts';
import { forgetImages } from './documents/images.ts';
import { expireOrders } from './orders/orders.ts';
import { offsetDue } from './sale/offsets.ts';
import { expireDue } from './scoring/collect.ts';
import { servedSettings } from './settings/serve.ts';
import { endDueTests } from './staffTests/authors.ts';
import { closeOverdue } from './staffTests/sittings.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HALF_MINUTE_MS = 30_000;
const FIVE_MINUTES_MS = 300_000;
/** A click is repeated within minutes; a browser that was offline for days comes back with the same key. */
const KEEP_ANSWERS = '7 days';
const KEEP_SESSIONS = '30 days';
/** Rows of files that were read in: they may be taken back for seven days. */
const KEEP_ROWS = '30 days';

async function forget(database: Database): Promise<void> {
  await database.tx(async (trx) => {
    await sql`DELETE FROM idempotency WHERE created_at < now() - ${KEEP_ANSWERS}::interval`.execute(trx);
    await sql`DELETE FROM session_token WHERE expires_at < now() - ${KEEP_SESSIONS}::interval`.execute(trx);
    await sql`DELETE FROM notice WHERE at < now() - make_interval(days => ${NOTICE_DAYS}::integer)`.execute(trx);
    await forgetImages(trx);
    await sql`DELETE FROM import_row r USING import m
      WHERE m.id = r.import_id AND m.since < now() - ${KEEP_ROWS}::interval`.execute(trx);
    await sql`DELETE FROM rate_limit WHERE expire < ${Date.now()}`.execute(trx);
  });
}

/** Readers of a setting use the day itself: within this hour only the mark is late. */
async function startSettings(database: Database): Promise<void> {
  await database.tx(async (trx) => {
    for (const setting of servedSettings()) await setting.startDue({ db: trx, now: new Date() });
  });
}

/** Readers of an announcement use the clock itself: here too only the mark is late. */
async function endAnnouncements(database: Database): Promise<void> {
  await database.tx((trx) => endDue(trx, new Date()));
}

/** So do those who take a test. */
async function endTests(database: Database): Promise<void> {
  await database.tx((trx) => endDueTests(trx, new Date()));
}

/** And those who ask whether a product is locked use the day. */
async function endLocks(database: Database): Promise<void> {
  await database.tx((trx) => unlockDue({ db: trx, now: new Date() }));
}

/**
 * What an order keeps ends by its own clock, and others may take it at once: that an order keeps something is not to be read
 * for a minute when it does not.
 */
async function endReservations(database: Database): Promise<void> {
  await database.tx((trx) => expireOrders(trx, new Date()));
}

/** Contracts that nothing was paid for in time. */
async function endContracts(database: Database): Promise<void> {
  await database.tx((trx) => cancelOverdue(trx, new Date()));
}

/** Contracts that waited for the end of an entry in the black list. */
async function goOnContracts(database: Database): Promise<void> {
  await database.tx((trx) => goOnFreed(trx, new Date()));
}

/** Who takes a car as a pledge uses the day. */
async function endEvaluations(database: Database): Promise<void> {
  await database.tx((trx) => expireEvaluations({ db: trx, now: new Date() }));
}

/** And who grants the fee of a partner uses the day. */
async function endLeads(database: Database): Promise<void> {
  await database.tx(async (trx) => void (await expireLeads({ db: trx, now: new Date() })));
}

/** And who signs on a decision of the scoring: on a run, or on the application that it answered. */
async function endRuns(database: Database): Promise<void> {
  await database.tx((trx) => expireQuestionnaires({ db: trx, now: new Date() }));
  await database.tx((trx) => expireDue({ db: trx, now: new Date() }));
}

const closeSittings = (database: Database): Promise<void> => closeOverdue(database, new Date());

/**
 * What could not be done, of one client or at all, is tried again after a while.
 * @returns stops it: the client whose money is being used is finished
 */
export function startOffsets(database: Database, log: AppOptions['log'], pauseMs = MINUTE_MS): () => void {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const failed = (error: unknown, client?: number) => {
    log('warn', 'prepaid money not used', { error: String(error), ...(client !== undefined && { client }) });
    clearTimeout(again);
    again = setTimeout(run, pauseMs);
    again.unref();
  };
  const run = () => {
    running = running
      .then(() => offsetDue(database, () => stopped, undefined, failed))
      .catch((error: unknown) => (stopped ? undefined : failed(error)));
  };
  const stop = () => {
    stopped = true;
    clearTimeout(again);
  };
  database.nudges.listen({ onNudge: ({ topic }) => topic === 'days' && run(), onClose: stop });
  run();
  return stop;
}

/** @returns stops it. */
export function startChecks(database: Database, log: AppOptions['log']): () => void {
  let ended = false;
  let running: Promise<unknown> = Promise.resolve();
  const work = () => {
    running = running
      .then(() => workChecks(database, { stopped: () => ended }))
      .catch((error: unknown) => log('warn', 'contracts not checked', { error: String(error) }));
  };
  database.nudges.listen({
    onNudge: ({ topic }) => topic === 'checks' && work(),
    onClose: () => {
      ended = true;
    },
  });
  const timer = setInterval(() => {
    beginNight(database.kysely, new Date()).then(work, (error: unknown) =>
      log('warn', 'checks of contracts not begun', { error: String(error) }),
    );
  }, FIVE_MINUTES_MS);
  timer.unref();
  work();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

/** @returns stops it. */
export function startMaintenance(database: Database, log: AppOptions['log']): () => void {
  const inBackground = (task: (database: Database) => Promise<void>) =>
    void task(database).catch((error: unknown) => log('warn', 'maintenance failed', { error: String(error) }));
  const often = setInterval(() => {
    for (const task of [endReservations, goOnContracts]) inBackground(task);
  }, HALF_MINUTE_MS);
  const timer = setInterval(() => {
    const ended = [endAnnouncements, endTests, endLocks, endContracts, endEvaluations, endLeads, endRuns];
    for (const task of [forget, startSettings, closeSittings, ...ended]) inBackground(task);
  }, HOUR_MS);
  for (const one of [often, timer]) one.unref();
  return () => {
    for (const one of [often, timer]) clearInterval(one);
  };
}

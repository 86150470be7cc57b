/** How the model decides and how approved contracts pay (areas 4.16): bands of the score, the reason of each refusal, what sources answered; by hand. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { scoringAnalysis } from '../../contract/scoringAnalysis.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { Till } from './moneyKit.ts';
import { from, newDocument, newPinfl, withModel } from './scoringKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
/** A day of its own, on which nothing else was scored. */
const DAY = daysAfter(tashkentDay(new Date()), -400);
let criteria: number[] = [];

/** A run of that day as it is left by its steps. */
async function run(score: number | null, decision: string | null, more: { limit?: number; reviewed?: boolean } = {}) {
  const status = decision === null ? 'failed' : 'decided';
  const { rows } = await sql<{ id: number }>`
    INSERT INTO scoring_run (pinfl, document, fullname, birth_date, consent, goods, first_payment, term, guarantor, attempt,
      score, decision, credit_limit, reviewed_by, comment, status, created_by, created_at)
    VALUES (${newPinfl()}, ${newDocument()}, 'Sinov Odam', '1985-06-15', true, 5000000, 0, 12, false, 1, ${score},
      ${decision}, ${more.limit ?? 0}, ${more.reviewed ? PEOPLE.accountant.id : null}, NULL, ${status},
      ${PEOPLE.director.id}, ${`${DAY}T12:00:00+05:00`}) RETURNING id`.execute(server.current.db.kysely);
  return rows[0]?.id as number;
}
const line = (id: number, at: number, points: number, stop = false) =>
  sql`INSERT INTO scoring_log (scoring_run_id, criterion_id, fact, source, input, weight, points, stop)
    VALUES (${id}, ${criteria[at]}, 'age', 'myid', 1, ${at === 0 ? 40 : 60}, ${points}, ${stop})`.execute(
    server.current.db.kysely,
  );
const answer = (id: number, source: string, result: string, stand_in = true) =>
  sql`INSERT INTO scoring_answer (scoring_run_id, attempt, source, result, stand_in)
    VALUES (${id}, 1, ${source}, ${result}, ${stand_in})`.execute(server.current.db.kysely);
const read = async (date: string) => (await server.current.do('director', scoringAnalysis, { query: { date } })).data;

beforeAll(async () => {
  const { db } = server.current;
  await withModel(db, [
    { fact: 'age', weight: 40, conditions: [from(0, 100)] },
    { fact: 'income', weight: 60, conditions: [from(0, 100)] },
  ]);
  criteria = (
    await sql<{ id: number }>`SELECT id FROM scoring_criterion ORDER BY id DESC LIMIT 2`.execute(db.kysely)
  ).rows
    .map(({ id }) => id)
    .reverse();
});

it('of nothing it has empty bands', async () => {
  const { runs, bands, reasons, sources } = await read(daysAfter(DAY, -1));
  expect([runs, reasons, sources]).toEqual([0, [], []]);
  expect(bands.map((band) => [band.from, band.to, band.runs])).toEqual([
    [0, 39, 0],
    [40, 49, 0],
    [50, 59, 0],
    [60, 69, 0],
    [70, 79, 0],
    [80, 89, 0],
    [90, 100, 0],
  ]);
});

it('runs stand in the band of their score, with what was decided and by whom; refusals by what took most away', async () => {
  // 39 and 40, 89 and 90, 100 lie on both sides of a border
  const low = await run(39, 'refused');
  await line(low, 0, 0);
  await line(low, 1, 70);
  const stopped = await run(89, 'refused');
  await line(stopped, 0, 50, true);
  await line(stopped, 1, 0);
  const third = await run(40, 'refused', { reviewed: true });
  // 60 × 40 is more than 40 × 50
  await line(third, 0, 50);
  await line(third, 1, 60);
  await run(52, 'manual', { limit: 8_000_000 });
  await run(90, 'approved', { limit: 20_000_000 });
  await run(100, 'approved', { limit: 30_000_000 });
  const failed = await run(null, null);
  await answer(failed, 'myid', 'timeout');
  await answer(low, 'myid', 'answered');
  await answer(low, 'own_contracts', 'no_data', false);
  await answer(low, 'prizma', 'not_allowed');

  const found = await read(DAY);
  expect([found.runs, found.failed]).toEqual([7, 1]);
  expect(
    found.bands.map((one) => [
      one.from,
      one.runs,
      one.approved,
      one.manual,
      one.refused,
      one.reviewed,
      one.credit_limit,
    ]),
  ).toEqual([
    [0, 1, 0, 0, 1, 0, 0],
    [40, 1, 0, 0, 1, 1, 0],
    [50, 1, 0, 1, 0, 0, 0],
    [60, 0, 0, 0, 0, 0, 0],
    [70, 0, 0, 0, 0, 0, 0],
    [80, 1, 0, 0, 1, 0, 0],
    [90, 2, 2, 0, 0, 0, 50_000_000],
  ]);
  expect(found.reasons.map(({ criterion_id, runs, stopped: ended }) => [criterion_id, runs, ended])).toEqual([
    [criteria[0], 2, 1],
    [criteria[1], 1, 0],
  ]);
  expect(found.sources).toEqual([
    { source: 'myid', asked: 2, answered: 1, no_data: 0, failed: 1, not_allowed: 0, stand_in: true },
    { source: 'own_contracts', asked: 1, answered: 0, no_data: 1, failed: 0, not_allowed: 0, stand_in: false },
    { source: 'prizma', asked: 1, answered: 0, no_data: 0, failed: 0, not_allowed: 1, stand_in: true },
  ]);
  expect((await read(`${daysAfter(DAY, -3)},${DAY}`)).runs).toBe(7);
  expect((await read(daysAfter(DAY, 1))).runs).toBe(0);
});

it('contracts stand in the band of the approval on which they were signed, with those that are overdue', async () => {
  const till = new Till(() => server.current);
  const approved = async (score: number, due: string): Promise<number> => {
    const client = await till.client();
    const id = await run(score, 'approved', { limit: 20_000_000 });
    await sql`UPDATE scoring_run SET client_id = ${client}, decided_on = ${DAY}, valid_until = ${daysAfter(DAY, 30)}
      WHERE id = ${id}`.execute(server.current.db.kysely);
    await till.day(DAY);
    const instalments = [{ due, amount: 300_000 }];
    const contract = await till.sign(client, { signed: DAY, firstPayment: 0, instalments });
    await till.handOver(client, contract);
    return contract;
  };
  await approved(70, daysAfter(DAY, 35));
  await approved(79, daysAfter(DAY, 50));
  await approved(80, daysAfter(DAY, 60));
  await approved(95, daysAfter(DAY, 35));
  await till.day(daysAfter(DAY, 50));
  const { bands } = await read(DAY);
  // one that is due on the day itself is not late yet
  expect(bands.map(({ from: band, contracts, overdue }) => [band, contracts, overdue])).toEqual([
    [0, 0, 0],
    [40, 0, 0],
    [50, 0, 0],
    [60, 0, 0],
    [70, 2, 1],
    [80, 1, 0],
    [90, 1, 1],
  ]);
});

it('is for who holds its right, and of days that there are', async () => {
  const call = (who: 'keeper' | 'director', date: string) =>
    server.current.call(who, scoringAnalysis, { query: { date } });
  expect((await call('keeper', DAY)).status).toBe(403);
  expect((await call('director', '2026-02')).status).toBe(422);
});

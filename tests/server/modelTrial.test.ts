/**
 * A version of the scoring model is tried on past runs and contracts before it is settled (areas 4.16, decision 75): what it comes
 * to is compared with a second way to count, run by run; it goes on in slices; and without it nothing is settled.
 */

import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modelTrialShow, modelTrialStart } from '../../contract/modelTrials.ts';
import { BANDS } from '../../contract/scoringAnalysis.ts';
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { historyOf } from '../../server/scoring/history.ts';
import { ADAPTERS } from '../../server/scoring/sources.ts';
import { tryModels } from '../../server/scoring/trials.ts';
import { Random } from '../../server/seed/random.ts';
import { naiveScore } from '../oracle/naiveScoring.ts';
import { keysOf } from './listedRefusals.ts';
import { Till } from './moneyKit.ts';
import { newDocument, newPinfl } from './scoringKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
const kysely = () => server.current.db.kysely;
const TODAY = tashkentDay(new Date());
const ago = (days: number) => daysAfter(TODAY, -days);
const OFFERS = [
  { term: 6, markup: 20 },
  { term: 12, markup: 38.5 },
];

const CRITERIA = [
  {
    code: 'yosh',
    fact: 'age',
    weight: 20,
    missing: null,
    bounds: [
      [0, 0],
      [21, 60],
      [35, 100],
    ],
  },
  {
    code: 'ulush',
    fact: 'first_share',
    weight: 35,
    missing: null,
    bounds: [
      [0, 10],
      [20, 70],
      [50, 100],
    ],
  },
  {
    code: 'qarz',
    fact: 'other_debts',
    weight: 15,
    missing: 30,
    bounds: [
      [0, 100],
      [400_000, 40],
      [900_000, 0],
    ],
  },
  {
    code: 'intizom',
    fact: 'discipline',
    weight: 30,
    missing: 55,
    bounds: [
      [0, 0],
      [50, 60],
      [80, 100],
    ],
  },
] as const;
const FIGURES = {
  manual_from: 40,
  approve_from: 60,
  limit_approved: 5_000_000,
  limit_80: 8_000_000,
  limit_90: 10_000_000,
};
const ids: number[] = [];

interface Row {
  id: number;
  client_id: number | null;
  goods: number;
  first_payment: number;
  term: number;
  guarantor: boolean;
  said: Record<string, number>;
  asked: string[];
  score: number;
  decision: 'approved' | 'manual' | 'refused';
  reviewed: boolean;
  decided_on: string;
  valid_until: string;
  pinfl: string;
}
const runs: Row[] = [];
const contracts: { client: number; pinfl: string; signed: string; overdue: boolean }[] = [];

async function writeRun(row: Omit<Row, 'id'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO scoring_run (client_id, pinfl, document, fullname, birth_date, consent, goods, first_payment, term, guarantor,
      attempt, asked, offers, said, score, decision, credit_limit, decided_on, valid_until, reviewed_by, status, created_by, created_at)
    VALUES (${row.client_id}, ${row.pinfl}, ${newDocument()}, 'Sinov Odam', '1985-06-15', true, ${row.goods}, ${row.first_payment},
      ${row.term}, ${row.guarantor}, 1, ${row.asked}::text[], ${JSON.stringify(OFFERS)}::jsonb, ${JSON.stringify(row.said)}::jsonb,
      ${row.score}, ${row.decision}, 5000000, ${row.decided_on}, ${row.valid_until}, ${row.reviewed ? PEOPLE.accountant.id : null},
      'decided', ${PEOPLE.director.id}, now()) RETURNING id`.execute(kysely());
  const id = rows[0]?.id as number;
  for (const source of row.asked)
    await sql`INSERT INTO scoring_answer (scoring_run_id, attempt, source, result, stand_in)
      VALUES (${id}, 1, ${source}, 'answered', true)`.execute(kysely());
  runs.push({ ...row, id });
}

const draft = async (more: object = {}) =>
  (
    await server.current.do('director', criterionSetting.calls.create, {
      body: { title: 'Yangi model', ...FIGURES, validity_days: 30, criteria: ids, valid_from: TODAY, ...more },
    })
  ).data.id;
const start = (id: number) => server.current.call('director', modelTrialStart, { params: { id } });
const look = async (id: number) => (await server.current.do('director', modelTrialShow, { params: { id } })).data;
const settle = (id: number) => server.current.call('keeper', criterionSetting.calls.plan, { params: { id } });
async function finish(): Promise<number> {
  let slices = 1;
  while (await tryModels(server.current.db)) slices += 1;
  return slices;
}

beforeAll(async () => {
  await kysely()
    .insertInto('user_rule')
    .values(
      ['show', 'confirm'].map((action) => ({
        ...{ user_id: PEOPLE.keeper.id, resource: 'scoring_criteria', action, granted: true, until: null },
      })),
    )
    .execute();
  for (const { code, fact, weight, missing, bounds } of CRITERIA) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO scoring_criterion (code, name_uz, name_ru, criterion_group, fact, weight, missing, created_by)
      VALUES (${code}, ${code}, ${code}, 'person', ${fact}, ${weight}, ${missing}, 13) RETURNING id`.execute(kysely());
    const id = rows[0]?.id as number;
    ids.push(id);
    for (const [at_least, score] of bounds)
      await sql`INSERT INTO criterion_condition (criterion_id, at_least, score, stop, valid_from, status)
        VALUES (${id}, ${at_least}, ${score}, false, ${ago(60)}, 'valid')`.execute(kysely());
  }
  for (const [from, to, score] of [
    [0, 0, 100],
    [1, 10, 60],
    [11, null, 0],
  ] as const)
    await sql`INSERT INTO payment_discipline_setting (days_from, days_to, score, months_back, valid_from, status)
      VALUES (${from}, ${to}, ${score}, 12, ${ago(60)}, 'valid')`.execute(kysely());

  // clients with contracts: on their days, late, never paid
  await till.desks();
  const people: { client: number; pinfl: string }[] = [];
  for (let at = 0; at < 6; at += 1) {
    const client = await till.client(`Xaridor ${at}`);
    const pinfl = newPinfl();
    await sql`UPDATE client SET pinfl = ${pinfl} WHERE id = ${client}`.execute(kysely());
    people.push({ client, pinfl });
  }
  await till.day(ago(80));
  for (const [at, { client, pinfl }] of people.entries()) {
    const signed = ago(80);
    const id = await till.sign(client, {
      ...{ signed, firstPayment: 0 },
      instalments: [
        { due: ago(50), amount: 300_000 },
        { due: ago(20), amount: 300_000 },
      ],
    });
    await till.handOver(client, id);
    contracts.push({ client, pinfl, signed, overdue: at >= 4 });
  }
  await till.day(ago(50));
  for (const at of [0, 1])
    await till.paid(people[at]?.client as number, [await contractOf(people[at]?.client)], 300_000);
  await till.day(ago(42));
  for (const at of [2, 3])
    await till.paid(people[at]?.client as number, [await contractOf(people[at]?.client)], 300_000);
  await till.day(ago(20));
  for (const at of [0, 1, 2, 3])
    await till.paid(people[at]?.client as number, [await contractOf(people[at]?.client)], 300_000);
  await till.day(TODAY);

  const random = new Random('sinov');
  for (let at = 0; at < 260; at += 1) {
    const person = at % 3 === 0 ? random.pick(people) : null;
    const goods = random.whole(1_000_000, 9_000_000);
    const decision = random.pick(['approved', 'approved', 'manual', 'refused'] as const);
    const decided_on = ago(random.pick([400, 100, 82, 81, 80, 79, 49, 41, 30, 10]));
    const asksDebts = random.whole(0, 3) > 0;
    await writeRun({
      client_id: person !== null && random.whole(0, 3) > 0 ? person.client : null,
      pinfl: person?.pinfl ?? newPinfl(),
      ...{ goods, first_payment: random.whole(0, goods - 500_000), term: random.pick([6, 12, 24]) },
      guarantor: random.whole(0, 1) === 0,
      said: {
        age: random.whole(18, 60),
        discipline: 1,
        ...(asksDebts && random.whole(0, 2) > 0 && { other_debts: random.whole(0, 12) * 100_000 }),
      },
      asked: asksDebts ? ['myid', 'credit_bureau'] : ['myid'],
      ...{
        score: random.whole(0, 100),
        decision,
        reviewed: decision !== 'manual' && random.whole(0, 4) === 0,
        decided_on,
      },
      valid_until: daysAfter(decided_on, random.pick([0, 1, 30])),
    });
  }
});

async function contractOf(client: number | undefined): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT id FROM contract WHERE client_id = ${client} ORDER BY id LIMIT 1`.execute(kysely());
  return rows[0]?.id ?? 0;
}

beforeEach(async () => {
  await sql`DELETE FROM criterion_setting_criteria`.execute(kysely());
  await sql`DELETE FROM criterion_setting WHERE title = 'Yangi model'`.execute(kysely());
});

/** Points of who paid on the days, eight days late once, or never: counted by hand for a day. */
const POINTS: Readonly<Record<number, (day: string) => number | undefined>> = {
  // nothing was due before; the first instalment, then both
  0: (day) => (day < ago(50) ? undefined : 100),
  1: (day) => (day < ago(50) ? undefined : 100),
  2: (day) => late(day, 8),
  3: (day) => late(day, 8),
  4: (day) => never(day),
  5: (day) => never(day),
};
const points = (days: number): number => (days === 0 ? 100 : days <= 10 ? 60 : 0);
const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / 86_400_000;
function late(day: string, days: number): number | undefined {
  if (day <= ago(50)) return undefined;
  const first = points(Math.min(days, daysBetween(ago(50), day)));
  return day < ago(20) ? first : (first + 100) / 2;
}
function never(day: string): number | undefined {
  if (day <= ago(50)) return undefined;
  const first = points(daysBetween(ago(50), day));
  return day <= ago(20) ? first : (first + points(daysBetween(ago(20), day))) / 2;
}

/** What a trial comes to, run by run. */
function naive() {
  const tried = runs.filter(({ decided_on }) => decided_on >= ago(365));
  const model = {
    criteria: CRITERIA.map(({ fact, weight, missing }, at) => ({ id: ids[at] as number, fact, weight, missing })),
    conditions: CRITERIA.flatMap(({ bounds }, at) =>
      bounds.map(([at_least, score]) => ({
        criterion_id: ids[at] as number,
        at_least,
        at_most: null,
        score,
        stop: false,
      })),
    ),
    ...FIGURES,
  };
  const leading = (contract: (typeof contracts)[number]) =>
    runs
      .filter(({ client_id, pinfl }) => client_id === contract.client || pinfl === contract.pinfl)
      .filter(({ decision, decided_on }) => decision !== 'manual' && decided_on <= contract.signed)
      .sort((one, other) => one.decided_on.localeCompare(other.decided_on) || one.id - other.id)
      .at(-1);
  return tried.map((run) => {
    const place = contracts.findIndex(({ client }) => client === run.client_id);
    const { discipline: _, ...said } = run.said;
    const discipline = place < 0 ? undefined : POINTS[place]?.(run.decided_on);
    const { goods, first_payment: firstPayment, term, guarantor } = run;
    const now = naiveScore({
      ...{ model, offers: OFFERS, application: { goods, firstPayment, term, guarantor } },
      said: { ...said, ...(discipline !== undefined && { discipline }) },
    });
    const own = contracts.filter((one) => {
      const led = leading(one);
      return led?.id === run.id && led.decision === 'approved' && led.valid_until >= one.signed;
    });
    return {
      ...{ was: run.reviewed ? 'manual' : run.decision, now: now.decision, was_score: run.score, score: now.score },
      ...{ contracts: own.length, overdue: own.filter(({ overdue }) => overdue).length },
      unasked: !run.asked.includes('credit_bureau'),
    };
  });
}

describe('a trial', () => {
  it('comes to what scoring every run anew comes to, with the contracts that each run led to', async () => {
    const id = await draft();
    expect((await start(id)).status).toBe(200);
    expect(await finish()).toBeGreaterThan(2);
    const { stand, trial } = await look(id);
    const all = naive();
    expect(all.filter(({ contracts: led }) => led > 0).length).toBeGreaterThan(1);
    expect([stand, trial?.runs, trial?.done]).toEqual(['tried', all.length, all.length]);
    expect(trial?.unasked).toBe(all.filter(({ unasked }) => unasked).length);
    expect(trial?.without_run).toBe(contracts.length - all.reduce((sum, one) => sum + one.contracts, 0));
    const sum = (rows: typeof all, of: 'contracts' | 'overdue') => rows.reduce((total, one) => total + one[of], 0);
    for (const { was, now, runs: n } of trial?.changes ?? [])
      expect(n, `${was} ${now}`).toBe(all.filter((one) => one.was === was && one.now === now).length);
    for (const [at, from] of BANDS.entries()) {
      const to = (BANDS[at + 1] ?? 101) - 1;
      const band = trial?.bands[at];
      for (const [side, score] of [
        ['was', 'was_score'],
        ['now', 'score'],
      ] as const) {
        const within = all.filter((one) => one[score] >= from && one[score] <= to);
        expect(band?.[side], `${side} ${from}`).toEqual({
          runs: within.length,
          approved: within.filter((one) => one[side] === 'approved').length,
          contracts: sum(within, 'contracts'),
          overdue: sum(within, 'overdue'),
        });
      }
    }
  });

  it('goes on where a process was killed, and counts no run twice', async () => {
    const [one, other] = [await draft(), await draft()];
    await start(one);
    await finish();
    await start(other);
    expect(await tryModels(server.current.db)).toBe(true);
    expect((await look(other)).trial).toMatchObject({ done: 25, finished_at: null });
    // two processes at the same slice: one waits for the other
    await Promise.all([tryModels(server.current.db), tryModels(server.current.db)]);
    await finish();
    const {
      id: _,
      created_at: _made,
      finished_at: _done,
      ...found
    } = (await look(other)).trial as object as Record<string, unknown>;
    expect((await look(one)).trial).toMatchObject(found);
  });
});

describe('a version is settled', () => {
  it('only once it was tried as it stands', async () => {
    const id = await draft();
    const why = async () => {
      const { status, error } = await settle(id);
      return [status, keysOf(error?.message ?? '')];
    };
    expect(await why()).toEqual([409, ['errors.model_untried']]);
    await start(id);
    expect((await look(id)).stand).toBe('trying');
    expect(await why()).toEqual([409, ['errors.model_trying']]);
    expect((await start(id)).status).toBe(409);
    await finish();
    await server.current.do('director', criterionSetting.calls.update, {
      params: { id },
      body: { title: 'Yangi model', ...FIGURES, approve_from: 61, validity_days: 30, criteria: ids, valid_from: TODAY },
    });
    expect((await look(id)).stand).toBe('outdated');
    expect(await why()).toEqual([409, ['errors.model_outdated']]);
    await start(id);
    await finish();
    expect((await settle(id)).status).toBe(200);
    expect((await look(id)).stand).toBe('tried');
    expect((await start(id)).status).toBe(409);
  });

  it('not where a condition of its criteria has changed since', async () => {
    const id = await draft();
    await start(id);
    await finish();
    const to = (score: number) =>
      sql`UPDATE criterion_condition SET score = ${score} WHERE criterion_id = ${ids[0]} AND at_least = 21`.execute(
        kysely(),
      );
    await to(61);
    expect([(await look(id)).stand, (await settle(id)).status]).toEqual(['outdated', 409]);
    await to(60);
    expect((await settle(id)).status).toBe(200);
  });

  it('whose trial is begun by who writes or settles it, and seen by who sees versions', async () => {
    const id = await draft();
    const call = server.current.call.bind(server.current);
    expect((await call('keeper', modelTrialStart, { params: { id } })).status).toBe(200);
    expect((await call('seller', modelTrialStart, { params: { id } })).status).toBe(403);
    expect((await call('seller', modelTrialShow, { params: { id } })).status).toBe(403);
    expect((await call('director', modelTrialShow, { params: { id: 999_999 } })).status).toBe(404);
    await finish();
  });
});

describe('the discipline of a client', () => {
  it('is what our own ledger says on the day, and a run is answered by it', async () => {
    const [, , lateOne] = contracts;
    const client = lateOne?.client as number;
    expect(await historyOf(kysely(), client, ago(45))).toEqual([{ due: ago(50), late: 5 }]);
    expect(await historyOf(kysely(), client, ago(30))).toEqual([{ due: ago(50), late: 8 }]);
    expect(await historyOf(kysely(), client, TODAY)).toEqual([
      { due: ago(50), late: 8 },
      { due: ago(20), late: 0 },
    ]);
    const id = await draft();
    await start(id);
    await finish();
    await settle(id);
    const person = { client_id: client, model_id: id, pinfl: '', birth_date: '1985-06-15', prizma: false };
    const scene = { db: kysely(), now: new Date() };
    expect(await ADAPTERS.own_contracts(person, scene)).toMatchObject({
      result: 'answered',
      said: { discipline: 80, late_days: 0, closed_contracts: 1 },
    });
    expect((await ADAPTERS.own_contracts({ ...person, client_id: null }, scene)).result).toBe('no_data');
    // a branch that has opened no day since is no further than the one on which it stands (decision 58)
    const unpaid = { ...person, client_id: contracts[4]?.client as number };
    const late = async () => (await ADAPTERS.own_contracts(unpaid, scene)).said.late_days;
    expect(await late()).toBe(50);
    await till.day(ago(44));
    expect(await late()).toBe(6);
    expect(await historyOf(kysely(), unpaid.client_id, TODAY)).toEqual([{ due: ago(50), late: 6 }]);
    await till.day(TODAY);
  });
});

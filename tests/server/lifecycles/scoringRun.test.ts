/** Runs of the scoring: their lifecycle, what they are given and refuse, what is decided, and what a contract is signed on. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '../../../contract/directories/client.ts';
import {
  scoringLogIndex,
  scoringRunCreate,
  scoringRunFind,
  scoringRunHistory,
  scoringRunIndex,
  scoringRunRetry,
  scoringRunReview,
  scoringRunShow,
  scoringRunStart,
  scoringRunTerms,
} from '../../../contract/scoringRuns.ts';
import { scoringRunMachine } from '../../../machines/scoringRun/scoringRun.machine.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { collect, collectDue } from '../../../server/scoring/collect.ts';
import { validRun } from '../../../server/scoring/validRun.ts';
import { scoringRunOracle } from '../../oracle/scoringRun.ts';
import { from, newPinfl, pinflWith, runBody, serverStep, TWO_SOURCES, withModel } from '../scoringKit.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const today = tashkentDay(new Date());

let on: Server;
let model = 0;
beforeAll(async () => {
  on = server.current;
  model = await withModel(on.db, TWO_SOURCES);
});

const setModel = (status: 'valid' | 'dropped') =>
  sql`UPDATE criterion_setting SET status = ${status} WHERE id = ${model}`.execute(on.db.kysely);

const approval = { approve: true, limit: 3_000_000, comment: 'Ish joyi tasdiqladi' };

runApiLayer({
  machine: scoringRunMachine,
  oracle: scoringRunOracle,
  server,
  kind: 'scoring_run',
  async open(watched) {
    await setModel('valid');
    const seen = watched.server;
    const body = runBody();
    const { data } = await seen.do('director', scoringRunCreate, { body });
    const { id } = data;
    const params = { id };
    const PEOPLES: Readonly<Record<string, () => Promise<Answer<unknown>>>> = {
      'is started': () => seen.call('director', scoringRunStart, { params }),
      'is tried again': () => seen.call('director', scoringRunRetry, { params }),
      'a person decides': () => seen.call('accountant', scoringRunReview, { params, body: approval }),
    };
    return {
      id,
      async send(verb) {
        const own = PEOPLES[verb];
        if (own !== undefined) return own();
        await serverStep(on.db, id, verb);
        return { status: 200 } as Answer<unknown>;
      },
      async look() {
        const whole = (await seen.do('director', scoringRunShow, { params })).data;
        return { state: whole.status, version: whole.version, whole };
      },
      async make({ listed, model: has }) {
        if (has === false) await setModel('dropped');
        if (listed)
          await sql`INSERT INTO black_list_entry (fullname, pinfl, documents, listed_from, status, search_key, created_by)
            VALUES ('Sinov', ${body.pinfl}, '{}', ${today}, 'approved', 'sinov', 13)`.execute(on.db.kysely);
      },
    };
  },
});

const made = async (more: Parameters<typeof runBody>[0] = {}) =>
  (await on.do('director', scoringRunCreate, { body: runBody(more) })).data;
/** Started, and brought as far as the server brings it. */
async function scored(more: Parameters<typeof runBody>[0] = {}) {
  await setModel('valid');
  const { id } = await made(more);
  await on.do('director', scoringRunStart, { params: { id } });
  await collect(on.db, id);
  return (await on.do('director', scoringRunShow, { params: { id } })).data;
}
const faultsOf = async (more: Parameters<typeof runBody>[0]) => {
  const { status, error } = await on.call('director', scoringRunCreate, { body: runBody(more) });
  return [status, Object.keys(error.errors ?? {})];
};

describe('a run is written', () => {
  it.each([
    ['pinfl', { pinfl: '31506850000018' }],
    ['document', { document: '1234567' }],
    ['birth_date', { birth_date: '1985-06-16' }],
    ['fullname', { fullname: 'Odam' }],
    ['consent', { consent: false }],
    ['first_payment', { first_payment: 5_000_000 }],
    ['term', { term: 7 }],
    ['goods', { goods: 50_000, first_payment: 0 }],
    ['goods', { goods: 1_000_000_001 }],
  ])('the field that is wrong is named: %s', async (field, more) => {
    expect(await faultsOf(more)).toEqual([422, [field]]);
  });

  it('of a client by the PINFL, under the name of the card; a document is nobody else’s', async () => {
    const pinfl = newPinfl();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO client (pinfl, fullname, birth_date, gender, consent, created_by)
      VALUES (${pinfl}, 'Kartadagi Ism Otasi', '1985-06-15', 'male', true, 13) RETURNING id`.execute(on.db.kysely);
    const id = rows[0]?.id as number;
    await sql`INSERT INTO client_document (number, client_id) VALUES ('AB7654321', ${id})`.execute(on.db.kysely);
    const run = await made({ pinfl, document: 'AB7654321', fullname: 'Boshqa Yozuv' });
    expect([run.client_id, run.fullname]).toEqual([id, 'Kartadagi Ism Otasi']);
    expect((await made()).client_id).toBeNull();
    expect(await faultsOf({ document: 'AB7654321' })).toEqual([422, ['document']]);
    // and it keeps the client from being taken for unused
    expect((await on.do('director', client.calls.show, { params: { id } })).data.fullname).toBe('Kartadagi Ism Otasi');
  });

  it('numbers are masked in lists and in the log, and whole for the author and who may see them; openings are kept', async () => {
    const body = runBody();
    const { id } = (await on.do('director', scoringRunCreate, { body })).data;
    const hidden = `3*********${body.pinfl.slice(-4)}`;
    const params = { id };
    expect((await on.do('director', scoringRunShow, { params })).data).toMatchObject({
      pinfl: body.pinfl,
      masked: false,
    });
    expect((await on.do('accountant', scoringRunShow, { params })).data).toMatchObject({
      pinfl: body.pinfl,
      masked: false,
    });
    const grant = { user_id: PEOPLE.viewer.id, resource: 'scoring_log', action: 'show', granted: true, until: null };
    await on.db.tx((trx) => trx.insertInto('user_rule').values(grant).execute());
    const seen = (await on.do('viewer', scoringRunShow, { params })).data;
    expect(seen).toMatchObject({ pinfl: hidden, document: `*******${body.document.slice(-2)}`, masked: true });
    expect([seen.allowed_events, seen.refused]).toEqual([[], {}]);
    const { data: rows } = await on.do('director', scoringRunIndex, {});
    expect(rows.find((one) => one.id === id)?.pinfl).toBe(hidden);
    const { data: lines } = await on.do('director', scoringRunHistory, { params });
    expect(lines.map(({ event }) => event)).toEqual(['run.create']);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${body.pinfl}|${body.document}`));
    const { rows: openings } =
      await sql`SELECT user_id FROM record_opening WHERE kind = 'scoring_run' AND record_id = ${id}
      ORDER BY id`.execute(on.db.kysely);
    expect(openings).toEqual([{ user_id: PEOPLE.director.id }, { user_id: PEOPLE.accountant.id }]);
  });

  it('is found by the whole PINFL alone, by name in the list, by decision and state', async () => {
    const pinfl = newPinfl();
    const { id } = await scored({ pinfl, fullname: 'Gʻofurova Shoira Olimovna' });
    const { data: found } = await on.do('director', scoringRunFind, { body: { pinfl } });
    expect(found.map((one) => one.id)).toEqual([id]);
    const part = await on.call('director', scoringRunFind, { body: { pinfl: pinfl.slice(0, 10) } });
    expect(part.status).toBe(422);
    const ids = async (query: object) =>
      (await on.do('director', scoringRunIndex, { query })).data.map((one) => one.id);
    expect(await ids({ search: 'гофурова' })).toEqual([id]);
    expect(await ids({ decision: 'refused' })).not.toContain(id);
    expect(await ids({ status: 'created' })).not.toContain(id);
  });

  it('asks for terms that are in force', async () => {
    const { data } = await on.do('director', scoringRunTerms, {});
    expect(data).toEqual([
      { term: 6, markup: 20 },
      { term: 12, markup: 38.5 },
    ]);
  });
});

describe('what a run comes to', () => {
  it('sources, criteria, score, decision, limit and last day; the log has one row each', async () => {
    // 121: debts 1,300,000, so 40 points; (10 × 100 + 30 × 40 + 10 × 0) / 50 = 44
    const run = await scored({ pinfl: pinflWith(121) });
    expect(run.sources.map(({ source, result, stand_in }) => [source, result, stand_in])).toEqual([
      ['credit_bureau', 'answered', true],
      ['myid', 'answered', true],
    ]);
    expect(run).toMatchObject({
      ...{
        score: 44,
        decision: 'manual',
        credit_limit: 5_000_000,
        decided_on: today,
        valid_until: daysAfter(today, 30),
      },
      ...{ owed: 5_540_000, month: 461_000, stand_in: true, status: 'decided', client_id: null },
      model: { id: model, title: 'Sinov modeli', manual_from: 40, approve_from: 60 },
    });
    expect(run.criteria.map(({ fact, input, points }) => [fact, input, points])).toEqual([
      ['other_debts', 1_300_000, 40],
      ['guarantor', 0, 0],
      ['age', 41, 100],
    ]);
    const { data: lines } = await on.do('director', scoringLogIndex, { query: { run_id: run.id } });
    expect(lines.map(({ fact, source, run: of }) => [fact, source, of.fullname]).sort()).toEqual([
      ['age', 'myid', run.fullname],
      ['guarantor', 'application', run.fullname],
      ['other_debts', 'credit_bureau', run.fullname],
    ]);
    const { data: history } = await on.do('director', scoringRunHistory, { params: { id: run.id } });
    expect(history.map(({ event, user }) => [event, user?.id ?? null]).reverse()).toEqual([
      ['run.create', 13],
      ['run.start', 13],
      ['source.answer', null],
      ['source.answer', null],
      ['run.score', null],
      ['run.decide', null],
    ]);
  });

  it('the smallest change that the same version approves, and what the client may hear', async () => {
    const run = await scored({ pinfl: pinflWith(121) });
    // a guarantor alone gives (1,000 + 1,200 + 1,000) / 50 = 64; the limit of 5,000,000 is below the 5,540,000 asked for
    expect(
      run.changes.map(({ lever, with_guarantor, first_payment, goods }) => [
        lever,
        with_guarantor,
        first_payment,
        goods,
      ]),
    ).toEqual([
      ['first_payment', true, 1_390_000, 5_000_000],
      ['goods', true, 1_000_000, 4_610_000],
      ['term', true, 1_000_000, 5_000_000],
    ]);
    expect([run.against, run.helped]).toEqual([['obligations', 'guarantor'], ['profile']]);
    expect((await scored({ pinfl: pinflWith(120), guarantor: true })).changes).toEqual([]);
  });

  it.each([
    // 121 alone is left to a person, as above; with a guarantor it is approved, and cut at 5,000,000 of the 5,540,000 asked for
    ['left to a person', { pinfl: pinflWith(121) }],
    ['approved and cut', { pinfl: pinflWith(121), guarantor: true }],
  ])(
    'who is %s and does what the smallest change says is approved whole; a step less is not enough',
    async (_, who) => {
      const run = await scored(who);
      const levers = run.changes.map(({ lever }) => lever);
      expect([run.decision === 'approved' ? run.cut : true, levers]).toEqual([
        true,
        ['first_payment', 'goods', 'term'],
      ]);
      for (const { lever, score, limit, month, first_payment, goods, term, guarantor } of run.changes) {
        const change = { ...who, first_payment, goods, term, guarantor };
        expect(await scored(change)).toMatchObject({
          ...{ decision: 'approved', cut: false, changes: [], score, credit_limit: limit, month },
        });
        if (lever === 'term') continue;
        const less = lever === 'goods' ? { goods: goods + 1_000 } : { first_payment: first_payment - 1_000 };
        const { decision, cut } = await scored({ ...change, ...less });
        expect(decision === 'approved' && !cut).toBe(false);
      }
    },
  );

  it('a changed criterion, condition or term changes nothing of what was scored', async () => {
    const run = await scored({ pinfl: pinflWith(124) });
    await sql`UPDATE scoring_criterion SET weight = 99`.execute(on.db.kysely);
    await sql`UPDATE value_setting SET markup = 90`.execute(on.db.kysely);
    const again = (await on.do('director', scoringRunShow, { params: { id: run.id } })).data;
    await sql`UPDATE value_setting SET markup = CASE term WHEN 6 THEN 20 ELSE 38.5 END`.execute(on.db.kysely);
    expect(again).toEqual(run);
    const same = await scored({ pinfl: pinflWith(124) });
    expect([same.score, same.decision, same.credit_limit]).toEqual([run.score, run.decision, run.credit_limit]);
  });

  it.each([
    [999, 'failed'],
    [998, 'timeout'],
    [997, 'other_person'],
  ] as const)('digits %i: MyID %s, nobody is scored without it, and it may be asked again', async (digits, result) => {
    const run = await scored({ pinfl: pinflWith(digits) });
    expect(run.sources).toContainEqual(expect.objectContaining({ source: 'myid', result }));
    expect([run.status, run.score, run.allowed_events]).toEqual(['failed', null, ['run.retry']]);
  });

  it('MyID is asked three times a day, a fourth time only by who confirms contracts', async () => {
    const run = await scored({ pinfl: pinflWith(996) });
    const pinfl = pinflWith(996);
    await scored({ pinfl });
    await scored({ pinfl });
    const { id } = await made({ pinfl });
    const params = { id };
    const taken = { user_id: PEOPLE.director.id, resource: 'contract', action: 'confirm', granted: false, until: null };
    await on.db.tx((trx) => trx.insertInto('user_rule').values(taken).execute());
    const shown = (await on.do('director', scoringRunShow, { params })).data;
    expect(shown.allowed_events).toEqual([]);
    expect(shown.refused['run.start']).toContain('MyID');
    expect((await on.call('director', scoringRunStart, { params })).status).toBe(403);
    await sql`DELETE FROM user_rule WHERE resource = 'contract'`.execute(on.db.kysely);
    expect((await on.call('director', scoringRunStart, { params })).status).toBe(200);
    expect(run.status).toBe('decided');
  });

  it('Prizma is asked only for an author who may; our own contracts know nothing of who has none', async () => {
    const own = await withModel(on.db, [
      { fact: 'prizma_rating', weight: 1, missing: 70, conditions: [from(0, 10)] },
      { fact: 'late_days', weight: 1, missing: 60, conditions: [from(0, 100)] },
    ]);
    const results = (run: Awaited<ReturnType<typeof scored>>) =>
      Object.fromEntries(run.sources.map(({ source, result }) => [source, result]));
    const without = await scored();
    expect(results(without)).toEqual({ myid: 'answered', prizma: 'not_allowed', own_contracts: 'no_data' });
    expect([without.score, without.decision]).toEqual([65, 'approved']);
    await sql`UPDATE app_user SET prizma_status = true WHERE id = ${PEOPLE.director.id}`.execute(on.db.kysely);
    const asked = await scored();
    expect([results(asked).prizma, asked.score]).toEqual(['answered', 35]);
    await sql`UPDATE app_user SET prizma_status = false`.execute(on.db.kysely);
    await sql`UPDATE criterion_setting SET status = 'dropped' WHERE id = ${own}`.execute(on.db.kysely);
  });

  it('what was left behind is asked by the next round, once', async () => {
    const { id } = await made();
    const params = { id };
    await on.do('director', scoringRunStart, { params });
    await Promise.all([collectDue(on.db), collect(on.db, id)]);
    const { data: lines } = await on.do('director', scoringRunHistory, { params });
    expect(lines.filter(({ event }) => event === 'source.answer')).toHaveLength(2);
    expect((await on.do('director', scoringRunShow, { params })).data.status).toBe('decided');
  });
});

describe('a person decides what is left to a person', () => {
  const review = (id: number, body: object, who: 'accountant' | 'director' = 'accountant') =>
    on.call(who, scoringRunReview, { params: { id }, body: { ...approval, ...body } });

  it('not the author, with a comment, and at most up to the limit of the cut-offs', async () => {
    const run = await scored({ pinfl: pinflWith(122) });
    expect(run.refused['run.review']).toContain('oʻzingiz');
    expect((await review(run.id, {}, 'director')).status).toBe(403);
    const faults = async (body: object) => Object.keys((await review(run.id, body)).error.errors ?? {});
    expect(await faults({ comment: ' ' })).toEqual(['comment']);
    expect(await faults({ limit: null })).toEqual(['limit']);
    expect(await faults({ limit: 5_000_001 })).toEqual(['limit']);
    expect((await review(run.id, { limit: 5_000_000 })).status).toBe(200);
    const after = (await on.do('accountant', scoringRunShow, { params: { id: run.id } })).data;
    expect(after).toMatchObject({
      ...{ decision: 'approved', credit_limit: 5_000_000, comment: approval.comment, cut: true, changes: [] },
      reviewed_by: { id: PEOPLE.accountant.id },
    });
    expect((await review(run.id, {})).status).toBe(409);
  });

  it('a refusal has no limit', async () => {
    const run = await scored({ pinfl: pinflWith(125) });
    expect((await review(run.id, { approve: false, limit: null })).status).toBe(200);
    const { data } = await on.do('accountant', scoringRunShow, { params: { id: run.id } });
    expect([data.decision, data.credit_limit]).toEqual(['refused', 0]);
  });
});

describe('the run that a contract is signed on', () => {
  let clientId = 0;
  let pinfl = '';
  beforeAll(async () => {
    pinfl = pinflWith(900);
    // scored before the person was a client: 900 has no debts, (1,000 + 2,700) / 50 = 74
    const run = await scored({ pinfl });
    expect([run.score, run.decision, run.credit_limit]).toEqual([74, 'approved', 5_000_000]);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO client (pinfl, fullname, birth_date, gender, consent, created_by)
      VALUES (${pinfl}, 'Sinov Mijoz', '1985-06-15', 'male', true, 13) RETURNING id`.execute(on.db.kysely);
    clientId = rows[0]?.id as number;
  });
  const valid = (day = today) => validRun(on.db.kysely, clientId, day);

  it('is the approved one, on each of its days, with its limit and whether a stand-in answered', async () => {
    expect(await valid()).toMatchObject({
      limit: 5_000_000,
      score: 74,
      valid_until: daysAfter(today, 30),
      stand_in: true,
    });
    expect(await valid(daysAfter(today, 30))).not.toBeNull();
    expect(await valid(daysAfter(today, 31))).toBeNull();
    expect(await valid(daysAfter(today, -1))).toBeNull();
    expect(await validRun(on.db.kysely, 2_000_000_000, today)).toBeNull();
  });

  it('is none outside the demo, where a stand-in answered (decision 88)', async () => {
    vi.stubEnv('DEMO', 'off');
    expect(await valid()).toBeNull();
    vi.unstubAllEnvs();
    expect(await valid()).not.toBeNull();
  });

  it('is none after a later refusal; what waits for a person ends nothing', async () => {
    const manual = await scored({ pinfl });
    await sql`UPDATE scoring_run SET decision = 'manual' WHERE id = ${manual.id}`.execute(on.db.kysely);
    expect((await valid())?.id).not.toBe(manual.id);
    expect(await valid()).not.toBeNull();
    await sql`UPDATE scoring_run SET decision = 'refused' WHERE id = ${manual.id}`.execute(on.db.kysely);
    expect(await valid()).toBeNull();
  });
});

describe('the log of the criteria', () => {
  it('is narrowed by run, criterion, source, days and name', async () => {
    const run = await scored({ fullname: 'Jurnaldagi Odam' });
    const of = async (query: object) =>
      (await on.do('director', scoringLogIndex, { query: { per_page: 100, ...query } })).data.filter(
        (one) => one.run.id === run.id,
      ).length;
    expect(await of({})).toBe(3);
    expect(await of({ source: 'myid' })).toBe(1);
    expect(await of({ criterion_id: run.criteria[0]?.criterion_id })).toBe(1);
    expect(await of({ date: today })).toBe(3);
    expect(await of({ date: daysAfter(today, -1) })).toBe(0);
    expect(await of({ search: 'жўрналдаги' })).toBe(0);
    expect(await of({ search: 'jurnaldagi' })).toBe(3);
    expect((await on.call('keeper', scoringLogIndex, {})).status).toBe(403);
  });
});

/** Reports that something is wrong: their lifecycle, what is kept with them, who reads them, and scenarios of them. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BodyOf } from '../../../contract/bodies.ts';
import type { CHARTS } from '../../../contract/charts.ts';
import { actShow } from '../../../contract/counting/acts.ts';
import {
  problemReportAdd,
  problemReportIndex,
  problemReportReopen,
  problemReportScenario,
  problemReportSettle,
  problemReportShow,
} from '../../../contract/problemReports.ts';
import { scenarioDelete, scenarioIndex } from '../../../contract/scenarios.ts';
import { stateOf } from '../../../machines/kit/rows.ts';
import { endsOf, runWalk, walkIn, walkText, walkTo } from '../../../machines/kit/simulation.ts';
import { problemReportMachine } from '../../../machines/problemReport/problemReport.machine.ts';
import { loadWorkflows } from '../../../scripts/machines.ts';
import { trialOfWorkflow } from '../../../scripts/scenarios.ts';
import { problemReportOracle } from '../../oracle/problemReport.ts';
import { addCounter, countingAct, openAct, submit, taken } from '../acts.ts';
import { PEOPLE, type PersonName, PLAIN, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

type Body = BodyOf<typeof problemReportAdd>;

const server = withServer();
const NO_RECORD = { record_machine: null, record_kind: null, record_id: null };
const NOTED = {
  sentence: 'Tugma bosilmayapti',
  page: 'act',
  charts: [{ machine: 'actWorkspace', state: 'open.idle,counters.shown', facts: { lines: 3, stale: false } }],
  events: [
    { machine: 'navigation', type: 'page.arrived' },
    { machine: 'actWorkspace', type: 'xstate.done.actor.load' },
  ],
  requests: ['3f2a9c10-77b1'],
  release: '1.4.0',
} satisfies Omit<Body, keyof typeof NO_RECORD>;
const add = (who: PersonName, more: Partial<Body> = {}) =>
  server.current.call(who, problemReportAdd, { body: { ...NO_RECORD, ...NOTED, ...more } });
const show = async (id: number) => (await server.current.do('director', problemReportShow, { params: { id } })).data;
const reported = async (who: PersonName, more: Partial<Body> = {}) => show(taken(await add(who, more)).id);
const ofAct = (id: number) => ({ record_machine: 'countingAct' as const, record_kind: null, record_id: id });

runApiLayer({
  machine: problemReportMachine,
  oracle: problemReportOracle,
  server,
  kind: 'problem_report',
  async open(watched) {
    const on = watched.server;
    const { id } = await on.do('keeper', problemReportAdd, { body: { ...NO_RECORD, ...NOTED } });
    const params = { id };
    return {
      id,
      send: (verb) =>
        on.call('director', verb === 'is settled' ? problemReportSettle : problemReportReopen, {
          params,
        }),
      async look() {
        const { data: whole } = await on.do('director', problemReportShow, { params });
        return { state: whole.status, version: whole.version, whole };
      },
    };
  },
});

describe('a report', () => {
  it('keeps who wrote it and where the page stood, and names the release', async () => {
    const report = await reported('counter1');
    expect(report).toMatchObject({
      ...NOTED,
      record: null,
      author: { id: PEOPLE.counter1.id, fullname: PEOPLE.counter1.fullname },
      status: 'open',
      scenario: null,
      allowed_events: ['report.settle'],
    });
  });

  it('of an act in state has the state and the facts that the server finds, before what the page says', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    await addCounter(server.current, id, 'counter3');
    taken(await submit(server.current, 'counter1', counters[0] ?? 0, [{ product_variant_id: PLAIN, count: 9 }]));
    const { record, charts } = await reported('keeper', ofAct(id));
    expect(record).toMatchObject({ machine: 'countingAct', kind: null, id });
    expect(charts).toEqual([
      {
        machine: 'countingAct',
        state: 'counting',
        facts: { assigned: 1, counting: 1, submitted: 1, disagreements: 0, moved: 0, elsewhere: 0 },
      },
      ...NOTED.charts,
    ]);
  });

  it('names its record by the number of its own list, to who sees it there alone', async () => {
    const on = server.current;
    const id = await openAct(on);
    const report = await reported('keeper', ofAct(id));
    await on.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.deputy.id, resource: 'workflows', action: 'show', granted: true })
      .execute();
    const titleFor = async (who: PersonName) => {
      const { data } = await on.do(who, problemReportShow, { params: { id: report.id } });
      const { data: rows } = await on.do(who, problemReportIndex, {});
      expect(rows.find((row) => row.id === report.id)?.record).toEqual(data.record);
      return data.record?.title;
    };
    const { number } = (await on.do('keeper', actShow, { params: { id } as never })).data;
    expect(await titleFor('deputy')).toBe(number);
    expect(number).toMatch(/-\d\d-\d{4}$/);
    expect(await titleFor('director')).toBeNull();
  });

  it('says what is not decided yet, as completing would find it', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    for (const [at, who] of (['counter1', 'counter2'] as const).entries())
      taken(await submit(server.current, who, counters[at] ?? 0, [{ product_variant_id: PLAIN, count: 5 + at }]));
    const [chart] = (await reported('keeper', ofAct(id))).charts;
    expect(chart).toMatchObject({ state: 'counted', facts: { submitted: 2, disagreements: 1 } });
  });

  it('names no record that its author does not see, and is kept all the same', async () => {
    const id = await openAct(server.current);
    for (const record of [ofAct(id), ofAct(2_000_000)]) {
      const report = await reported('counter2', record);
      expect([report.record, report.charts]).toEqual([null, NOTED.charts]);
    }
  });

  it('of a counter’s own list has its chart and that of its act with its facts, and the number of the act for who sees it', async () => {
    const on = server.current;
    const { id: act, counters } = await countingAct(on, ['counter1', 'counter2']);
    const [own = 0] = counters;
    const record = { record_machine: 'counter' as const, record_kind: null, record_id: own };
    const report = await reported('counter1', record);
    expect(report.record).toMatchObject({ machine: 'counter', kind: null, id: own });
    expect(report.charts).toEqual([
      // guards of a counter read nothing; what its steps wait for are facts of the act
      { machine: 'counter', state: 'counting', facts: {} },
      {
        machine: 'countingAct',
        state: 'counting',
        facts: { assigned: 0, counting: 2, submitted: 0, disagreements: 0, moved: 0, elsewhere: 0 },
      },
      ...NOTED.charts,
    ]);
    const { number } = (await on.do('keeper', actShow, { params: { id: act } as never })).data;
    const { data } = await on.do('deputy', problemReportShow, { params: { id: report.id } });
    expect(data.record?.title).toBe(`${number} · counter1 roʻyxati`);
    // another counter of the act, and who has nothing to do with it, has no such list
    for (const who of ['counter2', 'counter3', 'purchaser'] as const) {
      const theirs = await reported(who, record);
      expect([theirs.record, theirs.charts], who).toEqual([null, NOTED.charts]);
    }
  });

  it('hides long numbers of its sentence, and no short ones', async () => {
    const { sentence } = await reported('keeper', {
      sentence: 'Mijoz +998 (90) 123-45-67, PINFL 31506850123456, 12-akt, 3 dona',
    });
    expect(sentence).toBe('Mijoz +•••, PINFL •••, 12-akt, 3 dona');
  });

  it.each<[string, Partial<Record<keyof Body, unknown>>]>([
    ['without a sentence', { sentence: '   ' }],
    ['with a sentence of 502 characters', { sentence: 'ab'.repeat(251) }],
    ['with figures and signs for a sentence', { sentence: '12 + 3?' }],
    ['with two letters for a sentence', { sentence: 'yo, 5' }],
    ['with one letter that is repeated', { sentence: 'ааааа' }],
    ['of an unknown chart', { charts: [{ machine: 'nothing', state: 'open', facts: {} }] }],
    ['of a record of an unknown chart', { record_machine: 'actWorkspace', record_id: 1 }],
    ['with a text among its facts', { charts: [{ ...NOTED.charts[0], facts: { name: 'Karimova' } }] }],
    ['with a figure beyond a million', { charts: [{ ...NOTED.charts[0], facts: { owed: 1_000_001 } }] }],
    ['with words in the place of a state', { charts: [{ ...NOTED.charts[0], state: 'Karimova Dilnoza' }] }],
    ['with 21 events', { events: Array.from({ length: 21 }, () => NOTED.events[0]) }],
    ['with an address in the place of a page', { page: '/counting/acts/12' }],
  ])('%s is refused', async (_, more) => {
    expect((await add('keeper', more as Partial<Body>)).status).toBe(422);
  });

  it('is written by everybody who has signed in, and read by who sees the workflows', async () => {
    const { id } = taken(await add('nobody'));
    const params = { id };
    const walk = { machine: 'actWorkspace' as const, walk: '!open', ends: ['open'] };
    expect((await server.current.call(null, problemReportAdd, { body: { ...NO_RECORD, ...NOTED } })).status).toBe(401);
    const asked = [
      server.current.call('nobody', problemReportShow, { params }),
      server.current.call('nobody', problemReportIndex),
      server.current.call('nobody', problemReportSettle, { params }),
      server.current.call('nobody', problemReportScenario, { params, body: walk }),
    ];
    for (const { status } of await Promise.all(asked)) expect(status).toBe(403);
    const gone = await server.current.call('director', problemReportShow, { params: { id: 2_000_000 } });
    expect(gone.status).toBe(404);
  });

  it('stands in the list, the newest first, by its state', async () => {
    const first = taken(await add('keeper')).id;
    const second = taken(await add('keeper')).id;
    await server.current.do('director', problemReportSettle, { params: { id: first } });
    const listed = async (query: { status?: 'open' | 'settled' }) =>
      (await server.current.do('director', problemReportIndex, { query })).data.map(({ id }) => id);
    const all = await listed({});
    expect(all.slice(0, 2)).toEqual([second, first]);
    expect(await listed({ status: 'settled' })).toContain(first);
    expect(await listed({ status: 'open' })).not.toContain(first);
  });

  it('leaves one row of the log for each step, with nothing of the sentence', async () => {
    const { id } = taken(await add('keeper'));
    await server.current.do('director', problemReportSettle, { params: { id } });
    await server.current.do('director', problemReportReopen, { params: { id } });
    const { rows } = await sql<{ event: string; user_id: number; payload: object }>`SELECT event, user_id, payload
      FROM record_log WHERE kind = 'problem_report' AND record_id = ${id} ORDER BY id`.execute(
      server.current.db.kysely,
    );
    expect(rows).toEqual([
      { event: 'report.create', user_id: PEOPLE.keeper.id, payload: {} },
      { event: 'report.settle', user_id: PEOPLE.director.id, payload: {} },
      { event: 'report.reopen', user_id: PEOPLE.director.id, payload: {} },
    ]);
  });
});

describe('the simulator', async () => {
  const workflow = (await loadWorkflows()).find(({ name }) => name === 'countingAct');
  if (workflow === undefined) throw new Error('no chart countingAct');
  const trial = trialOfWorkflow(workflow);
  const nothing = () => undefined;

  it('comes by the walk of a report to the same state and facts', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    taken(await submit(server.current, 'counter2', counters[1] ?? 0, []));
    const [chart] = (await reported('keeper', ofAct(id))).charts;
    const walk = walkText(walkTo(trial, chart?.state ?? '', chart?.facts ?? {}));
    const reached = runWalk(trial, nothing, walkIn(walk) ?? [])
      .at(-1)
      ?.standing.get('');
    expect(reached && stateOf(reached.snapshot)).toBe('counting');
    expect(reached?.snapshot.context).toMatchObject({ assigned: 0, counting: 1, submitted: 1, disagreements: 0 });
  });

  it('leaves out what its table does not know, and comes nowhere from a state that is none', () => {
    expect(walkText(walkTo(trial, 'created', { lines: 3, assigned: 2 }))).toBe('!created~=>assigned=2');
    expect(runWalk(trial, nothing, walkTo(trial, 'nowhere', { assigned: 2 }))).toEqual([undefined]);
  });

  it('has the scenario that one press makes of a report, once, and again after it was deleted', async () => {
    const id = await openAct(server.current);
    const report = await reported('keeper', { ...ofAct(id), sentence: 'Sanovchi qoʻshilmayapti' });
    const { state = '', facts = {} } = report.charts[0] ?? {};
    const places = walkTo(trial, state, facts);
    const body = {
      ...{ machine: 'countingAct' as const, walk: walkText(places) },
      ends: endsOf(runWalk(trial, nothing, places)),
    };
    const make = () => server.current.call('director', problemReportScenario, { params: { id: report.id }, body });
    const made = taken(await make()).data.scenario;
    const name = `№ ${report.id} · Sanovchi qoʻshilmayapti`;
    expect(made).toMatchObject({ machine: 'countingAct', name, walk: '!created' });
    const { data } = await server.current.do('director', scenarioIndex, { query: { machine: 'countingAct' } });
    expect(data.find((one) => one.id === made?.id)).toMatchObject({ name, ...body, own: true });
    expect((await make()).status).toBe(409);
    await server.current.do('director', scenarioDelete, { params: { id: made?.id ?? 0 } });
    expect((await show(report.id)).scenario).toBeNull();
    expect((await make()).status).toBe(200);
  });

  it('has a scenario of the chart of the record, or of one that the report of no record has', async () => {
    const sidebar = { machine: 'sidebar' as const, state: 'shown', facts: {} };
    const charts = [sidebar, ...NOTED.charts];
    const make = (id: number, machine: (typeof CHARTS)[number]) =>
      server.current.call('director', problemReportScenario, {
        params: { id },
        body: { machine, walk: '!open', ends: [`${machine}: open`] },
      });
    const ofRecord = await reported('keeper', { ...ofAct(await openAct(server.current)), charts });
    expect((await make(ofRecord.id, 'sidebar')).status).toBe(422);
    expect((await make(ofRecord.id, 'actWorkspace')).status).toBe(422);
    expect(taken(await make(ofRecord.id, 'countingAct')).data.scenario?.machine).toBe('countingAct');
    const ofPage = await reported('keeper', { charts });
    expect((await make(ofPage.id, 'countingAct')).status).toBe(422);
    // the shell's stands first, and the window's is meant
    expect(taken(await make(ofPage.id, 'actWorkspace')).data.scenario?.machine).toBe('actWorkspace');
  });

  it('has no scenario of a report without a chart', async () => {
    const { id } = taken(await add('keeper', { charts: [] }));
    const body = { machine: 'countingAct' as const, walk: '!created', ends: ['countingAct: created'] };
    const answer = await server.current.call('director', problemReportScenario, { params: { id }, body });
    expect(answer.status).toBe(409);
  });
});

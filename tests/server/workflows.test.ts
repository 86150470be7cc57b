/** Logs and times of documents in their workflows, with times worked by hand. */
import { describe, expect, it } from 'vitest';
import { REPLAYED, type Replayed, workflowDocuments, workflowLog, workflowTimes } from '../../contract/workflows.ts';
import { nodesOf } from '../../machines/kit/transitions.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { SOURCES } from '../../server/workflows/sources.ts';
import { at, DAY, known, workflowKit } from './workflowKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { invoice, timesOf } = workflowKit(server);

const HOUR = 3600;

describe('times', () => {
  it('are those worked by hand', async () => {
    const { states, slow_ways, cancelled_ways, slowest, ...whole } = await timesOf('director');
    expect(whole).toEqual({ documents: 3, without_log: 0, ended: 3, cancelled: 1, median: 4.5 * HOUR });
    const by = Object.fromEntries(states.map(({ state, ...rest }) => [state, rest]));
    // 2, 4 and 6 + 2 hours; 1, ½ and 1 + 3 hours
    expect(by.draft).toMatchObject({ documents: 3, now: 0, rests: false, median: 4 * HOUR, longest: 8 * HOUR });
    expect(by.draft?.p90).toBeCloseTo(7.2 * HOUR, 3);
    expect(by.sent).toMatchObject({ documents: 3, now: 0, rests: false, median: HOUR, longest: 4 * HOUR });
    expect(by.sent?.p90).toBeCloseTo(3.4 * HOUR, 3);
    expect(by.confirmed).toEqual({ documents: 2, now: 2, rests: true, median: null, p90: null, longest: null });
    expect(by.cancelled).toMatchObject({ documents: 1, now: 1, rests: true });
    expect(Object.keys(by)).toHaveLength(4);

    const named = ({ id, number }: { id: number; number: string }) => ({ id, kind: null, title: number });
    const oneWay = { documents: 1, ended: true, stopped: false };
    expect(slow_ways).toEqual([
      {
        ...oneWay,
        states: ['draft', 'sent', 'draft', 'sent', 'confirmed'],
        came: 1,
        cancelled: false,
        median: 12 * HOUR,
        longest: 12 * HOUR,
        slowest: [named(known.twice)],
      },
      {
        ...oneWay,
        states: ['draft', 'sent', 'cancelled'],
        // all three came as far as that
        came: 3,
        cancelled: true,
        median: 4.5 * HOUR,
        longest: 4.5 * HOUR,
        slowest: [named(known.calledOff)],
      },
      {
        ...oneWay,
        states: ['draft', 'sent', 'confirmed'],
        came: 3,
        cancelled: false,
        median: 3 * HOUR,
        longest: 3 * HOUR,
        slowest: [named(known.plain)],
      },
    ]);
    expect(cancelled_ways).toEqual([slow_ways[1]]);
    expect(slowest.map(({ id, seconds, state }) => [id, seconds, state])).toEqual([
      [known.twice.id, 12 * HOUR, 'confirmed'],
      [known.calledOff.id, 4.5 * HOUR, 'cancelled'],
      [known.plain.id, 3 * HOUR, 'confirmed'],
    ]);
  });

  it('count with the time so far who is in a state still', async () => {
    const began = (Date.now() - at('08:00', '2026-10-06').getTime()) / 1000;
    const { states, ended, median, slow_ways, slowest } = await timesOf('director', '2026-10-06');
    expect({ ended, median }).toEqual({ ended: 0, median: null });
    expect(states).toHaveLength(1);
    expect(states[0]).toMatchObject({ state: 'draft', documents: 1, now: 1, rests: false });
    expect(Math.abs((states[0]?.median ?? 0) - began)).toBeLessThan(60);
    expect(slow_ways[0]).toMatchObject({ states: ['draft'], ended: false, cancelled: false, came: 1 });
    expect(slowest.map(({ id }) => id)).toEqual([known.open.id]);
  });

  it('know of a document without a log only the state it is in, and count it there', async () => {
    const day = '2026-10-09';
    const begin = (status: string) =>
      server.current.db.tx((trx) =>
        createDocument(trx, {
          kind: 'product_invoice',
          organizationId: ORGANIZATION,
          status,
          userId: PEOPLE.keeper.id,
          now: at('08:00', day),
        }),
      );
    for (const status of ['draft', 'confirmed', 'confirmed', 'cancelled']) await begin(status);
    await invoice(
      [
        ['08:00', 'invoice.create', 'draft'],
        ['09:00', 'invoice.send', 'sent'],
        ['10:00', 'invoice.confirm', 'confirmed'],
      ],
      { day },
    );
    const { states, slow_ways, cancelled_ways, slowest, ...whole } = await timesOf('director', day);
    expect(whole).toEqual({ documents: 5, without_log: 4, ended: 4, cancelled: 1, median: 2 * HOUR });
    const by = Object.fromEntries(
      states.map(({ state, documents, now, longest }) => [state, [documents, now, longest]]),
    );
    expect(by).toEqual({
      draft: [2, 1, HOUR],
      sent: [1, 0, HOUR],
      confirmed: [3, 3, null],
      cancelled: [1, 1, null],
    });
    // every document is somewhere now
    expect(states.reduce((sum, { now }) => sum + now, 0)).toBe(whole.documents);
    expect([slow_ways.length, cancelled_ways.length, slowest.length]).toEqual([1, 0, 1]);
  });

  it('of an empty period are empty, of two days those of both', async () => {
    expect(await timesOf('director', '2020-01-01')).toEqual({
      documents: 0,
      without_log: 0,
      ended: 0,
      cancelled: 0,
      median: null,
      states: [],
      slow_ways: [],
      cancelled_ways: [],
      slowest: [],
    });
    expect((await timesOf('director', `${DAY},2026-10-06`)).documents).toBe(4);
    const refused = await server.current.call('director', workflowTimes, {
      query: { machine: 'invoice', date: '0000-00-00' },
    });
    expect(refused.status).toBe(422);
  });

  it('are counted for every workflow that has a log, and for no other', async () => {
    for (const machine of REPLAYED) await timesOf('director', null, machine);
    const answer = await server.current.call('director', workflowTimes, { query: { machine: 'session' as 'invoice' } });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toHaveProperty('machine');
  });

  it('name only states that the workflows have', async () => {
    const workflows = await loadWorkflows();
    for (const machine of REPLAYED) {
      const found = workflows.find(({ name }) => name === machine);
      const states = found === undefined ? [] : nodesOf(found.machine).map(({ key }) => key);
      const { rests, cancels } = SOURCES[machine];
      for (const state of [...rests, ...cancels]) expect(states, machine).toContain(state);
      for (const state of cancels) expect(rests, machine).toContain(state);
    }
  });
});

describe('a document', () => {
  const found = async (who: PersonName, query: { search?: string; date?: string; machine?: Replayed }) =>
    (await server.current.do(who, workflowDocuments, { query: { machine: 'invoice', ...query } })).data.map(
      ({ id }) => id,
    );

  it('is found by its number and by its day, the newest first', async () => {
    expect(await found('director', { date: `${DAY},2026-10-06` })).toEqual(
      [known.open, known.twice, known.calledOff, known.plain].map(({ id }) => id),
    );
    expect(await found('director', { search: known.plain.number.toLowerCase() })).toEqual([known.plain.id]);
    expect(await found('director', { date: '2026-10-06' })).toEqual([known.open.id]);
    expect(await found('director', { search: '%' })).toEqual([]);
  });

  it('is shown step by step: event, states, time and person', async () => {
    const { data } = await server.current.do('director', workflowLog, {
      params: { id: known.plain.id },
      query: { machine: 'invoice' },
    });
    expect(data.document).toMatchObject({
      title: known.plain.number,
      organization: 'Chilonzor filiali',
      state: 'confirmed',
    });
    expect(data.steps.map(({ event, before, after }) => [event, before, after])).toEqual([
      ['invoice.create', null, 'draft'],
      ['line.add', 'draft', 'draft'],
      ['invoice.send', 'draft', 'sent'],
      ['invoice.confirm', 'sent', 'confirmed'],
      ['line.correct', 'confirmed', 'confirmed'],
    ]);
    expect(data.steps[2]).toMatchObject({
      at: at('10:00').toISOString(),
      user: { id: PEOPLE.keeper.id, fullname: PEOPLE.keeper.fullname },
    });
  });

  it('of another workflow is not there under this one', async () => {
    const answer = await server.current.call('director', workflowLog, {
      params: { id: known.plain.id },
      query: { machine: 'announcement' },
    });
    expect(answer.status).toBe(404);
  });
});

/** The event log of an act replays through its statechart: the same states, the same questions left to decide. */
import { describe, expect, it } from 'vitest';
import { transition } from 'xstate';
import {
  actCancel,
  actComplete,
  actForm,
  actHistory,
  actShow,
  actUpdate,
  actUploadFile,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { addCommentary, editCommentary } from '../../contract/counting/comments.ts';
import { counterDelete, counterRelease, counterStart, counterUpdate } from '../../contract/counting/counters.ts';
import { addManually, resolveMoved } from '../../contract/counting/matrix.ts';
import {
  COUNTING_ACT_SYSTEM_EVENTS,
  type CountingActEvent,
  countingActMachine,
  NO_COUNTERS,
} from '../../machines/countingAct/countingAct.machine.ts';
import { addCounter, countingAct, NOTHING, openAct, submit, taken } from './acts.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, stockIn, withServer } from './world.ts';

const server = withServer();
const SYSTEM: readonly string[] = COUNTING_ACT_SYSTEM_EVENTS;

/** Feeds the log to the machine; the last context is what the machine knows in the end. */
async function replay(actId: number) {
  const rows = await server.current.db.kysely
    .selectFrom('event_log')
    .selectAll()
    .where('document_id', '=', actId)
    .where('machine', '=', 'countingAct')
    .orderBy('id')
    .execute();
  const [opened, ...events] = rows;
  expect(opened).toMatchObject({ event: 'act.create', state_before: null, state_after: 'created' });
  let snapshot = countingActMachine.resolveState({ value: 'created', context: NO_COUNTERS });
  let raised: string | undefined;
  for (const [at, row] of events.entries()) {
    expect(row.state_before).toBe(at === 0 ? 'created' : events[at - 1]?.state_after);
    if (SYSTEM.includes(row.event)) {
      // The machine raised it itself, in the step before.
      expect(raised, `${row.event} was raised`).toBe(row.state_after);
      expect(row.user_id).toBeNull();
      raised = undefined;
      continue;
    }
    expect(row.user_id).not.toBeNull();
    // Stock moved by documents of its own: what the server found goes in before the guards are asked.
    const found = row.payload.found as object | undefined;
    if (found) {
      snapshot = countingActMachine.resolveState({
        value: snapshot.value,
        context: { ...snapshot.context, ...found },
      });
    }
    const event = {
      type: row.event,
      ...('facts' in row.payload ? { facts: row.payload.facts } : {}),
    } as CountingActEvent;
    expect(snapshot.can(event), `${row.event} in ${String(snapshot.value)}`).toBe(true);
    [snapshot] = transition(countingActMachine, snapshot, event);
    const system = SYSTEM.includes(events[at + 1]?.event ?? '');
    raised = system ? String(snapshot.value) : undefined;
    expect(system ? events[at + 1]?.state_after : row.state_after, row.event).toBe(snapshot.value);
  }
  return { snapshot, events: events.map((row) => row.event) };
}

/** In the end the machine's facts equal the act's. */
async function expectReplays(actId: number): Promise<string[]> {
  const { snapshot, events } = await replay(actId);
  const { data } = await server.current.do('keeper', actShow, { params: { id: actId } });
  expect(snapshot.value).toBe(data.status);
  const { assigned, counting, submitted, ...questions } = data.facts;
  expect(snapshot.context).toMatchObject({ assigned, counting, submitted });
  if (data.status === 'counted') expect(snapshot.context).toMatchObject(questions);
  return events;
}

const comesIn = (variantId: number, qty: number) =>
  server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId, qty }] }));

const byHand = (actId: number, variantId: number, count: number) =>
  server.current.do('keeper', addManually, {
    params: { actId },
    body: { product_variant_id: variantId, listed_products: [{ product_variant_id: variantId, count }] },
  });

describe('the event log replays', () => {
  it('the full lifecycle with every kind of event', async () => {
    const on = server.current;
    const id = await openAct(on);
    const params = { actId: id };
    await on.do('deputy', actUpdate, { params: { id }, body: { organization_id: OTHER_ORGANIZATION, comment: 'A' } });
    await on.do('deputy', actUpdate, { params: { id }, body: { organization_id: ORGANIZATION, comment: 'B' } });
    const gone = await addCounter(on, id, 'counter3');
    await on.do('keeper', counterDelete, { params: { id: gone } });
    await on.do('keeper', loadResidues, { params });
    await on.do('keeper', loadResidues, { params });
    const counters = [await addCounter(on, id, 'counter1'), await addCounter(on, id, 'counter2')] as const;
    await on.do('keeper', counterUpdate, {
      params: { id: counters[1] },
      body: { title: 'Boshqa nom', user_id: PEOPLE.counter2.id },
    });
    for (const [at, who] of (['counter1', 'counter2'] as const).entries()) {
      await on.do(who, counterStart, { params: { id: counters[at] ?? NOTHING } });
    }
    await comesIn(3, 1);
    taken(
      await submit(on, 'counter1', counters[0], [
        { product_variant_id: 1, count: 9 },
        { product_variant_id: 3, count: 11 },
      ]),
    );
    taken(await submit(on, 'counter2', counters[1], [{ product_variant_id: 1, count: 8 }]));
    await expectReplays(id);
    await byHand(id, 1, 9);
    await on.do('keeper', resolveMoved, { params, body: { product_variant_id: 3, keep: 'difference' } });
    const comment = await on.do('keeper', addCommentary, {
      form: fileForm({ act_of_count_id: String(id), comment: 'Izoh' }, undefined),
    });
    await on.do('keeper', editCommentary, { form: fileForm({ id: String(comment.data.id), comment: 'X' }, undefined) });
    await expectReplays(id);
    await on.do('keeper', actComplete, { params });
    await on.do('keeper', actUploadFile, { params: { id }, form: fileForm({}, new Uint8Array(PNG)) });
    await on.do('keeper', actForm, { params: { id } });
    const events = await expectReplays(id);
    // Every event of the lifecycle but the two that end it otherwise: a release and a cancel.
    expect(new Set(events).size).toBe(15);
    // The history that people read is the same log.
    const history = await on.do('keeper', actHistory, { params: { id } });
    const logged = history.data.map((line) => line.event).filter((event) => event !== 'entries.save');
    expect(logged.reverse()).toEqual(['act.create', ...events]);
  });

  it('a removed last counter and a released one bring the act to `counted`', async () => {
    const on = server.current;
    const { id, counters } = await countingAct(on, ['counter1']);
    const waiting = await addCounter(on, id, 'counter2');
    taken(await submit(on, 'counter1', counters[0] ?? NOTHING, []));
    await on.do('keeper', counterDelete, { params: { id: waiting } });
    expect(await expectReplays(id)).toContain('counters.allSubmitted');
    const other = await countingAct(on, ['counter1']);
    await on.do('keeper', counterRelease, { params: { id: other.counters[0] ?? NOTHING }, body: { reason: 'Yoʻq' } });
    expect(await expectReplays(other.id)).toContain('counters.allSubmitted');
  });

  it('stock that moves and moves back between the events', async () => {
    const on = server.current;
    const { id, counters } = await countingAct(on);
    await comesIn(5, 2);
    await comesIn(6, 2);
    taken(
      await submit(on, 'counter1', counters[0] ?? NOTHING, [
        { product_variant_id: 5, count: 10 },
        { product_variant_id: 6, count: 10 },
        { product_variant_id: 7, count: 10 },
      ]),
    );
    // Moved only after the list was in.
    await comesIn(7, 2);
    for (const variant of [5, 6, 7]) {
      await on.do('keeper', resolveMoved, {
        params: { actId: id },
        body: { product_variant_id: variant, keep: 'count' },
      });
    }
    await expectReplays(id);
    await on.do('keeper', actComplete, { params: { actId: id } });
    await on.do('keeper', actForm, { params: { id } });
    await expectReplays(id);

    // The line that moved is level again before anybody decided it.
    const second = await countingAct(on);
    await comesIn(8, 2);
    taken(await submit(on, 'counter1', second.counters[0] ?? NOTHING, [{ product_variant_id: 8, count: 10 }]));
    const third = await countingAct(on, ['counter2']);
    taken(await submit(on, 'counter2', third.counters[0] ?? NOTHING, [{ product_variant_id: 8, count: 10 }]));
    await on.do('keeper', actComplete, { params: { actId: third.id } });
    await on.do('keeper', actForm, { params: { id: third.id } });
    await on.do('keeper', actComplete, { params: { actId: second.id } });
    await expectReplays(second.id);
  });

  it('a cancelled act', async () => {
    const { id } = await countingAct(server.current);
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Xato' } });
    expect((await expectReplays(id)).at(-1)).toBe('act.cancel');
  });

  it('is append-only', async () => {
    const id = await openAct(server.current);
    const { db } = server.current;
    await expect(
      db.kysely.updateTable('event_log').set({ state_after: 'formed' }).where('document_id', '=', id).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.kysely.deleteFrom('event_log').where('document_id', '=', id).execute()).rejects.toThrow(
      'append-only',
    );
  });
});

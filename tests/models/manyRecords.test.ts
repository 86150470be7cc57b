import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import { type ManyContext, manyRecordsMachine } from '../../machines/manyRecords/manyRecords.machine.ts';
import { manyRecordsModel, REFUSAL, TWO } from '../../machines/manyRecords/manyRecords.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as ManyContext;
const ARCHIVE = { type: 'archive' };
const begin = { type: 'many.begin', command: ARCHIVE, items: TWO };
const answered = { type: 'xstate.done.actor.perform', output: { version: 4, before: null } };
const refused = { type: 'xstate.error.actor.perform', error: new RefusedError(REFUSAL) };
const lost = { type: 'xstate.error.actor.perform', error: new TypeError('network') };

/** Every record that was chosen is in one place. */
function nothingLost({ waiting, done, failed, undone }: ManyContext): void {
  const kept = waiting.length + done.length + failed.length + undone;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(2);
}

const resting = (running: World['running']) => expect(running).toEqual([]);

runModelLayer('manyRecords', manyRecordsModel, {
  emits: (_, { type }, before) =>
    type === 'xstate.done.actor.perform' ? [{ type: 'record.taken', id: of(before).waiting[0]?.id }] : [],
  states: {
    idle(snapshot, { running }) {
      resting(running);
      expect(of(snapshot)).toEqual({ command: null, waiting: [], done: [], failed: [], undone: 0 });
      expect(snapshot.hasTag('busy') || snapshot.hasTag('result')).toBe(false);
    },
    running(snapshot, world) {
      nothingLost(of(snapshot));
      expect(snapshot.hasTag('busy')).toBe(true);
      // the first of those that wait is the one that is sent
      if (world.event?.type !== 'many.stop')
        expect(world.inputOf('perform')).toEqual({ command: ARCHIVE, item: of(snapshot).waiting[0] });
    },
    interrupted(snapshot, { running }) {
      resting(running);
      nothingLost(of(snapshot));
      expect(of(snapshot).waiting.length).toBeGreaterThan(0);
      expect(snapshot.hasTag('result')).toBe(true);
    },
    shown(snapshot, { running }) {
      resting(running);
      nothingLost(of(snapshot));
      expect(of(snapshot)).toMatchObject({ command: ARCHIVE, waiting: [] });
      for (const { refusal } of of(snapshot).failed) expect(refusal).toEqual(REFUSAL);
      for (const { version, before } of of(snapshot).done) expect([version, before]).toEqual([4, null]);
    },
    undoing(snapshot, { inputOf }) {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(inputOf('revert')).toEqual({ command: ARCHIVE, item: of(snapshot).done[0] });
    },
    undone(snapshot, { running }) {
      resting(running);
      expect(of(snapshot)).toMatchObject({ waiting: [], done: [] });
      expect(of(snapshot).undone + of(snapshot).failed.length).toBeGreaterThan(0);
    },
  },
});

async function led(...events: { type: string }[]): Promise<Live> {
  const live = new Live(manyRecordsMachine, undefined, {});
  for (const event of events) await live.cause(event);
  return live;
}

it('takes nothing where nothing is chosen', async () => {
  const live = await led();
  await live.cause({ ...begin, items: [] });
  expect(live.snapshot.value).toBe('idle');
  live.stop();
});

it('goes on after a refusal, and names what was refused', async () => {
  const live = await led(begin, refused, answered);
  expect(live.snapshot.value).toBe('shown');
  expect(of(live.snapshot).failed).toEqual([{ ...TWO[0], refusal: REFUSAL }]);
  expect(of(live.snapshot).done).toEqual([{ ...TWO[1], version: 4, before: null }]);
  live.stop();
});

it('leaves the rest and finishes the record that is on its way', async () => {
  const live = await led(begin, { type: 'many.stop' }, answered);
  expect(live.snapshot.value).toBe('shown');
  expect(of(live.snapshot).done.map(({ id }) => id)).toEqual([1]);
  live.stop();
});

it('sends what got no answer again under the key it had', async () => {
  const live = await led(begin, answered, lost);
  expect(live.snapshot.value).toBe('interrupted');
  await live.cause({ type: 'many.retry', items: of(live.snapshot).waiting });
  expect(live.world.inputOf('perform')).toEqual({ command: ARCHIVE, item: TWO[1] });
  await live.cause(answered);
  expect(of(live.snapshot).done.map(({ id }) => id)).toEqual([1, 2]);
  live.stop();
});

it('takes back with the version that the step left, and counts what is kept as it is', async () => {
  const live = await led(begin, answered, answered, { type: 'many.undo' });
  expect(live.world.inputOf('revert')).toEqual({ command: ARCHIVE, item: { ...TWO[0], version: 4, before: null } });
  await live.cause({ type: 'xstate.done.actor.revert', output: undefined });
  await live.cause({ type: 'xstate.error.actor.revert', error: new RefusedError(REFUSAL) });
  expect(live.snapshot.value).toBe('undone');
  expect(of(live.snapshot).undone).toBe(1);
  expect(of(live.snapshot).failed.map(({ id }) => id)).toEqual([2]);
  live.stop();
});

it('never takes a merge back', async () => {
  const merge = { type: 'merge', into: 7 };
  const live = await led({ ...begin, command: merge } as typeof begin, answered, answered);
  expect(live.snapshot.value).toBe('shown');
  expect(of(live.snapshot).done.map(({ id }) => id)).toEqual([1, 2]);
  expect(live.snapshot.can({ type: 'many.undo' })).toBe(false);
  live.stop();
});

it('sends what was refused again together with what got no answer', async () => {
  const live = await led(begin, refused, lost);
  const changed = { ...TWO[0], version: 9, key: 'again' };
  await live.cause({ type: 'many.retry', items: [TWO[1], changed] });
  expect(of(live.snapshot)).toMatchObject({ waiting: [TWO[1], changed], failed: [] });
  live.stop();
});

it('offers to take back as soon as one record was done, and not where all were refused', async () => {
  const refusedAll = await led(begin, refused, refused);
  expect(refusedAll.snapshot.can({ type: 'many.undo' })).toBe(false);
  refusedAll.stop();
  const one = await led(begin, refused, answered, { type: 'many.undo' });
  expect(one.snapshot.value).toBe('undoing');
  // what was refused before has nothing to do with what is kept now
  expect(of(one.snapshot).failed).toEqual([]);
  one.stop();
});

it('leaves a step of the chart to another step', async () => {
  const step = { type: 'step', event: 'user.dismiss' };
  const live = await led({ ...begin, command: step } as typeof begin, answered, answered);
  expect([live.snapshot.value, live.snapshot.can({ type: 'many.undo' })]).toEqual(['shown', false]);
  live.stop();
});

import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { pauseOf, type StreamContext, streamMachine } from '../../machines/stream/stream.machine.ts';
import { SPREAD, streamModel } from '../../machines/stream/stream.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const failuresOf = (snapshot: AnyMachineSnapshot) => (snapshot.context as StreamContext).failures;
const RESTING = ['hearTabs', 'waitForTurn', 'watchNetwork'];
const READING = ['hearTabs', 'readStream', 'waitForTurn', 'watchNetwork'];
const pauses = [0, 1_000, 2_000];

/** What a tab hears it reads again; what its own stream says it passes on too. */
function expectHeard({ event, calls, effects }: World, elsewhere: readonly string[] = []) {
  if (event?.type === 'tab.nudged') expect(calls).toEqual([{ name: 'readAgain', params: event }]);
  else if (event?.type === 'stream.nudged')
    expect(calls).toEqual([
      { name: 'readAgain', params: event },
      { name: 'tellTabs', params: event },
    ]);
  else expect(effects).toEqual(elsewhere);
}

runModelLayer('stream', streamModel, {
  delays: { pause: (snapshot) => pauses[failuresOf(snapshot)] ?? Number.NaN },
  states: {
    following(_, world) {
      expect(world.running).toEqual(['hearTabs', 'waitForTurn']);
      expectHeard(world);
    },
    'reading.connecting'(_, world) {
      expect([...world.running].sort()).toEqual(READING);
      expectHeard(world);
    },
    'reading.open'(snapshot, world) {
      expect([...world.running].sort()).toEqual(READING);
      expect(failuresOf(snapshot)).toBe(0);
      expectHeard(world, world.event?.type === 'stream.opened' ? ['readEverythingAgain'] : []);
    },
    waiting(snapshot, world) {
      expect([...world.running].sort()).toEqual(RESTING);
      expect(failuresOf(snapshot)).toBeGreaterThan(0);
      expectHeard(world);
    },
    offline(_, world) {
      expect([...world.running].sort()).toEqual(RESTING);
      expectHeard(world);
    },
    refused(snapshot, { running, effects }) {
      expect(snapshot.status).toBe('done');
      expect(running).toEqual([]);
      expect(effects).toEqual([]);
    },
  },
});

it('waits longer with each failure, half a minute and its share at most, and not at the moment of other browsers', () => {
  const at = (failures: number, spread = SPREAD) => pauseOf({ failures, spread });
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => at(failures))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([at(1, 0), at(1, 1)]).toEqual([500, 1_500]);
});

it('begins anew to count failures once the stream was open', async () => {
  const live = new Live(streamMachine, { spread: SPREAD }, { delays: { pause: 1_000 } });
  for (const type of ['turn.came', 'stream.lost', 'network.lost', 'network.back']) await live.cause({ type });
  expect(failuresOf(live.snapshot)).toBe(1);
  await live.cause({ type: 'stream.opened' });
  await live.cause({ type: 'stream.lost' });
  expect([live.snapshot.value, failuresOf(live.snapshot)]).toEqual(['waiting', 1]);
  live.stop();
});

it('hears nothing of a stream that is not open', async () => {
  const live = new Live(streamMachine, { spread: SPREAD }, {});
  await live.cause({ type: 'stream.nudged', topic: 'notices' });
  await live.cause({ type: 'turn.came' });
  await live.cause({ type: 'stream.nudged', topic: 'notices' });
  expect(live.world.effects).toEqual([]);
  live.stop();
});

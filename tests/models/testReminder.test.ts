import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type ReminderContext, testReminderMachine } from '../../machines/testReminder/testReminder.machine.ts';
import { ATTEMPT, DAY, reading, testReminderModel, ZERO } from '../../machines/testReminder/testReminder.model.ts';
import { Live, runModelFloor } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ReminderContext;

runModelFloor('testReminder', testReminderModel, {
  states: {
    reading(snapshot, { running, inputOf }) {
      expect(running).toEqual(['read']);
      expect(inputOf('read')).toEqual({ attemptId: ATTEMPT });
      expect(snapshot.hasTag('asking')).toBe(false);
    },
    unread(snapshot, { running }) {
      expect(running).toEqual([]);
      expect(contextOf(snapshot)).toMatchObject({ reminder: null, left: null });
    },
    resting(snapshot, { running, effects, event }) {
      expect(running).toEqual([]);
      expect(contextOf(snapshot)).toMatchObject({ reminder: null, left: null, failure: null });
      if (event?.type === 'test.go') expect(effects).toEqual(['dropAttempt', 'goToTest']);
      else if (event?.type === 'xstate.done.actor.skip') expect(effects).toEqual(['dropAttempt', 'tellSkipped']);
      else expect(effects).toEqual([]);
    },
    counting(snapshot, { running, effects, event }) {
      expect(running).toEqual(['watchClock']);
      expect(contextOf(snapshot).left).toBeGreaterThan(0);
      // a day behind, and yet counted right
      expect(contextOf(snapshot).ahead).toBe(DAY);
      expect(effects).toEqual(event?.type === 'clock.ticked' ? [] : ['keepAttempt']);
      if (event?.type === 'clock.ticked') expect(contextOf(snapshot).left).toBe(1_000);
    },
    'due.waiting'(snapshot, { running, effects }) {
      expect(running).toEqual(['waitForTurn']);
      expect(snapshot.hasTag('asking')).toBe(false);
      expect(contextOf(snapshot).left).toBe(0);
      // a lagging tab must not call back what was answered in another
      expect(effects).toEqual([]);
    },
    'due.asking'(snapshot, { running, event, effects }) {
      expect(running).toEqual(['waitForTurn']);
      expect([snapshot.hasTag('asking'), snapshot.hasTag('busy')]).toEqual([true, false]);
      if (event?.type === 'xstate.error.actor.skip') expect(contextOf(snapshot).failure?.message).toBe('Server band');
      expect(effects).toEqual([]);
    },
    'due.skipping'(snapshot, { running, inputOf }) {
      expect(running).toEqual(['waitForTurn', 'skip']);
      expect(inputOf('skip')).toEqual({ attemptId: ATTEMPT });
      expect([snapshot.hasTag('asking'), snapshot.hasTag('busy')]).toEqual([true, true]);
      expect(contextOf(snapshot).failure).toBeNull();
    },
    signedOut(snapshot, { effects }) {
      expect(snapshot.status).toBe('done');
      expect(effects).toEqual(['dropAttempt', 'endSession']);
    },
  },
});

const begun = () => new Live(testReminderMachine, { attemptId: ATTEMPT }, {});
const learns = (live: Live, left: number, firstTry = false) =>
  live.cause({ type: 'xstate.done.actor.read', output: reading(left, firstTry) });

it('is at zero exactly two hours after the update, and not a millisecond before', async () => {
  const live = begun();
  await learns(live, 2);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY - 1 });
  expect([live.snapshot.value, contextOf(live.snapshot).left]).toEqual(['counting', 1]);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY });
  expect([live.snapshot.value, contextOf(live.snapshot).left]).toEqual(['reading', 0]);
  live.stop();
});

it('believes the server at zero, not a clock that was put forward', async () => {
  const live = begun();
  await learns(live, 3_600_000);
  await live.cause({ type: 'clock.ticked', at: ZERO });
  expect(live.snapshot.value).toBe('reading');
  await learns(live, 3_600_000);
  expect([live.snapshot.value, contextOf(live.snapshot).left]).toEqual(['counting', 3_600_000]);
  live.stop();
});

it('stops counting as soon as another tab has answered, wherever it stands', async () => {
  const live = begun();
  await learns(live, 500);
  await live.cause({ type: 'answer.elsewhere' });
  expect([live.snapshot.value, contextOf(live.snapshot).reminder]).toEqual(['resting', null]);
  live.stop();
});

it('asks without a network, once the time has come', async () => {
  const live = begun();
  await learns(live, 1);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY });
  await live.cause({ type: 'xstate.error.actor.read', error: new Error('network') });
  expect(live.snapshot.value).toEqual({ due: 'waiting' });
  live.stop();
});

it('counts another test when one is found, and nothing more when there is none', async () => {
  const live = begun();
  await learns(live, 3_600_000);
  await live.cause({ type: 'test.found', attemptId: 8 });
  expect([live.snapshot.value, contextOf(live.snapshot).attemptId]).toEqual(['reading', 8]);
  await live.cause({ type: 'xstate.done.actor.read', output: { reminder: null, now: ZERO, at: ZERO - DAY } });
  expect(live.snapshot.value).toBe('resting');
  expect(contextOf(live.snapshot)).toMatchObject({ reminder: null, left: null });
  await live.cause({ type: 'test.found', attemptId: 9 });
  expect([live.snapshot.value, contextOf(live.snapshot).attemptId]).toEqual(['reading', 9]);
  live.stop();
});

it('does not show an old refusal while it puts off again', async () => {
  const live = begun();
  await learns(live, 0);
  for (const type of ['turn.came', 'test.skip']) await live.cause({ type });
  await live.cause({ type: 'xstate.error.actor.skip', error: { status: 503, message: 'Server band' } });
  expect(contextOf(live.snapshot).failure?.message).toBe('Server band');
  await live.cause({ type: 'test.skip' });
  expect([live.snapshot.value, contextOf(live.snapshot).failure]).toEqual([{ due: 'skipping' }, null]);
  live.stop();
});

it('goes on with the test that the server names, not with the one it asked about', async () => {
  const live = begun();
  const { reminder, ...clock } = reading(3_600_000, false);
  await live.cause({
    type: 'xstate.done.actor.read',
    output: { ...clock, reminder: { ...reminder, attempt_id: 8, title: 'Boshqa test' } },
  });
  expect(live.snapshot.value).toBe('counting');
  expect(contextOf(live.snapshot).attemptId).toBe(8);
  live.stop();
});

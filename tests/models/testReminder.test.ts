import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { leftOf, type ReminderContext, testReminderMachine } from '../../machines/testReminder/testReminder.machine.ts';
import {
  ATTEMPT,
  DAY,
  OTHER,
  reading,
  testReminderModel,
  ZERO,
} from '../../machines/testReminder/testReminder.model.ts';
import { Live, runModelLayer } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ReminderContext;

const leftIn = (snapshot: AnyMachineSnapshot) => leftOf(contextOf(snapshot));
const counted = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).reminders.map((one) => one.attempt_id);

runModelLayer('testReminder', testReminderModel, {
  delays: { readAgain: 60_000 },
  states: {
    reading(snapshot, { running, effects, event, calls }) {
      expect(running).toEqual(['read']);
      expect(snapshot.hasTag('asking')).toBe(false);
      const answered = ['test.go', 'xstate.done.actor.skip', 'answer.elsewhere'].includes(event?.type ?? '');
      if (answered) {
        // what was answered is counted no more, and the next one is not lost
        expect(counted(snapshot)).not.toContain(ATTEMPT);
        expect(contextOf(snapshot).failure).toBeNull();
      }
      if (event?.type === 'test.go') expect(effects).toEqual(['dropAttempt', 'goToTest']);
      else if (event?.type === 'xstate.done.actor.skip') {
        expect(effects).toEqual(['dropAttempt', 'notifySkipped']);
        expect(calls.at(-1)?.params).toEqual({ message: event.output.message });
      } else expect(effects).toEqual(event?.type === 'tests.read' ? ['keepHourly'] : []);
    },
    unread(snapshot, { running }) {
      expect(running).toEqual([]);
      expect(counted(snapshot)).toEqual([]);
    },
    resting(snapshot, { running, effects }) {
      expect(running).toEqual([]);
      expect(counted(snapshot)).toEqual([]);
      expect(effects).toEqual(['keepCounted']);
    },
    counting(snapshot, { running, effects, event }) {
      expect(running).toEqual(['watchClock']);
      expect(leftIn(snapshot)).toBeGreaterThan(0);
      // a day behind, and yet counted right
      expect(contextOf(snapshot).ahead).toBe(DAY);
      expect(effects).toEqual(event?.type === 'xstate.done.actor.read' ? ['keepCounted'] : []);
      if (event?.type === 'clock.ticked' && counted(snapshot)[0] === ATTEMPT) expect(leftIn(snapshot)).toBe(1_000);
    },
    'due.waiting'(snapshot, { running, effects, event, inputOf }) {
      expect(running).toEqual(['waitForTurn']);
      expect(inputOf('waitForTurn')).toEqual({ attemptId: ATTEMPT });
      expect(snapshot.hasTag('asking')).toBe(false);
      expect(leftIn(snapshot)).toBe(0);
      const { type } = event ?? { type: '' };
      expect(effects).toEqual(
        type === 'xstate.done.actor.read' ? ['keepCounted'] : type === 'tests.read' ? ['keepHourly'] : [],
      );
    },
    'due.asking'(snapshot, { running, event, effects }) {
      expect(running).toEqual(['waitForTurn']);
      expect([snapshot.hasTag('asking'), snapshot.hasTag('busy')]).toEqual([true, false]);
      if (event?.type === 'xstate.error.actor.skip') expect(contextOf(snapshot).failure?.message).toBe('Server band');
      expect(effects).toEqual(event?.type === 'tests.read' ? ['keepHourly'] : []);
    },
    'due.skipping'(snapshot, { running, inputOf, event }) {
      expect(running).toEqual(['waitForTurn', 'skip']);
      expect(inputOf('skip')).toEqual({ attemptId: ATTEMPT });
      expect([snapshot.hasTag('asking'), snapshot.hasTag('busy')]).toEqual([true, true]);
      if (event?.type === 'test.skip') expect(contextOf(snapshot).failure).toBeNull();
    },
    signedOut(snapshot, { effects }) {
      expect(snapshot.status).toBe('done');
      expect(effects).toEqual(['dropAttempt', 'endSession']);
    },
  },
});

const begun = () => new Live(testReminderMachine, undefined, {});
const learns = (live: Live, left: number, firstTry = false, other = false) =>
  live.cause({ type: 'xstate.done.actor.read', output: reading(left, firstTry, other) });
const NONE = { reminders: [], asked: [], now: ZERO, at: ZERO - DAY };
const failing = (live: Live) => live.cause({ type: 'xstate.error.actor.read', error: new Error('network') });

it('is at zero exactly two hours after the update, and not a millisecond before', async () => {
  const live = begun();
  await learns(live, 2);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY - 1 });
  expect([live.snapshot.value, leftIn(live.snapshot)]).toEqual(['counting', 1]);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY });
  expect([live.snapshot.value, leftIn(live.snapshot)]).toEqual(['reading', 0]);
  live.stop();
});

it('believes the server at zero, not a clock that was put forward', async () => {
  const live = begun();
  await learns(live, 3_600_000);
  await live.cause({ type: 'clock.ticked', at: ZERO });
  expect(live.snapshot.value).toBe('reading');
  await learns(live, 3_600_000);
  expect([live.snapshot.value, leftIn(live.snapshot)]).toEqual(['counting', 3_600_000]);
  live.stop();
});

it('stops counting what another tab has answered, in every state', async () => {
  const live = begun();
  await learns(live, 500, false, true);
  await live.cause({ type: 'answer.elsewhere', attemptIds: [ATTEMPT] });
  expect([live.snapshot.value, counted(live.snapshot)]).toEqual(['reading', [OTHER]]);
  await failing(live);
  // what it does not count itself is none of its business
  await live.cause({ type: 'answer.elsewhere', attemptIds: [ATTEMPT] });
  expect(live.snapshot.value).toBe('counting');
  live.stop();
});

it('asks without a network, once the time has come, and goes on with the next test', async () => {
  const live = begun();
  await learns(live, 1, false, true);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY });
  await failing(live);
  expect(live.snapshot.value).toEqual({ due: 'waiting' });
  await live.cause({ type: 'turn.came' });
  await live.cause({ type: 'test.go' });
  await failing(live);
  expect([live.snapshot.value, counted(live.snapshot)]).toEqual(['counting', [OTHER]]);
  await live.cause({ type: 'clock.ticked', at: ZERO - DAY + 3_600_000 });
  await failing(live);
  expect([live.snapshot.value, counted(live.snapshot)]).toEqual([{ due: 'waiting' }, [OTHER]]);
  live.stop();
});

it.each(['test.go', 'test.skip'])('asks the server for the next test after an answer: %s', async (answer) => {
  const live = begun();
  await learns(live, 0);
  for (const type of ['turn.came', answer]) await live.cause({ type });
  if (answer === 'test.skip') await live.cause({ type: 'xstate.done.actor.skip', output: { message: '' } });
  expect([live.snapshot.value, live.world.running]).toEqual(['reading', ['read']]);
  await live.cause({ type: 'xstate.done.actor.read', output: NONE });
  expect(live.snapshot.value).toBe('resting');
  live.stop();
});

it.each([
  ['reading', []],
  ['unread', [{ type: 'xstate.error.actor.read', error: new Error('network') }]],
  ['resting', [{ type: 'xstate.done.actor.read', output: NONE }]],
  ['counting', [{ type: 'xstate.done.actor.read', output: reading(1, false) }]],
])('asks the server anew when tests were read: %s', async (state, events) => {
  const live = begun();
  for (const event of events) await live.cause(event);
  expect(live.snapshot.value).toBe(state);
  await live.cause({ type: 'tests.read', attemptIds: [OTHER] });
  expect([live.snapshot.value, live.world.effects]).toEqual(['reading', ['keepHourly']]);
  live.stop();
});

it('keeps a test that it learns of while it asks, and the question stays', async () => {
  const live = begun();
  await learns(live, 0);
  for (const state of ['waiting', 'asking', 'skipping']) {
    if (state === 'asking') await live.cause({ type: 'turn.came' });
    if (state === 'skipping') await live.cause({ type: 'test.skip' });
    await live.cause({ type: 'tests.read', attemptIds: [OTHER] });
    expect([live.snapshot.value, live.world.effects]).toEqual([{ due: state }, ['keepHourly']]);
  }
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

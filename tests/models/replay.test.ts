import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type ReplayContext, replayMachine, SPEEDS } from '../../machines/replay/replay.machine.ts';
import { LOG, replayModel } from '../../machines/replay/replay.model.ts';
import { runModelLayer, type StateCheck } from './kit.ts';

/** A step of the log is shown, and it can be left by hand wherever there is another. */
const shows: StateCheck = (snapshot, { event }) => {
  const { step, steps, speed } = snapshot.context as ReplayContext;
  expect(step).toBeGreaterThanOrEqual(1);
  expect(step).toBeLessThanOrEqual(steps);
  expect(snapshot.can({ type: 'step.back' })).toBe(step > 1);
  expect(snapshot.can({ type: 'log.closed' })).toBe(true);
  if (event?.type === 'step.go') expect(step).toBe(Math.min(event.step, steps));
  if (event?.type === 'speed.set') expect(speed).toBe(event.speed);
};

runModelLayer('replay', replayModel, {
  delays: { pace: (snapshot) => 1_200 / snapshot.context.speed },
  states: {
    idle(snapshot) {
      expect(snapshot.context).toMatchObject({ steps: 0, step: 0 });
      for (const type of ['replay.play', 'replay.pause', 'step.next', 'step.back', 'log.closed'])
        expect(snapshot.can({ type })).toBe(false);
    },
    'open.paused'(snapshot, world) {
      shows(snapshot, world);
      expect(snapshot.context.step).toBeLessThan(LOG);
      expect(snapshot.hasTag('playing')).toBe(false);
      expect(snapshot.can({ type: 'replay.pause' })).toBe(false);
    },
    'open.playing'(snapshot, world) {
      shows(snapshot, world);
      expect(snapshot.context.step).toBeLessThan(LOG);
      expect(snapshot.hasTag('playing')).toBe(true);
      // from the end it restarts
      if (world.event?.type === 'replay.play') expect(snapshot.can({ type: 'replay.pause' })).toBe(true);
    },
    'open.ended'(snapshot, world) {
      shows(snapshot, world);
      expect(snapshot.context.step).toBe(snapshot.context.steps);
      expect(snapshot.can({ type: 'step.next' })).toBe(false);
      expect(snapshot.can({ type: 'replay.play' })).toBe(snapshot.context.steps > 1);
    },
  },
});

const opened = (steps: number, step = 1) => {
  const clock = new SimulatedClock();
  const actor = createActor(replayMachine, { clock }).start();
  actor.send({ type: 'log.opened', steps, step });
  return { actor, clock, now: () => actor.getSnapshot().context.step };
};

it('plays each step at its speed, to the millisecond', () => {
  for (const speed of SPEEDS) {
    const { actor, clock, now } = opened(4);
    actor.send({ type: 'speed.set', speed });
    actor.send({ type: 'replay.play' });
    clock.increment(1_200 / speed - 1);
    expect(now()).toBe(1);
    clock.increment(1);
    expect(now()).toBe(2);
    // the next delay begins when this one is over
    clock.increment(1_200 / speed);
    clock.increment(1_200 / speed);
    expect(now()).toBe(4);
    expect(actor.getSnapshot().matches({ open: 'ended' })).toBe(true);
  }
});

it('follows a new speed at once, while it plays', () => {
  const { actor, clock, now } = opened(9);
  actor.send({ type: 'replay.play' });
  clock.increment(1_200 - 1);
  actor.send({ type: 'speed.set', speed: 4 });
  clock.increment(1_200 / 4 - 1);
  expect(now()).toBe(1);
  clock.increment(1);
  expect(now()).toBe(2);
  expect(actor.getSnapshot().hasTag('playing')).toBe(true);
});

it('plays again from the first step', () => {
  const { actor, now } = opened(3, 3);
  actor.send({ type: 'replay.play' });
  expect(now()).toBe(1);
});

it('brings any number from an address into the log', () => {
  for (const [asked, shown] of [
    [-4, 1],
    [0, 1],
    [2.9, 2],
    [99, 3],
  ] as const) {
    expect(opened(3, asked).now()).toBe(shown);
    const { actor, now } = opened(3, 2);
    actor.send({ type: 'step.go', step: asked });
    expect(now()).toBe(shown);
  }
});

import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromCallback } from 'xstate';
import { type InactivityContext, inactivityMachine, secondsLeft } from '../../machines/session/inactivity.machine.ts';
import { inactivityModel } from '../../machines/session/inactivity.model.ts';
import { runModelLayer } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as InactivityContext;

runModelLayer('inactivity', inactivityModel, {
  states: {
    'watching.quiet'(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(false);
      expect(snapshot.hasTag('counting')).toBe(false);
      expect(running).toEqual(['watch']);
    },
    'watching.counting'(snapshot, { running }) {
      expect(snapshot.hasTag('counting')).toBe(true);
      expect(secondsLeft(contextOf(snapshot))).toBe(1);
      expect(running).toEqual(['watch']);
    },
    'watchingOffline.quiet'(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(false);
      expect(snapshot.hasTag('counting')).toBe(false);
      expect(snapshot.can({ type: 'network.back' })).toBe(true);
      expect(running).toEqual(['watch']);
    },
    'watchingOffline.counting'(snapshot, { running }) {
      expect(snapshot.hasTag('counting')).toBe(true);
      expect(secondsLeft(contextOf(snapshot))).toBe(1);
      expect(snapshot.can({ type: 'network.back' })).toBe(true);
      expect(running).toEqual(['watch']);
    },
    locked(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(true);
      expect(snapshot.hasTag('counting')).toBe(false);
      // the person's movements do not uncover the screen
      expect(snapshot.can({ type: 'activity.seen', at: snapshot.context.lastActivity })).toBe(false);
      expect(snapshot.can({ type: 'clock.checked', at: 0 })).toBe(false);
      expect(running).toEqual(['watch']);
    },
    expired(snapshot) {
      expect(snapshot.status).toBe('done');
      expect(snapshot.output).toEqual({ reason: contextOf(snapshot).reason });
    },
  },
});

/** Specification 9: 1,800,000 ms. */
const THIRTY_MINUTES = 1_800_000;
/** The warning begins one minute before: 1,740,000 ms. */
const TWENTY_NINE_MINUTES = 1_740_000;

const started = (lastActivity: number) =>
  createActor(inactivityMachine.provide({ actors: { watchActivity: fromCallback(() => {}) } }), {
    input: { lastActivity },
  }).start();

it('ends at thirty minutes and not a millisecond before', () => {
  const actor = started(1_000);
  actor.send({ type: 'clock.checked', at: 1_000 + THIRTY_MINUTES - 1 });
  expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
  actor.send({ type: 'clock.checked', at: 1_000 + THIRTY_MINUTES });
  expect(actor.getSnapshot().value).toBe('expired');
});

it('does not let the movement that wakes a laptop count as activity', () => {
  const actor = started(0);
  actor.send({ type: 'activity.seen', at: 8 * 3_600_000 });
  expect(actor.getSnapshot().value).toBe('expired');
});

it('takes activity of any tab, and never an older one', () => {
  const actor = started(0);
  actor.send({ type: 'activity.elsewhere', at: 60_000 });
  actor.send({ type: 'activity.elsewhere', at: 30_000 });
  expect(actor.getSnapshot().context.lastActivity).toBe(60_000);
  actor.send({ type: 'clock.checked', at: THIRTY_MINUTES + 59_999 });
  expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
});

describe('the countdown', () => {
  const at = (actor: ReturnType<typeof started>, now: number) => {
    actor.send({ type: 'clock.checked', at: now });
    return actor.getSnapshot();
  };

  it('begins at twenty-nine minutes and not a millisecond before, with and without a network', () => {
    for (const [lost, place] of [
      [false, 'watching'],
      [true, 'watchingOffline'],
    ] as const) {
      const actor = started(1_000);
      if (lost) actor.send({ type: 'network.lost' });
      expect(at(actor, 1_000 + TWENTY_NINE_MINUTES - 1).value).toEqual({ [place]: 'quiet' });
      expect(at(actor, 1_000 + TWENTY_NINE_MINUTES).value).toEqual({ [place]: 'counting' });
    }
  });

  it('shows sixty seconds at its beginning, and zero at zero alone', () => {
    const actor = started(0);
    const shown = (now: number) => secondsLeft(at(actor, now).context);
    expect(shown(TWENTY_NINE_MINUTES)).toBe(60);
    expect(shown(TWENTY_NINE_MINUTES + 13_000)).toBe(47);
    expect(shown(THIRTY_MINUTES - 1)).toBe(1);
    expect(secondsLeft({ lastActivity: 0, checkedAt: THIRTY_MINUTES })).toBe(0);
    expect(secondsLeft({ lastActivity: 0, checkedAt: THIRTY_MINUTES + 5_000 })).toBe(0);
  });

  it('is stopped by the person until the last millisecond, and then begins anew', () => {
    const actor = started(0);
    at(actor, TWENTY_NINE_MINUTES);
    actor.send({ type: 'activity.seen', at: THIRTY_MINUTES - 1 });
    expect(actor.getSnapshot().value).toEqual({ watching: 'quiet' });
    expect(at(actor, THIRTY_MINUTES - 1 + TWENTY_NINE_MINUTES - 1).value).toEqual({ watching: 'quiet' });
    expect(at(actor, THIRTY_MINUTES - 1 + TWENTY_NINE_MINUTES).value).toEqual({ watching: 'counting' });
  });

  it('is stopped by another tab, but not by what was known of it', () => {
    const actor = started(5_000);
    at(actor, 5_000 + TWENTY_NINE_MINUTES);
    actor.send({ type: 'activity.elsewhere', at: 5_000 });
    expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
    actor.send({ type: 'activity.elsewhere', at: 5_001 });
    expect(actor.getSnapshot()).toMatchObject({ value: { watching: 'quiet' }, context: { lastActivity: 5_001 } });
  });

  it('lets the person leave, also right after the pointer came to the button, and does not call it inactivity', () => {
    const actor = started(0);
    at(actor, TWENTY_NINE_MINUTES);
    actor.send({ type: 'activity.seen', at: TWENTY_NINE_MINUTES + 1_000 });
    actor.send({ type: 'person.leave' });
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { reason: 'left' } });
  });

  it('covers the screen of who leaves without a network, and ends the session when it is back', () => {
    const actor = started(0);
    actor.send({ type: 'network.lost' });
    at(actor, TWENTY_NINE_MINUTES);
    actor.send({ type: 'person.leave' });
    expect(actor.getSnapshot().value).toBe('locked');
    actor.send({ type: 'network.back' });
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { reason: 'left' } });
  });

  it('is followed by the end of the session that nobody is there for', () => {
    const actor = started(0);
    at(actor, TWENTY_NINE_MINUTES);
    expect(at(actor, THIRTY_MINUTES)).toMatchObject({ status: 'done', output: { reason: 'inactive' } });
  });
});

it('without a network counts what another tab saw, and the seconds that are left', () => {
  const actor = started(0);
  actor.send({ type: 'network.lost' });
  actor.send({ type: 'activity.elsewhere', at: 60_000 });
  expect(actor.getSnapshot().context.lastActivity).toBe(60_000);
  actor.send({ type: 'clock.checked', at: 60_000 + 29 * 60_000 });
  actor.send({ type: 'clock.checked', at: 60_000 + 29 * 60_000 + 13_000 });
  expect(actor.getSnapshot().value).toEqual({ watchingOffline: 'counting' });
  expect(secondsLeft(actor.getSnapshot().context)).toBe(47);
});

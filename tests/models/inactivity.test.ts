import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { inactivityMachine } from '../../machines/session/inactivity.machine.ts';
import { inactivityModel } from '../../machines/session/inactivity.model.ts';
import { runModelLayer } from './kit.ts';

runModelLayer('inactivity', inactivityModel, {
  states: {
    watching(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(false);
      expect(running).toEqual(['watch']);
    },
    watchingOffline(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(false);
      expect(snapshot.can({ type: 'network.back' })).toBe(true);
      expect(running).toEqual(['watch']);
    },
    locked(snapshot, { running }) {
      expect(snapshot.hasTag('covered')).toBe(true);
      // the person's movements do not uncover the screen
      expect(snapshot.can({ type: 'activity.seen', at: snapshot.context.lastActivity })).toBe(false);
      expect(snapshot.can({ type: 'clock.checked', at: 0 })).toBe(false);
      expect(running).toEqual(['watch']);
    },
    expired(snapshot) {
      expect(snapshot.status).toBe('done');
    },
  },
});

/** Specification 9: 1,800,000 ms. */
const THIRTY_MINUTES = 1_800_000;

const started = (lastActivity: number) =>
  createActor(inactivityMachine.provide({ actors: { watchActivity: fromCallback(() => {}) } }), {
    input: { lastActivity },
  }).start();

it('ends at thirty minutes and not a millisecond before', () => {
  const actor = started(1_000);
  actor.send({ type: 'clock.checked', at: 1_000 + THIRTY_MINUTES - 1 });
  expect(actor.getSnapshot().value).toBe('watching');
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
  expect(actor.getSnapshot().value).toBe('watching');
});

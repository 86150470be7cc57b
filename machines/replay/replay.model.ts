import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ReplayContext, type ReplayEvent, replayMachine } from './replay.machine.ts';

/** Steps of the log that most paths go through. */
export const LOG = 3;

const one = (name: string, event: ReplayEvent): EventCase => ({ name, event });

export const replayModel: WorkflowModel = {
  machine: replayMachine,
  pageEvents: ['log.opened', 'log.closed'],
  cases: [
    one('opens a log of three steps', { type: 'log.opened', steps: LOG, step: 1 }),
    one('opens a log of one step', { type: 'log.opened', steps: 1, step: 1 }),
    one('closes it', { type: 'log.closed' }),
    one('plays', { type: 'replay.play' }),
    one('pauses', { type: 'replay.pause' }),
    one('goes on by one', { type: 'step.next' }),
    one('goes back by one', { type: 'step.back' }),
    one('goes to the first', { type: 'step.go', step: 1 }),
    one('goes to the last', { type: 'step.go', step: LOG }),
    one('sets double speed', { type: 'speed.set', speed: 2 }),
    { name: 'waits for a step', event: { type: 'xstate.after.pace.replay.open.playing' } },
  ],
  within(snapshot, { type }) {
    const { steps, speed } = snapshot.context as ReplayContext;
    // one log at a time, and one change of speed, which is independent of the log
    if (type === 'log.opened') return steps === 0;
    return type !== 'speed.set' || (steps > 0 && speed === 1);
  },
  serialize(snapshot) {
    const { steps, step, speed } = snapshot.context as ReplayContext;
    return `${JSON.stringify(snapshot.value)} ${step}/${steps} ×${speed}`;
  },
};

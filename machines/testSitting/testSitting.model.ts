import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type TestSittingContext, type TestSittingEvent, testSittingMachine } from './testSitting.machine.ts';

const one = (name: string, event: TestSittingEvent): EventCase => ({ name, event });

/** The tries that the model begins with: one that is not enough may come before the last. */
export const MODEL_TRIES = 2;

export const testSittingModel: WorkflowModel = {
  machine: testSittingMachine,
  beginnings: [{ name: 'two tries', input: { triesLeft: MODEL_TRIES } }],
  cases: [
    one('begins', { type: 'test.start' }),
    one('answers', { type: 'answer.save' }),
    one('hands in enough', { type: 'test.submit', passed: true }),
    one('hands in too little', { type: 'test.submit', passed: false }),
    one('its time is up with enough saved', { type: 'time.isUp', passed: true }),
    one('its time is up with too little', { type: 'time.isUp', passed: false }),
    one('is given another try', { type: 'attempt.give' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    return `${String(snapshot.value)} ${(snapshot.context as TestSittingContext).triesLeft}`;
  },
};

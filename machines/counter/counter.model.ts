import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type CounterEvent, counterMachine } from './counter.machine.ts';

const one = (name: string, type: CounterEvent['type']): EventCase => ({ name, event: { type } });

export const counterModel: WorkflowModel = {
  machine: counterMachine,
  cases: [
    one('is renamed', 'counter.rename'),
    one('is removed', 'counter.remove'),
    one('starts', 'counter.start'),
    one('saves entries', 'entries.save'),
    one('submits', 'counter.submit'),
    one('is released', 'counter.release'),
  ],
  serialize: (snapshot) => String(snapshot.value),
};

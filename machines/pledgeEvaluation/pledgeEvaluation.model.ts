import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type PledgeEvaluationContext,
  type PledgeEvaluationEvent,
  pledgeEvaluationMachine,
} from './pledgeEvaluation.machine.ts';

const one = (name: string, type: PledgeEvaluationEvent['type']): EventCase => ({ name, event: { type } });

const WHOLE = { name: 'a car with photos, an extract, wear and terms' };

export const pledgeEvaluationModel: WorkflowModel = {
  machine: pledgeEvaluationMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [WHOLE] },
  beginnings: [
    WHOLE,
    { name: 'a car without a photo', input: { photographed: false } },
    { name: 'a car without wear or terms', input: { priced: false } },
    { name: 'a car without an extract of the register', input: { registered: false } },
    { name: 'a car whose last day is over', input: { current: false } },
  ],
  cases: [
    one('is corrected', 'pledge.update'),
    one('is inspected', 'pledge.inspect'),
    one('is valued', 'pledge.value'),
    one('is approved', 'pledge.approve'),
    one('is refused', 'pledge.refuse'),
    one('expires', 'pledge.expire'),
    one('is attached', 'pledge.attach'),
    one('is released', 'pledge.release'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const lacking = Object.entries(snapshot.context as PledgeEvaluationContext).filter(([, holds]) => !holds);
    return [String(snapshot.value), ...lacking.map(([fact]) => `not ${fact}`)].join(' ');
  },
};

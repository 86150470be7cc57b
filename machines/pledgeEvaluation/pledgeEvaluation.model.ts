import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type PledgeEvaluationContext,
  type PledgeEvaluationEvent,
  pledgeEvaluationMachine,
} from './pledgeEvaluation.machine.ts';

const one = (name: string, type: PledgeEvaluationEvent['type']): EventCase => ({ name, event: { type } });

const WHOLE = { name: 'a car with photos, wear and terms' };

export const pledgeEvaluationModel: WorkflowModel = {
  machine: pledgeEvaluationMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [WHOLE] },
  beginnings: [
    WHOLE,
    { name: 'a car without a photo', input: { photographed: false } },
    { name: 'a car without wear or terms', input: { priced: false } },
  ],
  cases: [
    one('is corrected', 'pledge.update'),
    one('is inspected', 'pledge.inspect'),
    one('is valued', 'pledge.value'),
    one('is approved', 'pledge.approve'),
    one('is refused', 'pledge.refuse'),
    one('expires', 'pledge.expire'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { photographed, priced } = snapshot.context as PledgeEvaluationContext;
    return `${String(snapshot.value)}${photographed ? '' : ' no photo'}${priced ? '' : ' no price'}`;
  },
};

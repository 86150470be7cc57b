import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type MoneyStepEvent, moneyStepMachine } from './moneyStep.machine.ts';

const one = (name: string, event: MoneyStepEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });
const failed = (kind: 'failed' | 'refused', code: string) => ({
  type: 'xstate.error.actor.send',
  error: { refusal: { kind, code, message: '', requestId: '', errors: {}, lines: [], current: null } },
});

const request = { kind: 'pay', id: null, body: { amount: 100_000 } };

export const moneyStepModel: WorkflowModel = {
  machine: moneyStepMachine,
  cases: [
    one('takes a payment', { type: 'step.take', request, key: 'a1' }),
    one('finds one that was sent before', { type: 'step.found', request, key: 'a0' }),
    one('asks what came of it', { type: 'step.ask' }),
    one('goes on to the next', { type: 'step.next' }),
    caused('is refused: something moved', failed('refused', 'money_moved')),
    caused('has it taken', { type: 'xstate.done.actor.send', output: { message: 'Olindi', document: null } }),
    caused('gets no answer', failed('failed', 'no_answer')),
  ],
  within(snapshot, { type }) {
    // only a call that is under way can end
    return !type.includes('.actor.') || snapshot.hasTag('busy');
  },
  serialize(snapshot) {
    const { key, refusal } = snapshot.context as { key: string; refusal: { code: string } | null };
    return [String(snapshot.value), key, refusal?.code].filter(Boolean).join(' ');
  },
};

import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type InitiativeClientContext,
  type InitiativeClientEvent,
  initiativeClientMachine,
} from './initiativeClient.machine.ts';

const one = (name: string, type: InitiativeClientEvent['type']): EventCase => ({ name, event: { type } });

export const initiativeClientModel: WorkflowModel = {
  machine: initiativeClientMachine,
  beginnings: [
    { name: 'somebody whose goods leave in time' },
    { name: 'somebody who buys nothing in time', input: { earned: false } },
  ],
  cases: [
    one('is corrected', 'lead.update'),
    one('was a client before', 'lead.check'),
    one('is called', 'lead.call'),
    one('does not want to', 'lead.refuse'),
    one('becomes a client', 'lead.register'),
    one('brings the fee', 'lead.reward'),
    one('is too late', 'lead.expire'),
  ],
  serialize: ({ value, context }: AnyMachineSnapshot) =>
    `${value}${(context as InitiativeClientContext).earned ? '' : ' not earned'}`,
};

import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type RevisionContext, type RevisionEvent, settingRevisionMachine } from './settingRevision.machine.ts';

const one = (name: string, event: RevisionEvent): EventCase => ({ name, event });

export const settingRevisionModel: WorkflowModel = {
  machine: settingRevisionMachine,
  cases: [
    one('changes its figures', { type: 'revision.update', facts: { monthClosed: false } }),
    one('moves it into a closed month', { type: 'revision.update', facts: { monthClosed: true } }),
    one('plans it', { type: 'revision.plan' }),
    one('its day comes', { type: 'revision.start' }),
    one('a later one comes', { type: 'revision.supersede' }),
    one('its last day is over', { type: 'revision.end' }),
    one('drops it', { type: 'revision.drop' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { monthClosed } = snapshot.context as RevisionContext;
    return `${String(snapshot.value)}${monthClosed ? ' closed' : ''}`;
  },
};

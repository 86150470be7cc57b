import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type AnnouncementContext, type AnnouncementEvent, announcementMachine } from './announcement.machine.ts';

const one = (name: string, event: AnnouncementEvent): EventCase => ({ name, event });

export const announcementModel: WorkflowModel = {
  machine: announcementMachine,
  cases: [
    one('writes the rest', { type: 'announcement.update', facts: { complete: true } }),
    one('takes a language out', { type: 'announcement.update', facts: { complete: false } }),
    one('publishes it', { type: 'announcement.publish' }),
    one('somebody reads it', { type: 'announcement.read' }),
    one('its end comes', { type: 'announcement.end' }),
    one('withdraws it', { type: 'announcement.withdraw' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { complete } = snapshot.context as AnnouncementContext;
    return `${String(snapshot.value)}${complete ? '' : ' incomplete'}`;
  },
};

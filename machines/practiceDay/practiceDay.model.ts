import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type PracticeDayContext, type PracticeDayEvent, practiceDayMachine } from './practiceDay.machine.ts';

const one = (name: string, type: PracticeDayEvent['type']): EventCase => ({ name, event: { type } });

const FREE = { name: 'a free day' };

export const practiceDayModel: WorkflowModel = {
  machine: practiceDayMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [FREE] },
  beginnings: [
    FREE,
    { name: 'a day with a sent invoice', input: { blockers: 1 } },
    { name: 'a day that a later document follows', input: { laterDocuments: true } },
    { name: 'a day beside another open one', input: { anotherOpen: true } },
    { name: 'a day of a month that gets closed', input: { monthClosed: true } },
  ],
  cases: [
    one('begins to close it', 'day.startClosing'),
    one('goes on working', 'day.resume'),
    one('closes it', 'day.close'),
    one('reopens it', 'day.reopen'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { blockers, laterDocuments, anotherOpen, monthClosed } = snapshot.context as PracticeDayContext;
    return [
      String(snapshot.value),
      blockers > 0 && 'blocked',
      laterDocuments && 'followed',
      anotherOpen && 'another open',
      monthClosed && 'month closed',
    ]
      .filter(Boolean)
      .join(', ');
  },
};

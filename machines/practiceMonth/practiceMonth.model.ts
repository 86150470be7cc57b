import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type PracticeMonthContext, type PracticeMonthEvent, practiceMonthMachine } from './practiceMonth.machine.ts';

const one = (name: string, type: PracticeMonthEvent['type']): EventCase => ({ name, event: { type } });

const CLOSED = { name: 'a month whose days are closed' };

export const practiceMonthModel: WorkflowModel = {
  machine: practiceMonthMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [CLOSED] },
  beginnings: [
    CLOSED,
    { name: 'a month with an open day', input: { openDays: 1 } },
    { name: 'a month that goes on', input: { lastDayCame: false } },
  ],
  cases: [one('closes the month', 'month.close'), one('reopens the month', 'month.reopen')],
  serialize(snapshot: AnyMachineSnapshot) {
    const { openDays, lastDayCame } = snapshot.context as PracticeMonthContext;
    return `${String(snapshot.value)}${openDays > 0 ? ' with an open day' : ''}${lastDayCame ? '' : ' that goes on'}`;
  },
};

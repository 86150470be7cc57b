import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type PracticeMonthContext, type PracticeMonthEvent, practiceMonthMachine } from './practiceMonth.machine.ts';

const one = (name: string, type: PracticeMonthEvent['type']): EventCase => ({ name, event: { type } });

export const practiceMonthModel: WorkflowModel = {
  machine: practiceMonthMachine,
  beginnings: [{ name: 'a month whose days are closed' }, { name: 'a month with an open day', input: { openDays: 1 } }],
  cases: [one('closes the month', 'month.close'), one('reopens the month', 'month.reopen')],
  serialize(snapshot: AnyMachineSnapshot) {
    const { openDays } = snapshot.context as PracticeMonthContext;
    return `${String(snapshot.value)}${openDays > 0 ? ' with an open day' : ''}`;
  },
};

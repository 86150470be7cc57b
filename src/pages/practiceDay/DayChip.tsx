import type { PracticeDayStatus, PracticeMonthStatus } from '../../../contract/practiceDay.ts';
import { practiceDayMachine } from '../../../machines/practiceDay/practiceDay.machine.ts';
import { practiceMonthMachine } from '../../../machines/practiceMonth/practiceMonth.machine.ts';
import { useText } from '../../i18n/index.ts';
import { isLook, type Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

const lookIn = (meta: unknown): Look => {
  const look = (meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
};

export const dayLook = (status: PracticeDayStatus): Look => lookIn(practiceDayMachine.states[status]?.meta);

export function DayChip({ status }: { status: PracticeDayStatus }) {
  const t = useText('machines/practiceDay');
  return (
    <StateChip look={dayLook(status)} quiet={status === 'closed'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

export function MonthChip({ status }: { status: PracticeMonthStatus }) {
  const t = useText('machines/practiceMonth');
  return (
    <StateChip look={lookIn(practiceMonthMachine.states[status]?.meta)} quiet={status === 'closed'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

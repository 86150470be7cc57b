import type { PracticeDay, PracticeMonth } from '../../../contract/practiceDay.ts';
import { formatDate, monthName } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { type DayCommand, doing, type MonthCommand, sendDay, sendMonth } from './commands.ts';

export type Asked =
  | { command: Exclude<DayCommand, 'day.resume'>; day: PracticeDay }
  | { command: MonthCommand; month: PracticeMonth };

/** What the reason of a step back is of; closing asks for none. */
const reasonOf = (asked: Asked) => {
  if (asked.command === 'day.reopen') return `new.day.${asked.day.id}` as const;
  return asked.command === 'month.reopen' && (`new.month.${asked.month.id}` as const);
};

/** Before a day or a month is closed or reopened: what follows from it. */
export function DayDialog({ asked, onGone }: { asked: Asked; onGone: () => void }) {
  const t = useText('practiceDay');
  const language = useLanguage();
  const { command } = asked;
  const words =
    'day' in asked
      ? { date: formatDate(asked.day.date) }
      : { month: `${monthName(asked.month.month, language)} ${asked.month.year}` };
  return (
    <QuestionDialog
      title={t(`ask.${command}.title`, words)}
      command={t(`actions.${command}`)}
      reason={reasonOf(asked)}
      onSend={({ reason, key }) =>
        doing(() =>
          'day' in asked
            ? sendDay(asked.command, asked.day, reason, key)
            : sendMonth(asked.command, asked.month, reason, key),
        )
      }
      onClose={onGone}
      onDone={onGone}
    >
      <p>{t(`ask.${command}.text`)}</p>
    </QuestionDialog>
  );
}

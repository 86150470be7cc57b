import type { PracticeDay, PracticeMonth } from '../../../contract/practiceDay.ts';
import { formatDate, monthName } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { type DayDeed, doing, type MonthDeed, sendDay, sendMonth } from './deeds.ts';

export type Asked =
  | { deed: Exclude<DayDeed, 'day.resume'>; day: PracticeDay }
  | { deed: MonthDeed; month: PracticeMonth };

/** Before a day or a month is closed or reopened: what follows from it. */
export function DayDialog({ asked, onGone }: { asked: Asked; onGone: () => void }) {
  const t = useText('practiceDay');
  const language = useLanguage();
  const { deed } = asked;
  const words =
    'day' in asked
      ? { date: formatDate(asked.day.date) }
      : { month: `${monthName(asked.month.month, language)} ${asked.month.year}` };
  return (
    <QuestionDialog
      title={t(`ask.${deed}.title`, words)}
      deed={t(`deeds.${deed}`)}
      reason={deed === 'day.reopen' || deed === 'month.reopen'}
      onSend={({ reason, key }) =>
        doing(() =>
          'day' in asked
            ? sendDay(asked.deed, asked.day, reason, key)
            : sendMonth(asked.deed, asked.month, reason, key),
        )
      }
      onClose={onGone}
      onDone={onGone}
    >
      <p>{t(`ask.${deed}.text`)}</p>
    </QuestionDialog>
  );
}

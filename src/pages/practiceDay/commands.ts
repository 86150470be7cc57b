/** What is done with days and months: the calls, and what is read again after them. */
import { loadUser } from '../../../contract/cash.ts';
import {
  currencyRateDay,
  type PracticeDay,
  type PracticeMonth,
  practiceDayClose,
  practiceDayHistory,
  practiceDayIndex,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
  practiceDayState,
  practiceMonthClose,
  practiceMonthIndex,
  practiceMonthReopen,
} from '../../../contract/practiceDay.ts';
import { RefusedError } from '../../../contract/refusal.ts';
import { request } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { refusalOf } from '../../api/refusal.ts';
import { toastSuccess } from '../../ui/toasts.ts';

export const DAY_COMMANDS = ['day.startClosing', 'day.resume', 'day.close', 'day.reopen'] as const;
export type DayCommand = (typeof DAY_COMMANDS)[number];
export const MONTH_COMMANDS = ['month.close', 'month.reopen'] as const;
export type MonthCommand = (typeof MONTH_COMMANDS)[number];

/** Everything that shows days is read again, also the header's own day. */
export function readAgain(): void {
  for (const call of [
    practiceDayState,
    currencyRateDay,
    practiceDayIndex,
    practiceDayHistory,
    practiceMonthIndex,
    loadUser,
  ])
    void invalidate(call);
}

/** Sends, confirms, and invalidates what was read: also after a refusal, because somebody else may have been faster. */
export async function doing(send: () => Promise<{ message: string }>): Promise<void> {
  try {
    const { message } = await send();
    toastSuccess(message);
  } catch (error) {
    throw new RefusedError(refusalOf(error));
  } finally {
    readAgain();
  }
}

export function sendDay(command: DayCommand, { id, version }: PracticeDay, reason: string, key: string) {
  const options = { params: { id }, ifMatch: version, key };
  if (command === 'day.reopen') return request(practiceDayReopen, { body: { reason }, ...options });
  const calls = {
    'day.startClosing': practiceDayStartClosing,
    'day.resume': practiceDayResume,
    'day.close': practiceDayClose,
  } as const;
  return request(calls[command], options);
}

export function sendMonth(command: MonthCommand, { id, version }: PracticeMonth, reason: string, key: string) {
  const options = { params: { id }, ifMatch: version, key };
  if (command === 'month.reopen') return request(practiceMonthReopen, { body: { reason }, ...options });
  return request(practiceMonthClose, options);
}

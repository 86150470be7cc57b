/** What is done with days and months: the calls. */
import {
  type PracticeDay,
  type PracticeMonth,
  practiceDayClose,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
  practiceMonthClose,
  practiceMonthReopen,
} from '../../../contract/practiceDay.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { toastSuccess } from '../../ui/toasts.ts';

export const DAY_COMMANDS = ['day.startClosing', 'day.resume', 'day.close', 'day.reopen'] as const;
export type DayCommand = (typeof DAY_COMMANDS)[number];
export const MONTH_COMMANDS = ['month.close', 'month.reopen'] as const;
export type MonthCommand = (typeof MONTH_COMMANDS)[number];

/** Sends and says what was done. Rejects with `RefusedError`. */
export async function doing(send: () => Promise<{ message: string }>): Promise<void> {
  const { message } = await orRefused(send);
  toastSuccess(message);
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

/** Messages that the system itself sends, and what each may say (areas 3.2–3.5: the steps that post an SMS). */
import type { Variable } from './messages.ts';

export const SYSTEM_MESSAGES: Readonly<Record<string, readonly Variable[]>> = {
  appeal_answered: ['client', 'date', 'branch', 'phone'],
  delivery_started: ['client', 'contract', 'goods', 'time', 'phone'],
  imei_lock_warning: ['client', 'contract', 'debt', 'date', 'phone'],
  imei_locked: ['client', 'contract', 'goods', 'debt', 'overdue_days', 'phone'],
  imei_unlocked: ['client', 'goods', 'phone'],
  installation_assigned: ['client', 'goods', 'date', 'time', 'phone'],
  special_order_arrived: ['client', 'goods', 'date', 'branch', 'phone'],
};

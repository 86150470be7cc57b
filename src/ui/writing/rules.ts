import { momentOf, TIME } from '../../format/moments.ts';
import type { Rule } from '../form/rules.ts';

/** From when to when something is shown, as its four fields. */
export interface PeriodFields {
  from_day: string | null;
  /** `09:30` */
  from_time: string;
  /** None where it may have no end. */
  to_day: string | null;
  to_time: string;
}

export const timeOfDay =
  (words: string): Rule<string> =>
  (value) =>
    TIME.test(value) ? null : { words };

/** Of what has no end nobody looks at the time. */
export const timeOfEnd =
  (words: string): Rule<string, PeriodFields> =>
  (value, { to_day }) =>
    to_day === null || TIME.test(value) ? null : { words };

/** The end is after the beginning; the fault is shown at its day. */
export const afterStart =
  (words: string): Rule<string | null, PeriodFields> =>
  (_, values) => {
    const from = momentOf(values.from_day, values.from_time);
    const to = momentOf(values.to_day, values.to_time);
    return from !== null && to !== null && to <= from ? { words } : null;
  };

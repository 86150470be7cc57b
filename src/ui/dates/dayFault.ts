import { formatDate } from '../../format/dates.ts';
import type { Fault } from '../form/rules.ts';
import type { DayLimits } from './Calendar.tsx';

/** Why what was typed is not taken. */
export type DayFault = 'notADay' | 'tooEarly' | 'tooLate';

/** The same as a rule of forms, whose words name the limits. */
export const dayFault = (fault: DayFault | null, { from, to }: DayLimits): Fault | null =>
  fault === null
    ? null
    : {
        rule: fault,
        values: {
          ...(from !== undefined && { from: formatDate(from) }),
          ...(to !== undefined && { to: formatDate(to) }),
        },
      };

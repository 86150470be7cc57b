import type { Counter } from '../../../../contract/counting/counters.ts';
import type { CountRow } from '../../../../contract/counting/matrix.ts';

/** What the printed act shows beside its head. */
export interface Printed {
  lines: 'differences' | 'all';
  rows: CountRow[];
  counters: Counter[];
}

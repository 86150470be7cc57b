/** Feet of columns of money, and what they leave out: the same for every list of the server. */
import { formatNumber } from '../../format/numbers.ts';
import { say, type Text } from '../../i18n/index.ts';
import { Money } from '../Quantity.tsx';
import type { Summed } from './useList.ts';

interface Totalled {
  meta: { totals?: Readonly<Record<string, number>> | undefined };
}

/** The foot of a column by its key in the totals of the answer; empty while they are not known, and where none is said. */
export const footOf =
  (key: string, currency = 'UZS') =>
  ({ meta: { totals } }: Totalled) =>
    totals?.[key] !== undefined && <Money value={totals[key]} currency={currency} />;

/** How many rows a list has, as every list says it. */
export const countWords = (count: number): string => say('kit:list.count', { count, figure: formatNumber(count) });

/** Of the first column: over how many rows the sums beside it are, which are more than are seen. */
export const rowsFoot = ({ meta: { total } }: { meta: { total: number | null } }) =>
  total !== null && countWords(total);

/** Every row counts. */
export const EVERY_ROW: Summed<unknown, unknown> = { counts: () => true, leftOut: () => null, leftOutOf: () => null };

interface ByState {
  /** Texts of the kit. */
  t: Text;
  /** States whose rows are seen in the list and not summed, unless one is asked for alone. */
  uncounted: readonly string[];
  /** The state that is asked for alone. */
  only: string | null;
  name: (state: string) => string;
}

interface Stated {
  status?: string | undefined;
}

interface Counted extends Totalled {
  meta: Totalled['meta'] & { statuses?: Readonly<Record<string, number | null>> | undefined };
}

/** Rows of some states do not count, and are named under the table. */
export function countedByState({ t, uncounted, only, name }: ByState): Summed<Stated, Counted> {
  const words = (countOf: (state: string) => number | null): string | null => {
    if (only !== null) return uncounted.includes(only) ? t('list.onlyLeftOut', { state: name(only) }) : null;
    const what = uncounted.flatMap((state) => {
      const count = countOf(state);
      const said = t('list.leftOutState', { state: name(state), figure: count === null ? '' : formatNumber(count) });
      return count === 0 ? [] : [said.trim()];
    });
    return what.length === 0 ? null : t('list.leftOut', { what: what.join(', ') });
  };
  return {
    counts: ({ status = '' }) => !uncounted.includes(status) || only === status,
    // counts by state come apart from the sums
    leftOut: ({ meta: { statuses, totals } }) => (totals && statuses ? words((state) => statuses[state] ?? 0) : null),
    leftOutOf: (rows) => words((state) => rows.filter(({ status }) => status === state).length),
  };
}

/** The states of a list as chips: all of them with their counts, or only those that have something. */
import type { Counts } from '../../../contract/common.ts';
import { say } from '../../i18n/index.ts';
import type { FilterChip } from '../FilterChips.tsx';
import type { Look } from '../look.ts';

export interface StateChips<State extends string> {
  states: readonly State[];
  title: (state: State) => string;
  look: (state: State) => Look;
  /** Leaves out what has nothing and is not the chosen one. */
  hideEmpty?: boolean;
}

/** An answer with how many there are in each state. */
export interface Counted {
  meta: { statuses?: Counts | undefined };
}

/** Items of a `chips` filter. How many there are is not known before the answer. */
export const stateChips =
  <State extends string>({ states, title, look, hideEmpty = false }: StateChips<State>) =>
  (answer: Counted | undefined, chosen: string | undefined): FilterChip<string>[] => {
    const counts = answer?.meta.statuses;
    const countOf = (state: State): number | null => counts?.[state] ?? (counts?.[state] === null ? null : 0);
    const count = (number: number | null) => (counts === undefined ? {} : { count: number });
    const shown = hideEmpty ? states.filter((one) => countOf(one) !== 0 || one === chosen) : states;
    const all = states.reduce<number | null>((sum, one) => {
      const own = countOf(one);
      return sum === null || own === null ? null : sum + own;
    }, 0);
    return [
      { key: 'all', title: say('common:all'), ...count(all) },
      ...shown.map((one) => ({ key: one, title: title(one), ...count(countOf(one)), look: look(one) })),
    ];
  };

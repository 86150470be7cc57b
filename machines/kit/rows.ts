/** Rows of a hand-written table of refusals as a walk asks them: the one where a chart stands, and what is said of a refusal. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { optionsFrom } from './explain.ts';
import type { Facts } from './release.ts';
import { leavesIn } from './step.ts';

export interface TrialRow {
  readonly state: string;
  readonly facts: Facts;
  /** Texts of the refusal that a person may read, by case: keys. */
  readonly says: Readonly<Record<string, readonly string[]>>;
  /** What a case adds to ledgers. */
  readonly posts: Readonly<Record<string, readonly string[]>>;
}

export const contextOf = (snapshot: AnyMachineSnapshot): Record<string, unknown> =>
  snapshot.context as Record<string, unknown>;

export const stateOf = (snapshot: AnyMachineSnapshot): string => leavesIn(snapshot.value).join();

export const rowAt = (rows: readonly TrialRow[], snapshot: AnyMachineSnapshot): TrialRow | undefined => {
  const state = stateOf(snapshot);
  const context = contextOf(snapshot);
  return rows.find(
    (row) => row.state === state && Object.entries(row.facts).every(([name, value]) => context[name] === value),
  );
};

/** Guards that keep an event from each way that the state has for it. */
export const closedGuards = (snapshot: AnyMachineSnapshot, event: AnyEventObject): string[] => [
  ...new Set(optionsFrom(snapshot, event).flatMap(({ verdict, guards }) => (verdict === 'open' ? [] : guards))),
];

/**
 * The texts of a refused case where the chart stands. A table has a row for each kind of facts and not for each number, so
 * where none has these very facts, those rows of the state speak that the same guards refuse, and of them those with the
 * fewest other facts; where there is none, of each guard those that it alone refuses.
 */
export function saysAt(
  rows: readonly TrialRow[],
  snapshot: AnyMachineSnapshot,
  { name, event }: { readonly name: string; readonly event: AnyEventObject },
): readonly string[] {
  const row = rowAt(rows, snapshot);
  if (row !== undefined) return row.says[name] ?? [];
  const { machine, value } = snapshot;
  const state = stateOf(snapshot);
  const here = contextOf(snapshot);
  const refused = rows
    .filter((one) => one.state === state && one.says[name] !== undefined)
    .map(({ facts, says }) => {
      const there = machine.resolveState({ value, context: { ...here, ...facts } });
      return {
        says: says[name] ?? [],
        guards: closedGuards(there, event).join(),
        others: Object.entries(facts).filter(([fact, known]) => here[fact] !== known).length,
      };
    });
  const saidBy = (guards: string): string[] => {
    const same = refused.filter((one) => one.guards === guards);
    const least = Math.min(...same.map(({ others }) => others));
    return same.filter(({ others }) => others === least).flatMap(({ says }) => says);
  };
  const closed = closedGuards(snapshot, event);
  const together = saidBy(closed.join());
  return [...new Set(together.length > 0 ? together : closed.flatMap(saidBy))];
}

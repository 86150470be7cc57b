/** Rows that a person has chosen in a list: they outlive a page and an order, not a change of filter. */
import { useRef, useState } from 'react';
import type { List } from './useList.ts';

/** Each chosen row is one step of its own: more would keep a person waiting for minutes. */
export const MOST_CHOSEN = 500;

export interface Choice<Row> {
  /** In the order in which they were chosen, those of other pages too. */
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** `through`: with all rows between it and the one that was pressed before (Shift). */
  toggle: (row: Row, through: boolean) => void;
  /** How many rows of this page are chosen. */
  onPage: number;
  togglePage: () => void;
  drop: (row: Row) => void;
  clear: () => void;
  /** Those rows instead: all of a filter, which may be more than are ticked. */
  replace: (rows: readonly Row[]) => void;
  full: boolean;
}

type Key = string | number;

type Chosen<Row> = Pick<List<Row, never>, 'rows' | 'rowKey' | 'filters' | 'written'>;

export function useChoice<Row>({ rows, rowKey, filters, written }: Chosen<Row>): Choice<Row> {
  const filter = JSON.stringify(filters.map(({ key }) => written(key)));
  const [kept, setKept] = useState<{ filter: string; chosen: ReadonlyMap<Key, Row> }>({ filter, chosen: new Map() });
  const last = useRef<Key | null>(null);
  const chosen = kept.filter === filter ? kept.chosen : new Map<Key, Row>();

  /** Chooses these rows, or lets go of them; no more than may be chosen. */
  function set(those: readonly Row[], on: boolean): void {
    setKept((before) => {
      const next = new Map(before.filter === filter ? before.chosen : []);
      for (const row of those) {
        if (!on) next.delete(rowKey(row));
        else if (next.size < MOST_CHOSEN) next.set(rowKey(row), row);
      }
      return { filter, chosen: next };
    });
  }

  const has = (row: Row) => chosen.has(rowKey(row));
  return {
    rows: [...chosen.values()],
    has,
    toggle(row, through) {
      const keys = rows.map(rowKey);
      const [from, to] = [keys.indexOf(last.current as Key), keys.indexOf(rowKey(row))];
      const range = through && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      set(range, !has(row));
      last.current = rowKey(row);
    },
    onPage: rows.filter(has).length,
    togglePage: () => set(rows, !rows.every(has)),
    drop: (row) => set([row], false),
    clear: () => setKept({ filter, chosen: new Map() }),
    replace: (all) => setKept({ filter, chosen: new Map(all.map((row) => [rowKey(row), row])) }),
    full: chosen.size === MOST_CHOSEN,
  };
}

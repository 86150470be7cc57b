/** What a list shows now, in the words of a saved view, and how it is made to show another one. */
import { useAddress } from '../../../app/address.ts';
import { useChosenColumns } from '../remembered.ts';

/** What views need of a list. */
export interface ViewedList {
  readonly name: string;
  readonly filters: readonly { readonly key: string; read(written: string): unknown }[];
  readonly columns: readonly { readonly key: string; readonly hidden?: unknown }[];
  sorter(column: { readonly key: string }): (() => void) | undefined;
}

/** The view that the address names. */
export const SAVED = 'saved';

export interface Shown {
  /** Filters and order, in the order of the list's filters: two equal lists have equal addresses. */
  readonly address: string;
  /** Of every column whether it is shown, so that one is missed that is not there any more. */
  readonly columns: Readonly<Record<string, boolean>>;
}

/** Whether both show the same. */
export const isSame = (one: Shown, other: Shown): boolean =>
  one.address === other.address && sorted(one.columns) === sorted(other.columns);

const sorted = (columns: Shown['columns']) =>
  JSON.stringify(Object.entries(columns).sort(([first], [second]) => (first < second ? -1 : 1)));

/** What of a view does not hold any more: its field is gone from the list, or the right to it from the person. */
export type Gone = 'filter' | 'sort' | 'column';

/** A view as this list reads it now, in one order, and what it had to leave out. */
export function heldOf(list: ViewedList, view: Shown): { held: Shown; gone: Gone[] } {
  const address = new URLSearchParams(view.address);
  const holds = (key: string, value: string): boolean => {
    if (key !== 'sort') return list.filters.some((filter) => filter.key === key && filter.read(value) !== null);
    const column = list.columns.find((one) => one.key === value.replace(/^-/, ''));
    return column !== undefined && list.sorter(column) !== undefined;
  };
  const kept = [...list.filters.map(({ key }) => key), 'sort'].flatMap((key) => {
    const value = address.get(key);
    return value !== null && holds(key, value) ? [[key, value]] : [];
  });
  const lost = [...address].flatMap(([key, value]) => (holds(key, value) ? [] : [key]));
  const columns = list.columns.map(({ key, hidden }) => [key, view.columns[key] ?? !hidden] as const);
  const shown = Object.keys(view.columns).filter((key) => view.columns[key]);
  const gone: Gone[] = [];
  if (lost.some((key) => key !== 'sort')) gone.push('filter');
  if (lost.includes('sort')) gone.push('sort');
  if (shown.some((key) => list.columns.every((one) => one.key !== key))) gone.push('column');
  return { held: { address: new URLSearchParams(kept).toString(), columns: Object.fromEntries(columns) }, gone };
}

/** What is remembered of columns: those that are not as the list has them. */
const differing = (list: ViewedList, columns: Shown['columns']): Shown['columns'] =>
  Object.fromEntries(
    list.columns.flatMap(({ key, hidden }) => {
      const shown = columns[key] ?? !hidden;
      return shown === !hidden ? [] : [[key, shown]];
    }),
  );

export function useShown(list: ViewedList) {
  const [params, setAddress] = useAddress();
  const [columns, setColumns] = useChosenColumns(list.name);
  const keys = [...list.filters.map(({ key }) => key), 'sort'];
  const own = new URLSearchParams(keys.flatMap((key) => (params.has(key) ? [[key, params.get(key) as string]] : [])));
  /** Filters of a view that the list has not, which nothing else would take out of the address. */
  const lostKeys = (view: Shown) => [...new URLSearchParams(view.address).keys()].filter((key) => !keys.includes(key));
  const { held: now, gone } = heldOf(list, { address: own.toString(), columns });
  return {
    named: Number(params.get(SAVED)) || null,
    now,
    /** Whether the address still says what of the view does not hold. */
    isStale: (view: Shown): boolean =>
      gone.some((one) => one !== 'column') || lostKeys(view).some((key) => params.has(key)),
    /** The address says what holds alone. */
    tidy(view: Shown): void {
      const kept = new URLSearchParams(now.address);
      setAddress(Object.fromEntries([...keys, ...lostKeys(view)].map((key) => [key, kept.get(key)])));
    },
    /** With null the list's own: nothing narrowed, its own order and columns. */
    show(view: ({ id: number } & Shown) | null): void {
      const held = view === null ? null : heldOf(list, view).held;
      const written = new URLSearchParams(held?.address);
      const filters = Object.fromEntries(keys.map((key) => [key, written.get(key)]));
      // a view begins at its first page
      setAddress(
        { ...filters, page: null, per_page: null, after: null, before: null, [SAVED]: view?.id ?? null },
        { push: true },
      );
      setColumns(differing(list, held?.columns ?? {}));
    },
    /** What is shown now bears this name. */
    name: (id: number): void => setAddress({ [SAVED]: id }),
  };
}

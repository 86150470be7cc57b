/** What a list shows now, in the words of a saved view, and how it is made to show another one. */
import { useAddress } from '../../../app/address.ts';
import { useChosenColumns } from '../remembered.ts';

/** What views need of a list. */
export interface ViewedList {
  readonly name: string;
  readonly filters: readonly { readonly key: string }[];
}

/** The view that the address names. */
export const SAVED = 'saved';

export interface Shown {
  /** Filters and order, in the order of the list's filters: two equal lists have equal addresses. */
  readonly address: string;
  readonly columns: Readonly<Record<string, boolean>>;
}

/** Whether both show the same. */
export const isSame = (one: Shown, other: Shown): boolean =>
  one.address === other.address && sorted(one.columns) === sorted(other.columns);

const sorted = (columns: Shown['columns']) =>
  JSON.stringify(Object.entries(columns).sort(([first], [second]) => (first < second ? -1 : 1)));

export function useShown(list: ViewedList) {
  const [params, setAddress] = useAddress();
  const [columns, setColumns] = useChosenColumns(list.name);
  const keys = [...list.filters.map(({ key }) => key), 'sort'];
  /** Of an address what belongs to this list, in one order. */
  const own = (address: URLSearchParams): string => {
    const kept = keys.flatMap((key) => {
      const value = address.get(key);
      return value === null ? [] : [[key, value]];
    });
    return new URLSearchParams(kept).toString();
  };
  return {
    named: Number(params.get(SAVED)) || null,
    now: { address: own(params), columns },
    /** A view as this release of the list reads it: filters that it no longer has are left out. */
    read: (view: Shown): Shown => ({ address: own(new URLSearchParams(view.address)), columns: view.columns }),
    /** With null the list's own: nothing narrowed, its own order and columns. */
    show(view: ({ id: number } & Shown) | null): void {
      const written = new URLSearchParams(view?.address);
      const filters = Object.fromEntries(keys.map((key) => [key, written.get(key)]));
      // a view begins at its first page
      setAddress(
        { ...filters, page: null, per_page: null, after: null, before: null, [SAVED]: view?.id ?? null },
        { push: true },
      );
      setColumns(view?.columns ?? {});
    },
    /** What is shown now bears this name. */
    name: (id: number): void => setAddress({ [SAVED]: id }),
  };
}

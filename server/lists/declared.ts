/** What a list declares of itself: where its rows are, in which orders and by which filters they are read, and by which indexes. */
import type { RawBuilder } from 'kysely';
import type { SortColumn } from './order.ts';

export interface ListSort {
  /** The sort column first, the id last: together they name one row. */
  columns: readonly SortColumn[];
  /** The index that gives this order; `computed`: no index can, so it is offered up to `COUNTED` rows. */
  index: string | 'computed';
  /** The index that gives it among the rows of one state. */
  withState?: string;
  /** By filter the index that gives it among the rows of one value of that filter (`leads` of the question). */
  within?: Readonly<Record<string, string>>;
}

/** A filter that an index of the order begins with, so that no row of another value is walked past. */
export interface Lead {
  readonly filter: string;
  /** True of the rows of the filter. */
  readonly is: RawBuilder<unknown>;
  /** Between which bounds of the order its rows lie, where others lie between them too. */
  readonly near?: RawBuilder<unknown> | undefined;
}

export interface ListDeclaration {
  /** Of the call. */
  readonly call: string;
  /** Tables of the list, the one with the id first. */
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** True of every row of the list: its tables hold others too. */
  readonly always?: RawBuilder<unknown>;
  readonly sorts: Readonly<Record<string, ListSort>>;
  /** Rows of the order that the first statement of a walk reads; the next ones follow the clock. */
  readonly slice?: number;
  /** The order unasked: `-created_at`. */
  readonly sort: string;
  /** Filters of the call and the index that finds their rows; `computed` as for a sort. */
  readonly filters: Readonly<Record<string, string>>;
  /** State of a row, for the counts by state; `states` are those counted one by one where there are too many. */
  readonly state?: { readonly by: RawBuilder<unknown>; readonly states: readonly string[] };
}

const declared: ListDeclaration[] = [];

/** Every list declares here what it sorts and filters by; a test compares it with the indexes of the database. */
export function declareList<const D extends ListDeclaration>(declaration: D): D {
  declared.push(declaration);
  return declaration;
}

export const declaredLists = (): readonly ListDeclaration[] => declared;

/** Narrows a column of ids to their range. */
export type Among = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

export type Counts = Record<string, number | null>;

/** The order of a list as SQL: sorting, and the rows after or before a key, over ties and NULLs. */
import { type RawBuilder, sql } from 'kysely';
import type { Key } from './cursor.ts';

type SqlType = 'integer' | 'bigint' | 'numeric' | 'text' | 'date' | 'timestamptz' | 'boolean';

export interface SortColumn {
  /** A column or an expression over the list's tables. */
  by: RawBuilder<unknown>;
  type: SqlType;
  /** Has NULLs: they are last in both directions, unless an index says otherwise (`turning`). */
  nullable?: 'last' | 'turning';
  /** Stays ascending when the sort turns: a tie-break of a computed list. */
  fixed?: 'ascending' | 'descending';
}

export interface OrderPart {
  column: SortColumn;
  descending: boolean;
  nullsFirst: boolean;
}

/** `backwards`: the same rows from the other end. */
export const orderOf = (columns: readonly SortColumn[], descending: boolean, backwards: boolean): OrderPart[] =>
  columns.map((column) => {
    const down = column.fixed === undefined ? descending : column.fixed === 'descending';
    // A plain index has its NULLs at the great end.
    const nullsFirst = column.nullable === 'turning' ? down : false;
    return { column, descending: down !== backwards, nullsFirst: nullsFirst !== backwards };
  });

export const orderBy = (order: readonly OrderPart[]): RawBuilder<unknown> =>
  sql.join(
    order.map(({ column, descending, nullsFirst }) => {
      const nulls = column.nullable === undefined ? '' : nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';
      return sql`${column.by} ${sql.raw((descending ? 'DESC' : 'ASC') + nulls)}`;
    }),
  );

const cast = (value: string | null, type: SqlType) => sql`${value}::${sql.raw(type)}`;

/** Rows beyond the key in this order; `upTo` asks for all the others, the key's own among them. */
export function beyond(order: readonly OrderPart[], key: Key, upTo = false): RawBuilder<boolean> {
  const plain = order.every(
    ({ column, descending }) => column.nullable === undefined && descending === order[0]?.descending,
  );
  if (plain) {
    // As a row, so that an index over the same columns is entered at the key.
    const columns = sql.join(order.map(({ column }) => column.by));
    const values = sql.join(order.map(({ column }, at) => cast(key[at] ?? null, column.type)));
    const signs = upTo ? ['>=', '<='] : ['<', '>'];
    return sql<boolean>`(${columns}) ${sql.raw((order[0]?.descending ? signs[0] : signs[1]) ?? '')} (${values})`;
  }
  let rest = sql<boolean>`false`;
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const { column, descending, nullsFirst } = order[at] as OrderPart;
    const value = key[at] ?? null;
    const further =
      value === null
        ? nullsFirst
          ? sql`${column.by} IS NOT NULL`
          : sql`false`
        : sql`(${column.by} ${sql.raw(descending ? '<' : '>')} ${cast(value, column.type)}${
            column.nullable !== undefined && !nullsFirst ? sql` OR ${column.by} IS NULL` : sql``
          })`;
    const level = value === null ? sql`${column.by} IS NULL` : sql`${column.by} = ${cast(value, column.type)}`;
    rest = sql<boolean>`(${further} OR (${level} AND ${rest}))`;
  }
  return upTo ? sql<boolean>`${rest} IS NOT TRUE` : rest;
}

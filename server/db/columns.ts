/** Columns as Kysely sees them: what is read, what an insert and an update may give. */
import type { ColumnType } from 'kysely';

/** Left out it is empty. */
export type OrNone<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNone = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type InstantNow = ColumnType<Date, Date | string | undefined, Date | string>;
export type Json<T> = ColumnType<T, string | undefined, string>;

/** What is special of a directory, by name: everything else follows from its declaration. */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';
import type { Actions } from './lifecycle.ts';
import type { ListHooks } from './listing.ts';
import type { Reader, Writer } from './reader.ts';
import type { Stored } from './table.ts';
import type { InUse } from './uses.ts';

type Db = Kysely<Schema>;

/** Faults by the field's name on the wire. */
export type Faults = Record<string, FieldFault[]>;

/** What is written, and what it replaces: nothing, where the record is new. */
export interface Change<Row, Body> {
  readonly id: number | null;
  readonly body: Body;
  readonly before: Row | null;
}

export interface Hooks<Row, Body, Extra> extends Stored, ListHooks<Extra> {
  /** Of people: whether the reader has to do with the person, and sees the numbers whole (decision 85). */
  readonly ownPerson?: (reader: Reader, id: number) => Promise<boolean>;
  /** Why a record may not be archived, beside what refers to it. */
  readonly inUse?: (db: Db, record: Row) => Promise<InUse | null>;
  /** Those of many records that `inUse` keeps; else each is asked. */
  readonly inUseMany?: (db: Db, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Fields that may not change any more, each with its reason: a key of `fields`. */
  readonly freeze?: (db: Db, record: Row) => Promise<Readonly<Partial<Record<keyof Row, string>>>>;
  /** `freeze` of many records at once, by id; else each is asked. */
  readonly freezeMany?: (
    db: Db,
    records: readonly Row[],
  ) => Promise<ReadonlyMap<number, Readonly<Partial<Record<keyof Row, string>>>>>;
  /** What is wrong with one value that fits its field; an import reports it whatever is wrong with the other fields. */
  readonly wrongIn?: {
    readonly [Name in keyof Body]?: (
      writer: Writer,
      value: NonNullable<Body[Name]>,
      id: number | null,
    ) => Promise<FieldFault[]>;
  };
  /** What is wrong between values that fit their fields. */
  readonly refuse?: (writer: Writer, change: Change<Row, Body>) => Promise<Faults>;
  /**
   * Whether `wrongIn` and `refuse` find nothing in many changes of which none is written yet, and they may stand beside each
   * other; `each`: what one of them writes is nothing to the others. Left out beside them: the rows of a file are written
   * one by one.
   */
  readonly acceptsMany?: 'each' | ((writer: Writer, changes: readonly Change<Row, Body>[]) => Promise<boolean>);
  /** Words by which a record is found, beside those of its own fields. */
  readonly words?: (db: Db, id: number) => Promise<string>;
  /** `words` of many records at once, by id; else each is asked. */
  readonly wordsMany?: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** The branch of a new document whose form does not choose it, where it is another than that of who makes it. */
  readonly branch?: (writer: Writer, body: Body) => Promise<number>;
  /** What a new record has beside its fields: columns, and what its answer alone has. */
  readonly begin?: (
    writer: Writer,
    body: Body,
  ) => Promise<{ columns: Readonly<Record<string, unknown>>; once?: object }>;
  /** The chart of its own, and what its steps do beside changing the state. */
  readonly actions?: Actions<Row>;
  /** Written with the record, in the same transaction. */
  readonly write?: (writer: Writer, id: number, change: Change<Row, Body>) => Promise<void>;
  /** `write` of many records at once, whose columns are written; else each is asked. */
  readonly writeMany?: (
    writer: Writer,
    changes: readonly (Change<Row, Body> & { readonly id: number })[],
  ) => Promise<void>;
}

/**
 * What a file of Excel may be read into. A directory (`records.ts`) and a dated setting (`revisions.ts`) say here what they
 * have of their own: what a row means to them, and how it is written and taken back. All else is the import's.
 */
import type { Kysely } from 'kysely';
import type { Conflict, Left, Part, SheetCell } from '../../contract/imports.ts';
import type { Schema } from '../db/schema.ts';
import type { Writer } from '../directory/reader.ts';
import type { SignedIn } from '../http/auth.ts';
import type { FieldFault, Refusal } from '../http/refusal.ts';

export type Db = Kysely<Schema>;
export type Body = Record<string, unknown>;

export interface FileRow {
  readonly row: number;
  readonly key: string | null;
  readonly cells: readonly SheetCell[];
}

/** What is wrong with a row: in a column, or in the row itself. */
export interface RowFault extends FieldFault {
  readonly part: string | null;
}

/** What each column of a file is. */
export type Columns = readonly (Part | undefined)[];

/** An import whose rows are worked on. */
export interface FileOf {
  readonly id: number;
  readonly columns: Columns;
}

/** One value of a moved row, and what would be sent of it. */
export type Offer = Omit<Conflict, 'row' | 'record' | 'at'> & { readonly at: string | null; readonly sent: unknown };

/** What a row of the file would do, or every fault of it. */
export interface Judged {
  readonly row: number;
  readonly kind: 'fresh' | 'changed' | 'same' | 'moved' | 'bad';
  readonly title: string;
  /** What the row was compared with, and the version that was seen of it. */
  readonly record_id: number | null;
  readonly seen: number | null;
  readonly body: Body | null;
  readonly fields: readonly string[];
  /** Values that must be there once in the file, by the key of their column; `#`: what the row is about. */
  readonly once: Readonly<Record<string, string>>;
  readonly faults: readonly RowFault[];
  readonly conflicts: readonly Offer[];
}

/** A row of which something is written. */
export interface Planned {
  readonly row: number;
  readonly kind: 'fresh' | 'changed' | 'moved';
  readonly record_id: number | null;
  readonly body: Body;
  readonly conflicts: readonly Offer[];
}

/** A row that was written: as its record was before, and the version that it then had. */
export interface Written {
  readonly row: number;
  readonly record_id: number;
  readonly before: Body | null;
  readonly written: number;
}

/** A text of the server with its figures. */
export interface Words {
  readonly key: string;
  readonly values?: Record<string, string | number>;
}

/** Why a row was not taken back: somebody changed it since, or it is refused. */
export type BackReason = Pick<Left, 'by' | 'at'> & { words: Words | null };

/** What became of a row that was to be taken back. */
export interface PutBack {
  readonly row: number;
  readonly back: 'back' | 'left';
  readonly back_reason: BackReason | null;
}

type WorkOn<Row, Done> = (rows: readonly Row[]) => Promise<Done[]>;

export interface Importable {
  readonly name: string;
  /** What its file may have. */
  readonly parts: readonly Part[];
  /** Fields that name a row together; none: its title does. */
  readonly subject?: readonly string[];
  /** Whether the person may read a file into it; each row asks for its own right besides. */
  readonly mayWrite: (user: SignedIn) => boolean;
  readonly mayTakeBack: (user: SignedIn) => boolean;
  /** Rows compared with the database, in a few statements for all of them. Nothing is written. */
  readonly judge: (writer: Writer, file: FileOf, rows: readonly FileRow[]) => Promise<Judged[]>;
  /** What only all rows together show, once each is judged. */
  readonly judgeAll?: (writer: Writer, file: FileOf) => Promise<void>;
  /**
   * Holds what the rows are written to. @returns what writes them, in their order; null: something is another than was
   * seen. What it returns throws `RowRefused`.
   */
  readonly writing: (writer: Writer, file: FileOf) => Promise<WorkOn<Planned, Written> | null>;
  /** Holds what was written. @returns what puts it back, the last row first */
  readonly puttingBack: (writer: Writer, file: FileOf) => Promise<WorkOn<Written, PutBack>>;
}

/** A row that was refused while it was written: all of it is undone, and the import says which row it was. */
export class RowRefused extends Error {
  readonly row: number;
  readonly words: Words;
  constructor(row: number, refusal: Refusal) {
    super(refusal.code);
    this.row = row;
    this.words = wordsOfRefusal(refusal);
  }
}

/** Words of what is refused: of its first fault, or as a whole. */
export function wordsOfRefusal({ code, extra }: Refusal): Words {
  const [fault] = Object.values(extra.fields ?? {}).flat();
  return fault === undefined
    ? { key: extra.messageKey ?? `errors.${code}`, ...(extra.values && { values: extra.values }) }
    : { key: `fields.${fault.key}`, ...(fault.values && { values: fault.values }) };
}

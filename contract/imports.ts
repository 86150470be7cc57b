/** Cash service: files of Excel that are read into directories and dated settings (issue 18, decision 93). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person } from './common.ts';
import type { AnyDirectory } from './directory/directory.ts';
import { type Field, type Fields, isInBoth, optionsOf } from './directory/fields.ts';

/** Rows of one file. */
export const MAX_ROWS = 20_000;
/** Rows of one request, and of one slice of checking. */
export const SLICE = 500;
export const MAX_COLUMNS = 60;
/** Characters of all cells of one row. */
export const ROW_CHARACTERS = 240_000;
/** Characters of one request as JSON: fewer rows are sent where their texts are long. */
export const SLICE_CHARACTERS = 900_000;
/** Days that an import may be taken back. */
export const BACK_DAYS = 7;

/** Directories that a file may be read into: those whose records are no documents and no persons. */
export const takesFiles = ({ spec }: AnyDirectory): boolean =>
  spec.document === undefined &&
  // masked numbers would be read back, and a question about doubles has no answer in a file
  spec.people === undefined &&
  // a new record would lack it
  !Object.values(spec.fields).some((field) => field.kind === 'secret' && !optionsOf(field).optional);

/** Whether a file makes new records, or changes those that are there. */
export const makesNew = ({ spec }: AnyDirectory): boolean =>
  !spec.fixed && (spec.chart === undefined || spec.chart.undo !== undefined);

/**
 * A cell as the file has it: a number and a day keep what was written, so that nothing is rounded on the way. `hidden`: what
 * is seen of a text that has characters that are not.
 */
export type SheetCell = null | string | boolean | { n: string } | { d: string } | { hidden: string };

const textIn = (cell: SheetCell): string =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && cell !== null && 'hidden' in cell ? cell.hidden : '';
export const charactersOf = (cells: readonly SheetCell[]): number =>
  cells.reduce((sum, cell) => sum + textIn(cell).length, 0);

/** A column of the file: a field, or one language of a field in both. */
export interface Part {
  readonly key: string;
  readonly name: string;
  readonly field: Field;
  readonly language?: 'uz' | 'ru';
}

/** Pictures, lines and secrets stay where they are: a cell holds none. */
const OF_NO_CELL: ReadonlySet<Field['kind']> = new Set(['image', 'rows', 'secret']);
export const hasCell = ({ kind }: Field): boolean => !OF_NO_CELL.has(kind);
export const partsOf = (fields: Fields): Part[] =>
  Object.entries(fields).flatMap(([name, field]): Part[] =>
    !hasCell(field)
      ? []
      : isInBoth(field)
        ? (['uz', 'ru'] as const).map((language) => ({ key: `${name}.${language}`, name, field, language }))
        : [{ key: name, name, field }],
  );

const state = z.enum(['read', 'checking', 'checked', 'writing', 'done', 'taken_back', 'stopped', 'failed']);

const Figures = z.object({
  received: z.int(),
  checked: z.int(),
  fresh: z.int(),
  changed: z.int(),
  same: z.int(),
  moved: z.int(),
  bad: z.int(),
  /** Values of moved rows of which nobody has said which one stays. */
  undecided: z.int(),
  /** Moved rows of which a value of the file is taken. */
  taken: z.int(),
});

/** What a row of a dated setting is about, as its cells have it, by field; a choice is a code: the reader's words name it. */
const subject = z.optional(z.record(z.string(), z.string()));
const named = z.object({ id: z.int(), title: z.string(), subject });

/** One reason in one column, with the rows of the file that have it. */
const FaultGroup = z.object({
  /** Key of the column; none: the row itself. */
  part: z.nullable(z.string()),
  text: z.string(),
  count: z.int(),
  /** `3–7, 12`. */
  rows: z.string(),
  samples: z.array(z.object({ row: z.int(), title: z.string(), subject, cell: z.string() })),
});
export type FaultGroup = z.infer<typeof FaultGroup>;

const words = z.unknown();
const Conflict = z.object({
  row: z.int(),
  record: named,
  field: z.string(),
  /** As the log has it: names instead of ids. */
  exported: words,
  now: words,
  file: words,
  by: z.nullable(Person),
  at: z.nullable(instant()),
  /** The import that wrote what is there now. */
  import_id: z.nullable(z.int()),
  take: z.nullable(z.enum(['now', 'file'])),
});
export type Conflict = z.infer<typeof Conflict>;

/** What right rows do that is not seen from each alone: they hold at once, they end a period before its last day. */
const Note = z.object({ text: z.string(), count: z.int(), rows: z.string() });

/** A row that was not taken back, and who changed it since, or why else. */
const Left = z.object({
  row: z.int(),
  record: named,
  by: z.nullable(Person),
  at: z.nullable(instant()),
  reason: z.nullable(z.string()),
});
export type Left = z.infer<typeof Left>;

const listed = {
  id: z.int(),
  /** The name of the directory or of the dated setting. */
  directory: z.string(),
  status: state,
  version: z.int(),
  file_name: z.string(),
  rows: z.int(),
  created_by: Person,
  created_at: instant(),
  written_at: z.nullable(instant()),
  written: z.int(),
};
export const ImportListed = z.object(listed);
export type ImportListed = z.infer<typeof ImportListed>;

export const Import = z.object({
  ...listed,
  allowed_events: z.array(z.string()),
  /** Why it may not be written now, in the reader's language. */
  refused: z.nullable(z.string()),
  file_hash: z.string(),
  exported_at: z.nullable(instant()),
  columns: z.array(z.object({ title: z.string(), part: z.nullable(z.string()) })),
  figures: Figures,
  faults: z.array(FaultGroup),
  notes: z.array(Note),
  /** Fields that change, with how many rows. */
  changes: z.array(z.object({ field: z.string(), count: z.int() })),
  conflicts: z.array(Conflict),
  reason: z.nullable(z.string()),
  /** The last moment at which it may be taken back. */
  until: z.nullable(instant()),
  taken_back_at: z.nullable(instant()),
  taken_back_by: z.nullable(Person),
  back: z.int(),
  left: z.array(Left),
});
export type Import = z.infer<typeof Import>;

const ImportRow = z.object({
  row: z.int(),
  key: z.nullable(z.string()),
  cells: z.array(z.unknown()),
  reasons: z.array(z.string()),
});

/** What the calls that go on with an import make old: itself, and the list of them. */
const OWN = ['importShow', 'importIndex'];
const answer = dataOf(Import);

export const importIndex = defineCall({
  id: 'importIndex',
  service: 'cash',
  method: 'GET',
  path: '/import/index',
  response: z.object({ data: z.array(ImportListed) }),
});
export const importShow = defineCall({
  id: 'importShow',
  service: 'cash',
  method: 'GET',
  path: '/import/show/{id}',
  response: answer,
});
export const importRowIndex = defineCall({
  id: 'importRowIndex',
  service: 'cash',
  method: 'GET',
  path: '/import/bad_rows/{id}',
  response: z.object({ data: z.array(ImportRow), next: z.nullable(z.int()) }),
});
export const importCreate = defineCall({
  id: 'importCreate',
  service: 'cash',
  method: 'POST',
  path: '/import/create',
  stale: ['importIndex'],
  response: answer,
});
const step = <const Id extends string, const Path extends string>(id: Id, path: Path) =>
  defineCall({ id, service: 'cash', method: 'PUT', path, stale: OWN, response: answer });
/** Rows of the file, a slice at a time. */
export const importAdd = defineCall({
  id: 'importAdd',
  service: 'cash',
  method: 'PUT',
  path: '/import/add/{id}',
  stale: [],
  response: dataOf(z.object({ received: z.int() })),
});
export const importCheck = step('importCheck', '/import/check/{id}');
/** The next piece of the server's own work: a slice of checking, or all of writing. */
export const importNext = step('importNext', '/import/next/{id}');
export const importChoose = step('importChoose', '/import/choose/{id}');
export const importConfirm = step('importConfirm', '/import/confirm/{id}');
export const importTakeBack = step('importTakeBack', '/import/take_back/{id}');
export const importStop = step('importStop', '/import/stop/{id}');

export const importCalls = [
  importIndex,
  importShow,
  importRowIndex,
  importCreate,
  importAdd,
  importCheck,
  importNext,
  importChoose,
  importConfirm,
  importTakeBack,
  importStop,
] as const;

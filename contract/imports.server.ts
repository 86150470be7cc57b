/** What only the server needs of the calls of `imports.ts`. */
import * as z from 'zod/mini';
import { queryId, text } from './common.ts';
import { CELL_CHARACTERS } from './excel.ts';
import { charactersOf, MAX_COLUMNS, MAX_ROWS, ROW_CHARACTERS, SLICE } from './imports.ts';
import { serverSide } from './serverSide.ts';

/** Of `SLICE_CHARACTERS`, each of which is three bytes at most. */
const SLICE_BYTES = 3_000_000;
const shared = { rule: 'signedIn', origin: 'extension', who: 'directoryWriter' } as const;
const sends = (type: string) => ({ machine: 'import', type }) as const;

const count = () => z.int().check(z.gte(1), z.lte(MAX_ROWS));
/** The number of a row as Excel has it. */
const row = () => z.int().check(z.gte(1), z.lte(1_048_576));
const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const ofCell = z.string().check(z.maxLength(CELL_CHARACTERS));
const cell = z.union([
  z.null(),
  ofCell,
  z.boolean(),
  z.object({ n: z.string().check(z.maxLength(400)) }),
  z.object({ d: z.string().check(z.maxLength(40)) }),
  z.object({ hidden: ofCell }),
]);

export const importServer = serverSide({
  importIndex: {
    ...shared,
    query: z.object({ directory: text(60) }),
    summary: 'Own files that were read into a directory, the newest first; fifty at most.',
  },
  importShow: {
    ...shared,
    summary: 'One of them: its figures, faults by column and reason, conflicts, what it wrote.',
  },
  importRowIndex: {
    ...shared,
    query: z.object({ after: z.optional(queryId()) }),
    summary: 'Its bad rows with their reasons, a thousand at a time, for a file to correct them in.',
  },
  importCreate: {
    ...shared,
    body: z.object({
      directory: text(60),
      file_name: text(200),
      /** SHA-256 of the file. */
      file_hash: hash(),
      /** When it was exported, where it is an export. */
      exported_at: z.nullable(z.iso.datetime()),
      columns: z
        .array(z.object({ title: z.string().check(z.maxLength(300)), part: z.nullable(text(100)) }))
        .check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
      rows: count(),
    }),
    summary: 'A file to read into a directory: its name, hash and columns; the rows follow.',
  },
  importAdd: {
    ...shared,
    maxBytes: SLICE_BYTES,
    body: z.object({
      rows: z
        .array(
          z.object({
            row: row(),
            /** `id.version` of an exported row. */
            key: z.nullable(z.string().check(z.maxLength(40))),
            cells: z.array(cell).check(
              z.maxLength(MAX_COLUMNS),
              z.refine((cells) => charactersOf(cells) <= ROW_CHARACTERS, {
                params: { key: 'long', values: { max: ROW_CHARACTERS } },
              }),
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(SLICE)),
    }),
    event: sends('import.add'),
    summary: 'The next rows of the file; a row that came before is left as it is.',
  },
  importCheck: {
    ...shared,
    event: sends('import.check'),
    summary: 'Begins to check, or to check again. Nothing is written.',
  },
  importNext: {
    ...shared,
    event: sends('import.checked'),
    alsoFires: [sends('import.written'), sends('import.moved'), sends('import.fail')],
    summary:
      'Goes on with the work: checks the next slice, or writes all rows in one transaction. Asked again after a lost answer, it answers what has become of it.',
  },
  importChoose: {
    ...shared,
    body: z.object({
      choices: z
        .array(z.object({ row: row(), field: text(60), take: z.enum(['now', 'file']) }))
        .check(z.minLength(1), z.maxLength(SLICE)),
    }),
    event: sends('import.choose'),
    summary: 'Which value stays of those that were changed since the export.',
  },
  importConfirm: {
    ...shared,
    /** The file that was seen; faulty rows are left out only where the person says so. */
    body: z.object({ file_hash: hash(), without_bad: z.boolean() }),
    event: sends('import.confirm'),
    summary: 'What was seen is to be written, once; `importNext` writes it.',
  },
  importTakeBack: {
    ...shared,
    event: sends('import.take_back'),
    summary: 'Puts its rows back as they were, within seven days; those changed since are left and named.',
  },
  importStop: { ...shared, event: sends('import.stop'), summary: 'Gives it up before anything is written.' },
});

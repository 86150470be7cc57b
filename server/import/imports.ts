/** Files that are read into directories: their lifecycle, and what is shown of each. */
import { type Kysely, sql } from 'kysely';
import {
  BACK_DAYS,
  type Conflict,
  type FaultGroup,
  type Import,
  type ImportListed,
  type Left,
  type SheetCell,
} from '../../contract/imports.ts';
import { type ImportContext, type ImportState, importMachine } from '../../machines/import/import.machine.ts';
import type { Schema } from '../db/schema.ts';
import { lockRecord } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Language, say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { type Asked, defineLifecycle } from '../lifecycle/lifecycle.ts';
import { cellText } from './cells.ts';
import type { BackReason, FileOf, Importable, Offer, Words } from './importable.ts';
import { importableOf } from './importables.ts';

type Db = Kysely<Schema>;

const BACK_MS = BACK_DAYS * 24 * 3_600_000;
/** Groups of faults, conflicts and rows that one answer names; the file of bad rows has all. */
const SHOWN = 200;
const SAMPLES = 6;
/** Characters of a cell that an answer shows. */
const SAMPLE_CHARACTERS = 200;
/** Ranges of rows that a group names. */
const RANGES = 12;

export interface FoundImport {
  readonly id: number;
  readonly directory: string;
  readonly file_name: string;
  readonly file_hash: string;
  readonly exported_at: Date | null;
  readonly columns: readonly { title: string; part: string | null }[];
  readonly rows: number;
  readonly without_bad: boolean;
  readonly reason: (Words & { row: number }) | null;
  readonly status: ImportState;
  readonly version: number;
  readonly created_by: number;
  readonly fullname: string;
  readonly created_at: Date;
  readonly written_at: Date | null;
  readonly written: number;
  readonly taken_back_at: Date | null;
  readonly taken_back_by: number | null;
  readonly taken_back_name: string | null;
}

/** What a file may be read into by this name, for who may write there. */
export function importableFor(user: SignedIn, name: string): Importable | undefined {
  const found = importableOf(name);
  return found?.mayWrite(user) ? found : undefined;
}

/** As `find` has made sure. */
export function targetOf(user: SignedIn, { directory }: FoundImport): Importable {
  const found = importableFor(user, directory);
  if (found === undefined) throw notFound();
  return found;
}

/** The import with what each column of its file is. */
export function fileOf({ id, columns }: FoundImport, { parts }: Importable): FileOf {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  return { id, columns: columns.map(({ part }) => (part === null ? undefined : byKey.get(part))) };
}

const selected = sql`m.*, u.fullname, b.fullname AS taken_back_name,
  CASE WHEN m.written_at IS NULL THEN 0 ELSE (SELECT count(*)::integer FROM import_row r
    WHERE r.import_id = m.id AND r.written IS NOT NULL) END AS written
  FROM import m JOIN app_user u ON u.id = m.created_by LEFT JOIN app_user b ON b.id = m.taken_back_by`;

async function find({ db, user }: Pick<Asked, 'db' | 'user'>, id: number, lock: boolean): Promise<FoundImport> {
  if (lock) await lockRecord(db, 'import', id);
  const { rows } = await sql<FoundImport>`SELECT ${selected} WHERE m.id = ${id} AND m.created_by = ${user.id}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined || importableFor(user, found.directory) === undefined) throw notFound();
  return found;
}

/** Of a conflict nobody has said which value stays. */
const UNDECIDED = sql`c->>'take' IS NULL`;
/** Something is, or may be, taken from the file. */
const WANTED = sql`(${UNDECIDED} OR c->>'take' = 'file')`;

interface Figures {
  received: number;
  checked: number;
  fresh: number;
  changed: number;
  same: number;
  moved: number;
  bad: number;
  undecided: number;
  /** Moved rows of which a value of the file is taken. */
  taken: number;
  /** Moved rows of which something is, or may be, taken from the file. */
  wanted: number;
}

async function figuresOf(db: Db, id: number): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT count(*)::integer AS received, count(kind)::integer AS checked,
      ${sql.join(
        ['fresh', 'changed', 'same', 'moved', 'bad'].map(
          (kind) => sql`count(*) FILTER (WHERE kind = ${sql.lit(kind)})::integer AS ${sql.ref(kind)}`,
        ),
      )},
      coalesce(sum((SELECT count(*) FROM jsonb_array_elements(conflicts) c WHERE ${UNDECIDED}))
        FILTER (WHERE kind = 'moved'), 0)::integer AS undecided,
      count(*) FILTER (WHERE kind = 'moved' AND EXISTS (SELECT 1 FROM jsonb_array_elements(conflicts) c
        WHERE c->>'take' = 'file'))::integer AS taken,
      count(*) FILTER (WHERE kind = 'moved' AND EXISTS (SELECT 1 FROM jsonb_array_elements(conflicts) c
        WHERE ${WANTED}))::integer AS wanted
    FROM import_row WHERE import_id = ${id}`.execute(db);
  return rows[0] as Figures;
}

/** Before a check nothing is known but how many rows have come. */
const NONE: Figures = {
  received: 0,
  checked: 0,
  fresh: 0,
  changed: 0,
  same: 0,
  moved: 0,
  bad: 0,
  undecided: 0,
  taken: 0,
  wanted: 0,
};

async function receivedOf(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ received: number }>`SELECT received FROM import WHERE id = ${id}`.execute(db);
  return rows[0]?.received ?? 0;
}

/** How many rows are checked, while they are: what was found is read once all of it is. */
async function progressOf(db: Db, id: number): Promise<Figures> {
  const { rows } = await sql<{ received: number; checked: number }>`
    SELECT received, received - (SELECT count(*) FROM import_row WHERE import_id = ${id} AND kind IS NULL)::integer AS checked
    FROM import WHERE id = ${id}`.execute(db);
  return { ...NONE, ...rows[0] };
}

const factsFrom = (figures: Figures, row: FoundImport, now: Date): ImportContext => ({
  complete: figures.received >= row.rows,
  changes: figures.fresh + figures.changed + figures.wanted > 0,
  clean: figures.bad === 0,
  decided: figures.undecided === 0,
  recent: row.written_at === null || now.getTime() - row.written_at.getTime() < BACK_MS,
});

/** Why an event is refused for a fact: a text of the server. */
function whyNot(event: string, { complete, changes, decided, clean, recent }: ImportContext): string | undefined {
  if (event === 'import.check' && !complete) return 'import_incomplete';
  if (event === 'import.take_back' && !recent) return 'import_old';
  if (event !== 'import.confirm') return undefined;
  if (!changes) return 'import_nothing';
  if (!decided) return 'import_undecided';
  return clean ? undefined : 'import_bad';
}

/** What is taken back is changed: who only adds records may not do it. */
const mayTakeBack = (row: FoundImport, user: SignedIn): boolean => targetOf(user, row).mayTakeBack(user);

export const IMPORTS = defineLifecycle(importMachine, {
  table: 'import',
  log: 'record_log',
  find,
  state: ({ status }: FoundImport) => status,
  async facts({ db, now }, row) {
    const figures =
      row.status === 'read' ? { ...NONE, received: await receivedOf(db, row.id) } : await figuresOf(db, row.id);
    return factsFrom(figures, row, now);
  },
  answer,
  why(_, row, event, facts) {
    const key =
      row.status === 'checked' || row.status === 'read' || row.status === 'done' ? whyNot(event, facts) : undefined;
    return key === undefined ? undefined : { messageKey: `errors.${key}` };
  },
  stamps: ({ event, userId, now }) => ({
    ...(event === 'import.written' && { written_at: now }),
    ...(event === 'import.take_back' && { taken_back_at: now, taken_back_by: userId }),
  }),
  events: {
    'import.add': { touches: 'nothing', event: (facts) => ({ type: 'import.add', facts }) },
    'import.check': {},
    'import.checked': { by: 'server', event: (facts) => ({ type: 'import.checked', facts }) },
    'import.choose': { touches: 'nothing', version: false, event: (facts) => ({ type: 'import.choose', facts }) },
    'import.confirm': {
      event: (_, { withoutBad }) => ({ type: 'import.confirm', withoutBad: withoutBad === true }),
    },
    'import.written': { by: 'server' },
    'import.moved': { by: 'server' },
    'import.fail': { by: 'server' },
    'import.take_back': { right: mayTakeBack },
    'import.stop': {},
  },
});

const listedOf = (row: FoundImport): ImportListed => ({
  id: row.id,
  directory: row.directory,
  status: row.status,
  version: row.version,
  file_name: row.file_name,
  rows: row.rows,
  created_by: { id: row.created_by, fullname: row.fullname },
  created_at: row.created_at.toISOString(),
  written_at: row.written_at?.toISOString() ?? null,
  written: row.written,
});

/** Own files of a directory, the newest first. */
export async function listOf(db: Db, user: SignedIn, directory: string): Promise<ImportListed[]> {
  const { rows } = await sql<FoundImport>`SELECT ${selected}
    WHERE m.created_by = ${user.id} AND m.directory = ${directory} ORDER BY m.id DESC LIMIT 50`.execute(db);
  return rows.map(listedOf);
}

const sampleOf = (cell: SheetCell | undefined): string => cellText(cell ?? null).slice(0, SAMPLE_CHARACTERS);

/** What names the rows of a file beside their titles, from the cells of each. */
type SubjectIn = (cells: readonly SheetCell[]) => { subject?: Record<string, string> };
function subjectIn(user: SignedIn, row: FoundImport): SubjectIn {
  const { subject } = targetOf(user, row);
  const at = (name: string) => row.columns.findIndex(({ part }) => part === name);
  const places = subject?.map((name) => [name, at(name)] as const).filter(([, place]) => place >= 0);
  return (cells) =>
    places === undefined
      ? {}
      : { subject: Object.fromEntries(places.map(([name, place]) => [name, sampleOf(cells[place])])) };
}

async function answer({ db, user, language, now }: Asked, row: FoundImport): Promise<Import> {
  // while rows are checked their number is enough: what is found is shown when all of it is
  const isChecking = row.status === 'checking';
  const figures = isChecking ? await progressOf(db, row.id) : await figuresOf(db, row.id);
  const facts = factsFrom(figures, row, now);
  const { wanted, ...shown } = figures;
  const allowed = IMPORTS.allowed(row, facts, user);
  // the ticked way of writing needs a word of the person, which no event has here
  const mayLeaveOut = row.status === 'checked' && !facts.clean && facts.changes && facts.decided;
  const refused = row.status === 'checked' ? whyNot('import.confirm', facts) : undefined;
  const ends = row.written_at === null ? null : new Date(row.written_at.getTime() + BACK_MS);
  const named = subjectIn(user, row);
  const left = await leftOf(db, row, named, language);
  return {
    ...listedOf(row),
    allowed_events: mayLeaveOut ? [...allowed, 'import.confirm'] : allowed,
    refused: refused === undefined ? null : say(language, `errors.${refused}`),
    file_hash: row.file_hash,
    exported_at: row.exported_at?.toISOString() ?? null,
    columns: [...row.columns],
    figures: shown,
    faults: isChecking || figures.bad === 0 ? [] : await faultsOf(db, row, named, language),
    notes: isChecking ? [] : await notesOf(db, row, language),
    changes: isChecking ? [] : await changesOf(db, row),
    conflicts: isChecking || figures.moved === 0 ? [] : await conflictsOf(db, row, named),
    reason:
      row.reason === null
        ? null
        : say(language, 'errors.import_row', {
            row: row.reason.row,
            reason: say(language, row.reason.key, row.reason.values),
          }),
    until: ends?.toISOString() ?? null,
    taken_back_at: row.taken_back_at?.toISOString() ?? null,
    taken_back_by:
      row.taken_back_by === null || row.taken_back_name === null
        ? null
        : { id: row.taken_back_by, fullname: row.taken_back_name },
    back: row.taken_back_at === null ? 0 : row.written - left.length,
    left,
  };
}

/** Words of a fault, of a row or of a field; of what was refused as a whole its own. */
export const faultText = (language: Language, { key, values }: Words): string =>
  say(language, /^(errors|fields)\./.test(key) ? key : `fields.${key}`, values);

/** `3–7, 12` */
function rangesOf(rows: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  const words = ranges.slice(0, RANGES).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return [...words, ...(ranges.length > RANGES ? ['…'] : [])].join(', ');
}

/** What a row says of other rows is of that row alone: together they have one reason, and their own numbers beside it. */
const ofOthers = sql`f->'values' ? 'rows'`;

async function faultsOf(db: Db, row: FoundImport, named: SubjectIn, language: Language): Promise<FaultGroup[]> {
  const { rows: groups } = await sql<Words & { part: string | null; rows: number[] }>`
    SELECT f->>'part' AS part, CASE WHEN ${ofOthers} THEN (f->>'key') || '_among' ELSE f->>'key' END AS key,
      CASE WHEN ${ofOthers} THEN NULL ELSE f->'values' END AS values,
      array_agg(r.row ORDER BY r.row) AS rows
    FROM import_row r, jsonb_array_elements(r.faults) f WHERE r.import_id = ${row.id} AND r.kind = 'bad'
    GROUP BY 1, 2, 3 ORDER BY count(*) DESC, min(r.row) LIMIT ${SHOWN}`.execute(db);
  const columns = row.columns.map(({ part }) => part);
  const place = (part: string | null) => (part === null ? -1 : columns.indexOf(part));
  const sampled = [...new Set(groups.flatMap(({ rows }) => rows.slice(0, SAMPLES)))];
  const { rows: cells } = await sql<{ row: number; title: string; cells: SheetCell[] }>`
    SELECT row, title, cells FROM import_row WHERE import_id = ${row.id} AND row = ANY (${sampled}::integer[])`.execute(
    db,
  );
  const byRow = new Map(cells.map((one) => [one.row, one]));
  return groups
    .sort((one, other) => place(one.part) - place(other.part))
    .map(({ part, key, values, rows }) => ({
      part,
      text: faultText(language, { key, ...(values && { values }) }),
      count: rows.length,
      rows: rangesOf(rows),
      samples: rows.slice(0, SAMPLES).map((at) => {
        const found = byRow.get(at);
        return {
          row: at,
          title: found?.title ?? '',
          ...named(found?.cells ?? []),
          cell: sampleOf(found?.cells[place(part)]),
        };
      }),
    }));
}

async function notesOf(db: Db, { id }: FoundImport, language: Language): Promise<Import['notes']> {
  const { rows: groups } = await sql<Words & { rows: number[] }>`
    SELECT n->>'key' AS key, n->'values' AS values, array_agg(r.row ORDER BY r.row) AS rows
    FROM import_row r, jsonb_array_elements(r.notes) n
    WHERE r.import_id = ${id} AND r.notes <> '[]' AND (r.kind IN ('fresh', 'changed') OR r.kind = 'moved' AND EXISTS (
      SELECT 1 FROM jsonb_array_elements(r.conflicts) c WHERE ${WANTED}))
    GROUP BY 1, 2 ORDER BY min(r.row), 1 LIMIT ${SHOWN}`.execute(db);
  return groups.map(({ key, values, rows }) => ({
    text: faultText(language, { key, ...(values && { values }) }),
    count: rows.length,
    rows: rangesOf(rows),
  }));
}

async function changesOf(db: Db, { id }: FoundImport): Promise<Import['changes']> {
  const { rows } = await sql<{ field: string; count: number }>`
    SELECT field, count(*)::integer AS count FROM import_row, unnest(fields) field
    WHERE import_id = ${id} AND (kind = 'changed' OR kind = 'moved' AND EXISTS (
      SELECT 1 FROM jsonb_array_elements(conflicts) c WHERE c->>'field' = field AND ${WANTED}))
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}

interface NamedRow {
  readonly row: number;
  readonly title: string;
  readonly cells: readonly SheetCell[];
  readonly record_id: number;
}

async function conflictsOf(db: Db, { id }: FoundImport, named: SubjectIn): Promise<Conflict[]> {
  const { rows } = await sql<NamedRow & { conflicts: Offer[] }>`
    SELECT row, title, cells, record_id, conflicts FROM import_row WHERE import_id = ${id} AND kind = 'moved'
    ORDER BY NOT EXISTS (SELECT 1 FROM jsonb_array_elements(conflicts) c WHERE ${UNDECIDED}), row LIMIT ${SHOWN}`.execute(
    db,
  );
  return rows.flatMap(({ row, title, cells, record_id, conflicts }) =>
    conflicts.map(({ sent, ...offer }) => ({
      row,
      record: { id: record_id, title, ...named(cells) },
      ...offer,
    })),
  );
}

async function leftOf(
  db: Db,
  { id, taken_back_at }: FoundImport,
  named: SubjectIn,
  language: Language,
): Promise<Left[]> {
  if (taken_back_at === null) return [];
  const { rows } = await sql<NamedRow & { back_reason: BackReason }>`
    SELECT row, title, cells, record_id, back_reason FROM import_row WHERE import_id = ${id} AND back = 'left'
    ORDER BY row`.execute(db);
  return rows.map(({ row, title, cells, record_id, back_reason: { by, at, words } }) => ({
    row,
    record: { id: record_id, title, ...named(cells) },
    by,
    at,
    reason: words && say(language, words.key, words.values),
  }));
}

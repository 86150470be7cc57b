/**
 * Provinces, districts and villages from CSV files by the state classifier of places (SOATO). A place is known by its
 * code: it is added, its names are brought up to date, or it stays as it is; one that was entered by hand without a code
 * gets that of the place of its name. Each is written by the step of a change by hand, with its line in the log. Places
 * of one name within the same place above are one for whoever writes an address: they become one record, that of the
 * least code.
 */
import { sql } from 'kysely';
import { APOSTROPHES } from '../../contract/alphabet.ts';
import { sentShape } from '../../contract/directory/in.server.ts';
import type { Database, Trx } from '../db/open.ts';
import { isTaken } from '../directory/checks.ts';
import type { Writer } from '../directory/reader.ts';
import { type Served, servedDirectories } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { rulesOfUser } from '../http/heldRules.ts';
import { Refusal } from '../http/refusal.ts';
import { bytesToText } from '../stock/catalogueRows.ts';
import { type CsvRecord, parseCsv } from '../stock/csv.ts';
import { type ImportProblem, ImportRefused } from '../stock/importRefused.ts';

/** From above; the column that names the place above, by which a file is known, and the field that it is sent as. */
const LEVELS = [
  { name: 'province', above: undefined, sent: undefined },
  { name: 'region', above: 'region_soato', sent: 'province_id' },
  { name: 'village', above: 'district_soato', sent: 'region_id' },
] as const;
type Level = (typeof LEVELS)[number];

export interface AddressFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface AddressReport {
  readonly file: string;
  readonly level: Level['name'];
  rows: number;
  added: number;
  changed: number;
  /** Stand on another line under the same name, which is the one that is kept. */
  merged: ImportProblem[];
  bad: ImportProblem[];
}

interface Place {
  readonly line: number;
  readonly code: string;
  /** Code of the place above; empty for a province. */
  readonly above: string;
  readonly uz: string;
  readonly ru: string;
}

/** Rows of one transaction: the embedded database answers others in between. */
const PART = 50;

/** Oʻ and gʻ have the letter ʻ, every other apostrophe is ʼ (areas 2, "Types"). */
const withLetters = (name: string): string =>
  name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(new RegExp(`(?<=[OoGg])[${APOSTROPHES}]`, 'g'), 'ʻ')
    .replace(new RegExp(`(?<![OoGg])[${APOSTROPHES}]`, 'g'), 'ʼ');

/** The level of a file and its columns, by the header. */
function headed(file: AddressFile, header: CsvRecord | undefined) {
  if (!header) throw new ImportRefused(`${file.name} is empty.`);
  if (header.error) throw new ImportRefused(`${file.name}, line ${header.line}: ${header.error}.`);
  const names = header.fields.map((field) => field.trim().toLowerCase());
  const level = [...LEVELS].reverse().find(({ above }) => above !== undefined && names.includes(above)) ?? LEVELS[0];
  const at = { code: names.indexOf('soato'), uz: names.indexOf('name_uz_latn'), ru: names.indexOf('name_ru') };
  for (const [column, title] of [
    ['code', 'soato'],
    ['uz', 'name_uz_latn'],
    ['ru', 'name_ru'],
  ] as const)
    if (at[column] < 0) throw new ImportRefused(`${file.name} has no column "${title}".`);
  return { level, at: { ...at, above: level.above === undefined ? -1 : names.indexOf(level.above) } };
}

function readPlaces(file: AddressFile) {
  const [header, ...records] = parseCsv(bytesToText(file.content));
  const { level, at } = headed(file, header);
  const report: AddressReport = {
    file: file.name,
    level: level.name,
    rows: 0,
    added: 0,
    changed: 0,
    merged: [],
    bad: [],
  };
  const places: Place[] = [];
  const kept = new Map<string, Place>();
  const codes = new Map<string, number>();
  const rows = records.map(({ line, fields, error }) => {
    const cell = (column: number) => (fields[column] ?? '').trim();
    const place = { line, code: cell(at.code), above: cell(at.above), uz: withLetters(cell(at.uz)), ru: cell(at.ru) };
    return { ...place, error };
  });
  report.rows = rows.length;
  // of places of one name the least code is kept, wherever it stands in the file
  for (const { error, ...place } of rows.sort((one, other) => (one.code < other.code ? -1 : 1))) {
    const { line, code, above, uz, ru } = place;
    const before = codes.get(code);
    const fault = error ?? (before === undefined ? undefined : `soato ${code} is on line ${before} already`);
    if (fault !== undefined) {
      report.bad.push({ line, message: fault });
      continue;
    }
    codes.set(code, line);
    const names = [`uz ${above} ${uz.toLowerCase()}`, `ru ${above} ${ru.toLowerCase()}`];
    const same = names.map((name) => kept.get(name)).find((one) => one !== undefined);
    if (same) {
      report.merged.push({ line, message: `${uz} (${code}) is ${same.uz} (${same.code}) of line ${same.line}` });
      continue;
    }
    for (const name of names) kept.set(name, place);
    places.push(place);
  }
  return { level, report, places };
}

const servedOf = (name: string): Served => {
  const served = servedDirectories().find(({ directory }) => directory.spec.name === name);
  if (!served) throw new Error(`no directory ${name}`);
  return served;
};

/** What a refusal says of each field: only a name or a code that another place has cannot be seen before. */
const wordsOf = ({ extra, code }: Refusal): string =>
  Object.entries(extra.fields ?? {})
    .flatMap(([field, faults]) =>
      faults.map(({ key, values }) =>
        isTaken(key) ? `${field} is that of ${values?.other} (record ${values?.id})` : `${field}: ${key}`,
      ),
    )
    .join('; ') || code;

interface Writing {
  readonly level: Level;
  readonly served: Served;
  /** What may be sent of each field, by its name on the wire. */
  readonly shape: ReturnType<typeof sentShape>;
  readonly report: AddressReport;
  /** Ids of the places above, by code. */
  readonly above: ReadonlyMap<string, number>;
  readonly user: SignedIn;
}

/** The record of a place: by its code, else one of its name at the same place that has no code. */
async function recordOf(db: Trx, { level, served }: Writing, { code, uz, ru }: Place, aboveId: number | undefined) {
  const table = sql.table(served.table.name);
  const named =
    level.sent === undefined
      ? sql`false`
      : sql`active AND code IS NULL AND ${sql.ref(level.sent)} = ${aboveId ?? null}::integer
          AND (lower(name_uz) = lower(${uz}) OR lower(name_ru) = lower(${ru}))`;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${table} WHERE code = ${code} OR (${named}) ORDER BY code NULLS LAST, id LIMIT 1`.execute(db);
  return rows[0];
}

/** Adds the place or brings its names up to date. @returns why it was refused */
async function writePlace(db: Trx, writing: Writing, place: Place): Promise<string | undefined> {
  const { level, served, shape, report, above, user } = writing;
  const aboveId = level.sent === undefined ? undefined : above.get(place.above);
  if (level.sent !== undefined && aboveId === undefined) return `there is no ${level.above} ${place.above}`;
  const body: Record<string, unknown> = {
    name: { uz: place.uz, ru: place.ru },
    code: place.code,
    ...(level.sent !== undefined && { [level.sent]: aboveId }),
  };
  const unfit = Object.keys(shape).find((name) => !shape[name]?.safeParse(body[name]).success);
  if (unfit !== undefined) {
    const value = unfit === 'code' ? place.code : `${place.uz} / ${place.ru}`;
    return `${unfit} "${value}" does not fit`;
  }
  const writer: Writer = { db, user, language: 'uz', now: new Date() };
  const found = await recordOf(db, writing, place, aboveId);
  try {
    if (found === undefined) {
      await served.make(writer, body);
      report.added += 1;
      return undefined;
    }
    const record = await served.find(writer, found.id, true);
    const { uz, ru } = record.name as { uz: string; ru: string };
    if (uz === place.uz && ru === place.ru && record.code === place.code) return undefined;
    await served.change(writer, record, body);
    report.changed += 1;
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return wordsOf(error);
  }
}

async function personNamed(db: Database, username: string): Promise<SignedIn> {
  const row = await db.kysely
    .selectFrom('app_user')
    .select(['id', 'username', 'fullname', 'organization_id', 'office'])
    .select(rulesOfUser.as('rules'))
    .where('username', '=', username)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row) throw new ImportRefused(`There is no user "${username}"; name one with --user.`);
  const { id, fullname, organization_id: organizationId, office, rules } = row;
  return { id, username, fullname, organizationId, office, rules, expired: false, waiting: false, tokenHash: '' };
}

/** Writes places; one whose name another place has until its own line is read is tried again. */
async function writePlaces(db: Database, writing: Writing, places: readonly Place[]): Promise<void> {
  const refused: { place: Place; message: string }[] = [];
  for (let from = 0; from < places.length; from += PART)
    await db.tx(async (trx) => {
      for (const place of places.slice(from, from + PART)) {
        const message = await writePlace(trx, writing, place);
        if (message !== undefined) refused.push({ place, message });
      }
    });
  if (refused.length > 0 && refused.length < places.length)
    await writePlaces(
      db,
      writing,
      refused.map(({ place }) => place),
    );
  else for (const { place, message } of refused) writing.report.bad.push({ line: place.line, message });
}

/**
 * Places of the files, from above whatever their order. Throws `ImportRefused` for a file that is none of these lists;
 * bad rows are named with their line, the others are written.
 */
export async function importAddresses(
  db: Database,
  files: readonly AddressFile[],
  username: string,
): Promise<AddressReport[]> {
  const user = await personNamed(db, username);
  const read = files.map(readPlaces);
  read.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  for (const { level, report, places } of read) {
    const up = LEVELS[LEVELS.indexOf(level) - 1];
    const { rows } = up
      ? await sql<{ id: number; code: string }>`
          SELECT id, code FROM ${sql.table(servedOf(up.name).table.name)} WHERE active AND code IS NOT NULL`.execute(
          db.kysely,
        )
      : { rows: [] };
    const served = servedOf(level.name);
    const shape = sentShape(served.directory.spec.fields);
    const above = new Map(rows.map(({ id, code }) => [code, id]));
    await writePlaces(db, { level, served, shape, report, above, user }, places);
    report.bad.sort((one, other) => one.line - other.line);
  }
  return read.map(({ report }) => report);
}

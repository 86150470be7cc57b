/**
 * Rows of a tree in a file: the record above may be called by its way from the top (`Telefonlar / Aksessuarlar`), and may be a
 * row of the same file, above the row that stands below it. Until that row is written, its number stands for it, negative.
 */
import { type Kysely, sql } from 'kysely';
import type { Part } from '../../contract/imports.ts';
import type { Schema } from '../db/schema.ts';
import { targetOf, titleIn } from '../directory/targets.ts';
import { type FieldFault, invalidField } from '../http/refusal.ts';
import { lower, type Named, namedIn } from './lookup.ts';

type Db = Kysely<Schema>;

/** Between the names of a way. */
const STEP = /\s*\/\s*/;
const stepsOf = (title: string): string[] => lower(title).split(STEP);

/** A record that no database has yet: the row of the file that makes it. */
const pendingOf = (row: number): number => -row;
export const isPending = (id: unknown): id is number => typeof id === 'number' && id < 0;

/** Records of a tree by their titles, or by their ways from any record above. */
export async function placedIn(db: Db, to: string, titles: readonly string[]): Promise<Map<string, Named[]>> {
  const found = await namedIn(db, to, titles);
  const ways = [...new Set(titles.map(lower))].filter((title) => !found.has(title) && STEP.test(title));
  if (ways.length === 0) return found;
  const last = await namedIn(
    db,
    to,
    ways.map((way) => stepsOf(way).at(-1) as string),
  );
  const ids = [...last.values()].flat().map(({ id }) => id);
  const { table, above } = targetOf(to);
  const { rows } = await sql<{ of: number; depth: number; uz: string; ru: string }>`
    WITH RECURSIVE up AS (
      SELECT t.id AS of, 0 AS depth, t.* FROM ${sql.table(table)} t WHERE t.id = ANY (${ids}::integer[])
      UNION ALL
      SELECT up.of, up.depth + 1, t.* FROM up JOIN ${sql.table(table)} t ON t.id = ${sql.ref(`up.${above}`)}
    ) SELECT of, depth, lower(${titleIn(to, 'up', 'uz')}) AS uz, lower(${titleIn(to, 'up', 'ru')}) AS ru FROM up`.execute(
    db,
  );
  /** Names of a record and of all above it, from itself upwards. */
  const upwards = new Map<number, { uz: string; ru: string }[]>();
  for (const { of, depth, ...names } of rows) {
    const line = upwards.get(of) ?? [];
    line[depth] = names;
    upwards.set(of, line);
  }
  for (const way of ways) {
    const wanted = stepsOf(way).reverse();
    const fits = ({ id }: Named) =>
      wanted.every((name, depth) => {
        const names = upwards.get(id)?.[depth];
        return names?.uz === name || names?.ru === name;
      });
    const records = (last.get(wanted[0] as string) ?? []).filter(fits);
    if (records.length > 0) found.set(way, records);
  }
  return found;
}

interface InFile {
  readonly row: number;
  readonly names: readonly string[];
  /** What the row says of the record above it. */
  readonly above: string;
}

/** Rows of a file by what they call their record: those that others of the file may stand below. */
export class RowsAbove {
  readonly #rows: readonly InFile[];

  private constructor(rows: readonly InFile[]) {
    this.#rows = rows;
  }

  /** @param tree the field that names the record above; none: the directory is no tree */
  static async of(
    db: Db,
    file: number,
    parts: readonly (Part | undefined)[],
    label: string,
    tree: string | undefined,
    titles: readonly string[],
  ): Promise<RowsAbove> {
    const places = parts.flatMap((part, at) => (part?.name === label ? [at] : []));
    const above = parts.findIndex((part) => part?.name === tree);
    if (tree === undefined || titles.length === 0 || places.length === 0) return new RowsAbove([]);
    const wanted = [...new Set(titles.flatMap((title) => [lower(title).trim(), stepsOf(title).at(-1) as string]))];
    const nameAt = (at: number) => sql<string>`lower(trim(coalesce(r.cells->>${at}::integer, '')))`;
    const names = sql.join(places.map(nameAt));
    const { rows } = await sql<InFile>`
      SELECT r.row, ARRAY[${names}] AS names, ${nameAt(above)} AS above FROM import_row r
      WHERE r.import_id = ${file} AND ARRAY[${names}] && ${wanted}::text[] ORDER BY r.row`.execute(db);
    return new RowsAbove(rows);
  }

  /** The record that a title in a row stands for, where the file has it; or why it cannot be said. */
  find(row: number, title: string): { readonly id: number } | { readonly fault: FieldFault } | undefined {
    const steps = stepsOf(title);
    const name = steps.at(-1) as string;
    const way = steps.slice(0, -1).join(' / ');
    const isMeant = ({ names, above }: InFile) =>
      names.includes(lower(title).trim()) ||
      (names.includes(name) && (above === way || stepsOf(above).at(-1) === steps.at(-2)));
    const meant = this.#rows.filter((one) => one.row !== row && isMeant(one));
    const before = meant.filter((one) => one.row < row);
    const [one] = before;
    if (one !== undefined)
      return before.length === 1
        ? { id: pendingOf(one.row) }
        : { fault: { key: 'sheet_ambiguous_above', values: { title: title.slice(0, 100) } } };
    const [later] = meant;
    return later && { fault: { key: 'sheet_above_later', values: { row: later.row, title: title.slice(0, 100) } } };
  }
}

/** Rows below a row that is not written are not written either, and say so. */
export async function findBelowBad(db: Db, file: number, tree: string): Promise<void> {
  const sent = `${tree}_id`;
  await sql`
    WITH RECURSIVE below AS (
      SELECT r.row, r.row AS above FROM import_row r WHERE r.import_id = ${file} AND r.kind = 'bad'
      UNION
      SELECT r.row, below.row FROM below JOIN import_row r ON r.import_id = ${file} AND r.kind <> 'bad'
        AND (r.body->>${sent}::text)::integer = -below.row
    )
    UPDATE import_row r SET kind = 'bad', body = NULL, fields = '{}', conflicts = '[]', faults = jsonb_build_array(
      jsonb_build_object('part', ${tree}::text, 'key', 'sheet_above_bad', 'values', jsonb_build_object('row', b.above)))
    FROM below b WHERE r.import_id = ${file} AND r.row = b.row AND r.kind <> 'bad'`.execute(db);
}

/** The bodies of a tree's rows as they are written, with the records that rows before them have become. */
export class Placing {
  readonly #db: Db;
  readonly #file: number;
  readonly #sent: string | undefined;
  readonly #made = new Map<number, number>();

  constructor(db: Db, file: number, tree: string | undefined) {
    this.#db = db;
    this.#file = file;
    this.#sent = tree && `${tree}_id`;
  }

  /** A row is written: it made this record, or changed it. */
  note(row: number, record: number): void {
    if (this.#sent !== undefined) this.#made.set(row, record);
  }

  /** @throws Refusal where the row above has become none */
  async place<B extends Record<string, unknown>>(body: B): Promise<B> {
    const above = this.#sent === undefined ? undefined : body[this.#sent];
    if (this.#sent === undefined || !isPending(above)) return body;
    const record = this.#made.get(-above) ?? (await this.#known(-above));
    if (record === null) throw invalidField(this.#sent, 'sheet_above_bad', { row: -above });
    return { ...body, [this.#sent]: record };
  }

  /** Of a row that is not written: it leaves its record as it is. */
  async #known(row: number): Promise<number | null> {
    const { rows } = await sql<{ record_id: number | null }>`SELECT record_id FROM import_row
      WHERE import_id = ${this.#file} AND row = ${row}`.execute(this.#db);
    return rows[0]?.record_id ?? null;
  }
}

/**
 * Rows of a file as values of fields, whatever they are read into: cells by kind, and names of other records, which are
 * looked up once for all rows.
 */
import { setImmediate } from 'node:timers/promises';
import {
  type Chosen,
  type Field,
  type FieldOf,
  isInBoth,
  type Names,
  optionsOf,
  sentName,
} from '../../contract/directory/fields.ts';
import { sentSchema } from '../../contract/directory/in.server.ts';
import type { Part } from '../../contract/imports.ts';
import { targetOf } from '../directory/targets.ts';
import type { FieldFault } from '../http/refusal.ts';
import { check } from '../http/validate.ts';
import { cellText, type Read, valueIn } from './cells.ts';
import type { Body, Columns, Db, FileRow, RowFault } from './importable.ts';
import { lower, type Named, namedIn } from './lookup.ts';
import { candidates, isNaming, namesIn } from './names.ts';
import { isPending, placedIn } from './tree.ts';

/** A row while it is being judged. */
export interface OpenRow {
  readonly file: FileRow;
  /** Read cells, by the key of their column. */
  readonly read: ReadonlyMap<string, Read>;
  readonly faults: RowFault[];
}

export const openRow = (file: FileRow, columns: Columns): OpenRow => ({
  file,
  read: new Map(
    columns.flatMap((part, at): [string, Read][] =>
      part === undefined ? [] : [[part.key, valueIn(part.field, file.cells[at] ?? null)]],
    ),
  ),
  faults: [],
});

/** The key of a field's column; null: the file has none. */
export const columnOf = (columns: Columns, name: string): string | null =>
  columns.find((part) => part?.name === name)?.key ?? null;

/** What a field's column has in a row, as people read it. */
export const textOf = ({ file }: Pick<OpenRow, 'file'>, columns: Columns, name: string): string =>
  cellText(file.cells[columns.findIndex((part) => part?.name === name)] ?? null);

/** Rows that are read or compared in one turn of the process: nobody waits for a slice of them. */
const OF_TURN = 100;

export async function inTurns<T, R>(rows: readonly T[], work: (row: T) => R): Promise<R[]> {
  const done: R[] = [];
  for (const row of rows) {
    if (done.length > 0 && done.length % OF_TURN === 0) await setImmediate();
    done.push(work(row));
  }
  return done;
}

/** A record that the file itself makes and no other is called; or why it cannot be said. */
type FindInFile = (title: string) => { readonly id: number } | { readonly fault: FieldFault } | undefined;

type Titles = ReadonlyMap<string, ReadonlyMap<string, readonly Named[]>>;

/** Names of other records in the cells, by what they are looked up in. */
function wantedIn(columns: Columns, rows: readonly OpenRow[]): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const part of columns) {
    if (part === undefined || !isNaming(part.field)) continue;
    const list = wanted.get(part.field.to) ?? [];
    for (const { read } of rows) {
      const value = read.get(part.key);
      if (value === undefined || !('titles' in value)) continue;
      list.push(...(part.field.kind === 'ref' ? [value.titles] : candidates(value.titles)));
    }
    wanted.set(part.field.to, list);
  }
  return wanted;
}

export class RowValues {
  readonly #columns: Columns;
  readonly #titles: Titles;

  private constructor(columns: Columns, titles: Titles) {
    this.#columns = columns;
    this.#titles = titles;
  }

  static async of(db: Db, columns: Columns, rows: readonly OpenRow[]): Promise<RowValues> {
    const found = new Map<string, Map<string, Named[]>>();
    // a record of a tree may be called by its way from the top
    for (const [to, names] of wantedIn(columns, rows))
      found.set(to, await (targetOf(to).above === undefined ? namedIn : placedIn)(db, to, names));
    return new RowValues(columns, found);
  }

  /** Records of a directory that are called so. */
  named(to: string, title: string): readonly Named[] {
    return this.#titles.get(to)?.get(lower(title)) ?? [];
  }

  /** Names in the cells that no record of a directory has. */
  unknown(to: string, rows: readonly OpenRow[]): string[] {
    return (wantedIn(this.#columns, rows).get(to) ?? []).filter((title) => this.named(to, title).length === 0);
  }

  /**
   * What a row says of a field, as it is sent; faults are noted. Undefined: as it is, or a fault.
   * @param had what the record has, as it is answered
   */
  said(row: OpenRow, name: string, field: Field, had: unknown, findInFile?: FindInFile): unknown {
    const parts = this.#columns.filter((part) => part?.name === name) as Part[];
    if (isInBoth(field)) {
      const names: Partial<Names> = { ...(had as Names | null | undefined) };
      for (const part of parts) {
        const value = plain(row, part);
        if (value === undefined) return undefined;
        names[part.language as 'uz' | 'ru'] = (value as string | null) ?? '';
      }
      return names.uz || names.ru ? { uz: names.uz ?? '', ru: names.ru ?? '' } : null;
    }
    const [part] = parts;
    if (part === undefined) return undefined;
    const read = row.read.get(part.key);
    if (read === undefined || !('titles' in read)) return plain(row, part);
    if (!isNaming(field)) return undefined;
    // names as they are now are no change, even where several records are called so
    const titleOf = (chosen: unknown) => (chosen as Chosen | null | undefined)?.title ?? '';
    const now =
      field.kind === 'refs' ? ((had ?? []) as readonly Chosen[]).map(titleOf).join(', ') : titleOf(had).trim();
    if (now === read.titles) return undefined;
    return this.#ids(row, part, field, read.titles, had, findInFile);
  }

  #ids(
    row: OpenRow,
    part: Part,
    field: FieldOf<'ref' | 'refs'>,
    titles: string,
    had: unknown,
    findInFile: FindInFile | undefined,
  ): unknown {
    const list = field.kind === 'ref' ? [titles] : namesIn(titles, (one) => this.named(field.to, one).length > 0);
    if (field.kind === 'refs' && new Set(list.map(lower)).size > field.max) {
      row.faults.push({ part: part.key, key: 'sheet_many', values: { max: field.max } });
      return undefined;
    }
    const kept = new Set([had].flat().map((one) => (one as Chosen | null | undefined)?.id));
    const ids: number[] = [];
    for (const title of list) {
      const found = this.named(field.to, title);
      const active = found.filter((one) => one.active || kept.has(one.id));
      const [one] = active;
      const inFile = found.length === 0 ? findInFile?.(title) : undefined;
      if (one !== undefined && active.length === 1) ids.push(one.id);
      else if (inFile !== undefined && 'id' in inFile) ids.push(inFile.id);
      else if (inFile !== undefined) row.faults.push({ part: part.key, ...inFile.fault });
      else {
        const several = targetOf(field.to).above === undefined ? 'sheet_ambiguous' : 'sheet_ambiguous_above';
        const key = active.length > 1 ? several : found.length > 0 ? 'sheet_archived' : 'sheet_reference';
        row.faults.push({ part: part.key, key, values: { title: title.slice(0, 100) } });
      }
    }
    if (ids.length < list.length) return undefined;
    return field.kind === 'ref' ? ids[0] : [...new Set(ids)];
  }

  /** Notes what is wrong with values that would be sent, of fields whose cells were read. */
  checkShape({ faults }: OpenRow, fields: readonly [string, Field][], body: Body): void {
    const wrong = wrongFields({ faults }, fields);
    for (const [name, field] of fields) {
      if (wrong.has(sentName(name, field))) continue;
      const value = body[sentName(name, field)];
      if (isPending(value) && field.kind === 'ref') continue;
      const result = check(sentSchema(field), value === null && !optionsOf(field).optional ? undefined : value, false);
      if (result.ok) continue;
      for (const [path, list] of Object.entries(result.fields)) {
        const part = isInBoth(field) && path !== 'body' ? `${name}.${path}` : (columnOf(this.#columns, name) ?? name);
        faults.push(...list.map((one) => ({ part, ...one })));
      }
    }
  }
}

/** Fields with a fault, by their names on the wire. */
export function wrongFields({ faults }: Pick<OpenRow, 'faults'>, fields: readonly [string, Field][]): Set<string> {
  const parts = new Set(faults.map(({ part }) => part?.split('.')[0]));
  return new Set(fields.flatMap(([name, field]) => (parts.has(name) ? [sentName(name, field)] : [])));
}

function plain({ read, faults }: OpenRow, part: Part): unknown {
  const value = read.get(part.key);
  if (value === undefined || 'titles' in value) return undefined;
  if ('value' in value) return value.value;
  faults.push({ part: part.key, ...value.fault });
  return undefined;
}

/** Faults by the name on the wire as faults of the columns. */
export const faultsByColumn = (
  found: Readonly<Record<string, readonly FieldFault[]>>,
  fields: readonly [string, Field][],
  columns: Columns,
): RowFault[] =>
  Object.entries(found).flatMap(([path, list]) => {
    const name = path.split('.')[0] as string;
    const [field] = fields.find(([own, one]) => sentName(own, one) === name) ?? [];
    const part = field === undefined ? null : (columnOf(columns, field) ?? field);
    return list.map((one) => ({ part, ...one }));
  });

/** A slice of rows compared with the database: what each would do, or every fault of it. Nothing is written. */
import { setImmediate } from 'node:timers/promises';
import { ruleFor } from '../../contract/directory/directory.ts';
import { type Chosen, type Field, isInBoth, type Names, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { sentSchema } from '../../contract/directory/in.server.ts';
import type { Conflict, Part, SheetCell } from '../../contract/imports.ts';
import { allows } from '../../contract/rules.ts';
import { isSame } from '../directory/checks.ts';
import { loggedValue } from '../directory/columns.ts';
import type { Writer } from '../directory/reader.ts';
import { bodyOfRecord, type FoundRecord, readRecords } from '../directory/records.ts';
import type { Served } from '../directory/serve.ts';
import type { FieldFault } from '../http/refusal.ts';
import { check } from '../http/validate.ts';
import { cellText, keyIn, type Read, valueIn } from './cells.ts';
import { type ChangedSince, having, logsOf, lower, namedIn, onceOf, seenOf, type Taken, titledIn } from './lookup.ts';
import { candidates, idsIn, isNaming, namesIn, type SentTitles, wordsOf } from './names.ts';
import { isPending, placedIn, RowsAbove } from './tree.ts';

export interface FileRow {
  readonly row: number;
  readonly key: string | null;
  readonly cells: readonly SheetCell[];
}

/** What is wrong with a row: in a column, or in the row itself. */
export interface RowFault extends FieldFault {
  readonly part: string | null;
}

type Body = Record<string, unknown>;

/** One value of a moved row, and what would be sent of it. */
export type Offer = Omit<Conflict, 'row' | 'record' | 'at'> & { readonly at: string | null; readonly sent: unknown };

export interface Judged {
  readonly row: number;
  readonly kind: 'fresh' | 'changed' | 'same' | 'moved' | 'bad';
  readonly title: string;
  readonly record_id: number | null;
  readonly seen: number | null;
  readonly body: Body | null;
  readonly fields: readonly string[];
  readonly once: Readonly<Record<string, string>>;
  readonly faults: readonly RowFault[];
  readonly conflicts: readonly Offer[];
}

/** A row while it is being judged. */
interface Open {
  readonly file: FileRow;
  readonly title: string;
  /** Read cells, by the key of their column. */
  readonly read: Map<string, Read>;
  readonly faults: RowFault[];
  record: FoundRecord | null;
  /** The version that the file was exported with. */
  exported: number | null;
}

const cellOf = ({ cells }: FileRow, parts: readonly (Part | undefined)[], key: string): SheetCell =>
  cells[parts.findIndex((part) => part?.key === key)] ?? null;

/** Rows that are read or compared in one turn of the process: nobody waits for a slice of them. */
const OF_TURN = 100;

async function inTurns<T, R>(rows: readonly T[], work: (row: T) => R): Promise<R[]> {
  const done: R[] = [];
  for (const row of rows) {
    if (done.length > 0 && done.length % OF_TURN === 0) await setImmediate();
    done.push(work(row));
  }
  return done;
}

type Titles = Map<string, Map<string, { id: number; active: boolean }[]>>;

export class Slice {
  readonly #writer: Writer;
  readonly #served: Served;
  readonly #parts: readonly (Part | undefined)[];
  readonly #fields: [string, Field][];
  readonly #file: number;
  #above: RowsAbove | undefined;

  /** @param file the import whose rows they are */
  constructor(writer: Writer, served: Served, parts: readonly (Part | undefined)[], file: number) {
    this.#writer = writer;
    this.#served = served;
    this.#parts = parts;
    this.#file = file;
    const present = new Set(parts.map((part) => part?.name));
    this.#fields = Object.entries(served.directory.spec.fields).filter(([name]) => present.has(name));
  }

  async judge(rows: readonly FileRow[]): Promise<Judged[]> {
    const open = await inTurns(rows, (file) => this.#open(file));
    const titles = await this.#titles(open);
    await this.#findRecords(open, titles);
    const judged = await inTurns(open, (row) => this.#compare(row, titles));
    await this.#findTaken(judged);
    for (const one of judged) await this.#askRules(one);
    await this.#findConflicts(judged);
    return judged.map((one) => this.#answer(one));
  }

  #open(file: FileRow): Open {
    const read = new Map<string, Read>();
    const faults: RowFault[] = [];
    this.#parts.forEach((part, at) => {
      if (part === undefined) return;
      const value = valueIn(part.field, file.cells[at] ?? null);
      read.set(part.key, value);
    });
    const { label } = this.#served.directory.spec;
    const named = this.#parts.find((part) => part?.name === label)?.key;
    const title = named === undefined ? '' : cellText(cellOf(file, this.#parts, named));
    return { file, title, read, faults, record: null, exported: null };
  }

  /** Names of other records, looked up once for all rows. */
  async #titles(rows: readonly Open[]): Promise<Titles> {
    const wanted = new Map<string, string[]>();
    for (const part of this.#parts) {
      if (part === undefined || (part.field.kind !== 'ref' && part.field.kind !== 'refs')) continue;
      const list = wanted.get(part.field.to) ?? [];
      for (const { read } of rows) {
        const value = read.get(part.key);
        if (value === undefined || !('titles' in value)) continue;
        list.push(...(part.field.kind === 'ref' ? [value.titles] : candidates(value.titles)));
      }
      wanted.set(part.field.to, list);
    }
    const found: Titles = new Map();
    const { name, label, tree } = this.#served.directory.spec;
    for (const [to, names] of wanted)
      found.set(to, await (to === name && tree !== undefined ? placedIn : namedIn)(this.#writer.db, to, names));
    const unknown = (wanted.get(name) ?? []).filter((title) => !found.get(name)?.has(lower(title)));
    this.#above = await RowsAbove.of(this.#writer.db, this.#file, this.#parts, label, tree, unknown);
    return found;
  }

  /** The records of the rows: by the key of the export, else by the field that an import finds a record by. */
  async #findRecords(rows: readonly Open[], titles: Titles): Promise<void> {
    const { db, language, user } = this.#writer;
    const { directory, table, visible } = this.#served;
    const byRow = new Map<Open, number>();
    for (const row of rows) {
      const key = keyIn(row.file.key);
      if (key === null) continue;
      byRow.set(row, key.id);
      row.exported = key.version;
    }
    await this.#findByKey(
      rows.filter((row) => !byRow.has(row)),
      titles,
      visible(user),
      byRow,
    );
    const ids = [...new Set(byRow.values())];
    const records = await readRecords(db, directory, table, await seenOf(this.#writer, this.#served, ids), language);
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const [row, id] of byRow) {
      row.record = byId.get(id) ?? null;
      if (row.record === null) row.faults.push({ part: null, key: 'sheet_gone' });
    }
  }

  async #findByKey(
    rows: readonly Open[],
    titles: Titles,
    visible: ReturnType<Served['visible']>,
    byRow: Map<Open, number>,
  ): Promise<void> {
    const { spec } = this.#served.directory;
    const name = spec.key ?? spec.label;
    const field = spec.fields[name] as Field;
    const valuesOf = (row: Open): string[] =>
      this.#parts.flatMap((part) => {
        if (part?.name !== name) return [];
        const read = row.read.get(part.key);
        if (read === undefined || 'fault' in read) return [];
        if ('titles' in read) {
          const named = field.kind === 'ref' ? (titles.get(field.to)?.get(lower(read.titles)) ?? []) : [];
          return named.length === 1 ? [String(named[0]?.id)] : [];
        }
        return read.value === null ? [] : [lower(read.value)];
      });
    const wanted = rows.flatMap(valuesOf);
    const found = await having(this.#writer, this.#served, name, wanted, visible);
    const { unique } = optionsOf(field);
    for (const row of rows) {
      const values = valuesOf(row);
      const scope = typeof unique === 'string' ? this.#idIn(row, unique, titles) : undefined;
      const ids = new Set(
        found
          .filter((one) => values.includes(one.value) && (scope === undefined || one.scope === scope))
          .map(({ id }) => id),
      );
      if (ids.size > 1) row.faults.push({ part: this.#partOf(name), key: 'sheet_several' });
      else for (const id of ids) byRow.set(row, id);
    }
  }

  /** What a row says of a reference, as an id; null: nothing; −1: no record that is there already. */
  #idIn(row: Open, name: string, titles: Titles): number | null {
    const field = this.#served.directory.spec.fields[name];
    const read = row.read.get(name);
    if (field?.kind !== 'ref' || read === undefined || !('titles' in read)) return null;
    return titles.get(field.to)?.get(lower(read.titles))?.[0]?.id ?? -1;
  }

  #partOf = (name: string): string | null => this.#parts.find((part) => part?.name === name)?.key ?? null;

  /** What the row says of a field; faults are noted. Undefined: as it is. */
  #said(row: Open, name: string, field: Field, titles: Titles): unknown {
    const had = row.record?.[name];
    const parts = this.#parts.filter((part) => part?.name === name) as Part[];
    if (isInBoth(field)) {
      const names: Partial<Names> = { ...(had as Names | null | undefined) };
      for (const part of parts) {
        const value = this.#plain(row, part);
        if (value === undefined) return undefined;
        names[part.language as 'uz' | 'ru'] = (value as string | null) ?? '';
      }
      return names.uz || names.ru ? { uz: names.uz ?? '', ru: names.ru ?? '' } : null;
    }
    const [part] = parts;
    if (part === undefined) return undefined;
    const read = row.read.get(part.key);
    if (read === undefined || !('titles' in read)) return this.#plain(row, part);
    // names as they are now are no change, even where several records are called so
    const titleOf = (chosen: unknown) => (chosen as Chosen | null | undefined)?.title ?? '';
    const now =
      field.kind === 'refs' ? ((had ?? []) as readonly Chosen[]).map(titleOf).join(', ') : titleOf(had).trim();
    if (row.record !== null && now === read.titles) return undefined;
    if (field.kind !== 'ref' && field.kind !== 'refs') return undefined;
    const known = titles.get(field.to) ?? new Map<string, { id: number; active: boolean }[]>();
    const list = field.kind === 'ref' ? [read.titles] : namesIn(read.titles, (one) => known.has(lower(one)));
    const kept = new Set([had].flat().map((one) => (one as Chosen | null | undefined)?.id));
    const ids: number[] = [];
    for (const title of list) {
      const found = known.get(lower(title)) ?? [];
      const active = found.filter((one) => one.active || kept.has(one.id));
      const [one] = active;
      const inFile = found.length === 0 && name === this.#served.directory.spec.tree;
      const above = inFile ? this.#above?.find(row.file.row, title) : undefined;
      if (one !== undefined && active.length === 1) ids.push(one.id);
      else if (above !== undefined && 'id' in above) ids.push(above.id);
      else if (above !== undefined) row.faults.push({ part: part.key, ...above.fault });
      else {
        const several = name === this.#served.directory.spec.tree ? 'sheet_ambiguous_above' : 'sheet_ambiguous';
        const key = active.length > 1 ? several : found.length > 0 ? 'sheet_archived' : 'sheet_reference';
        row.faults.push({ part: part.key, key, values: { title: title.slice(0, 100) } });
      }
    }
    if (ids.length < list.length) return undefined;
    return field.kind === 'ref' ? ids[0] : [...new Set(ids)];
  }

  #plain(row: Open, part: Part): unknown {
    const read = row.read.get(part.key);
    if (read === undefined || 'titles' in read) return undefined;
    if ('value' in read) return read.value;
    row.faults.push({ part: part.key, ...read.fault });
    return undefined;
  }

  /** What a row would write, with the faults of its values. */
  #compare(row: Open, titles: Titles): Judging {
    const { record, faults } = row;
    const { spec } = this.#served.directory;
    const body: Body = record === null ? {} : bodyOfRecord(this.#served.directory, record);
    const changed: string[] = [];
    for (const [name, field] of this.#fields) {
      const said = this.#said(row, name, field, titles);
      if (said === undefined) continue;
      const sent = sentName(name, field);
      if (record !== null && isSame(field, said, record[name] ?? (field.kind === 'refs' ? [] : null))) continue;
      // a field that is left out is named where it must not be empty
      if (said === null && record === null) continue;
      body[sent] = said;
      changed.push(name);
    }
    const checked =
      record === null ? Object.entries(spec.fields) : this.#fields.filter(([name]) => changed.includes(name));
    const doubted = new Set(faults.map(({ part }) => part?.split('.')[0]));
    for (const [name, field] of checked) {
      if (doubted.has(name)) continue;
      const value = body[sentName(name, field)];
      if (isPending(value) && field.kind === 'ref') continue;
      const result = check(sentSchema(field), value === null && !optionsOf(field).optional ? undefined : value, false);
      if (result.ok) continue;
      for (const [path, list] of Object.entries(result.fields)) {
        const part = isInBoth(field) && path !== 'body' ? `${name}.${path}` : (this.#partOf(name) ?? name);
        faults.push(...list.map((one) => ({ part, ...one })));
      }
    }
    const once = Object.fromEntries([
      ...(record === null ? [] : [['#', String(record.id)]]),
      ...Object.entries(spec.fields).flatMap(([name, field]) => {
        const { unique } = optionsOf(field);
        if (unique === undefined || (record !== null && !changed.includes(name))) return [];
        const scope = typeof unique === 'string' ? `${this.#within(body, unique) ?? 0}:` : '';
        return onceOf(name, field, body[sentName(name, field)]).map(([key, value]) => [key, `${scope}${value}`]);
      }),
    ]) as Record<string, string>;
    if (record === null || changed.length > 0) this.#right(row);
    return { ...row, body, changed, once, conflicts: [] };
  }

  /** Who may make new records may not change the others, and the other way round. */
  #right({ record, faults }: Open): void {
    const { directory } = this.#served;
    const { rules } = this.#writer.user;
    if (record === null) {
      if (faults.some(({ key }) => key === 'sheet_gone' || key === 'sheet_several')) return;
      if (directory.spec.fixed) faults.push({ part: null, key: 'sheet_fixed' });
      else if (!allows(rules, ruleFor(directory, 'add'))) faults.push({ part: null, key: 'sheet_no_add' });
    } else if (!record.active) faults.push({ part: null, key: 'sheet_record_archived' });
    else if (!allows(rules, ruleFor(directory, 'edit'))) faults.push({ part: null, key: 'sheet_no_edit' });
  }

  /** Of a value that is unique within another field, what that one has. */
  #within(body: Body, unique: string): number | null {
    return (body[sentName(unique, this.#served.directory.spec.fields[unique] as Field)] as number | null) ?? null;
  }

  /** Values that another record has already, archived ones too. */
  async #findTaken(rows: readonly Judging[]): Promise<void> {
    for (const [name, field] of Object.entries(this.#served.directory.spec.fields)) {
      const { unique } = optionsOf(field);
      if (unique === undefined) continue;
      const asking = rows.filter(({ record, changed }) => record === null || changed.includes(name));
      const valuesOf = ({ body }: Judging) =>
        onceOf(name, field, body[sentName(name, field)]).map(([, value]) => value);
      const taken = await having(this.#writer, this.#served, name, asking.flatMap(valuesOf));
      const scopeOf = ({ body }: Judging) => (typeof unique === 'string' ? this.#within(body, unique) : null);
      for (const row of asking) {
        const values = valuesOf(row);
        const isOther = (one: Taken) =>
          values.includes(one.value) && one.id !== row.record?.id && one.scope === scopeOf(row);
        const other = taken.find(isOther);
        if (other === undefined) continue;
        const part = this.#partOf(name);
        row.faults.push({ part, key: 'taken', values: { other: other.title, id: String(other.id) } });
      }
    }
  }

  /** The directory's own rules, of rows that have no other fault. */
  async #askRules(row: Judging): Promise<void> {
    if (row.faults.length > 0 || (row.record !== null && row.changed.length === 0)) return;
    const { tree } = this.#served.directory.spec;
    // a row of the file that is no record yet stands over nothing
    const body =
      tree !== undefined && isPending(row.body[`${tree}_id`]) ? { ...row.body, [`${tree}_id`]: null } : row.body;
    const found = await this.#served.special(this.#writer, row.record?.id ?? null, body, row.record);
    for (const [path, list] of Object.entries(found)) {
      const name = path.split('.')[0] as string;
      const [field] =
        Object.entries(this.#served.directory.spec.fields).find(([own, one]) => sentName(own, one) === name) ?? [];
      const part = field === undefined ? null : (this.#partOf(field) ?? field);
      row.faults.push(...list.map((one) => ({ part, ...one })));
    }
  }

  /** Of rows that were changed since the export: what was there then, what is there now, and by whom. */
  async #findConflicts(rows: readonly Judging[]): Promise<void> {
    const moved = rows.filter(
      ({ record, exported, changed, faults }) =>
        record !== null && exported !== null && exported < record.version && changed.length > 0 && faults.length === 0,
    );
    const { spec } = this.#served.directory;
    const ids = moved.flatMap(({ record }) => (record === null ? [] : [record.id]));
    const logs = await logsOf(this.#writer.db, spec.name, ids);
    const titles = await this.#titlesSent(moved);
    for (const row of moved) {
      const record = row.record as FoundRecord;
      const since = (logs.get(record.id) ?? []).slice(0, record.version - (row.exported ?? 0));
      const offers = this.#offers(row, record, since, titles);
      row.conflicts.push(...offers);
      row.changed.splice(0, row.changed.length, ...offers.map(({ field }) => field));
      row.body = bodyOfRecord(this.#served.directory, record);
    }
  }

  #offers(row: Judging, record: FoundRecord, since: readonly ChangedSince[], titles: SentTitles): Offer[] {
    const { fields } = this.#served.directory.spec;
    const offers: Offer[] = [];
    for (const name of row.changed) {
      const field = fields[name] as Field;
      const lines = since.filter(({ payload }) => payload.after !== undefined && name in payload.after);
      const now = loggedValue(field, record[name] ?? (field.kind === 'refs' ? [] : null));
      const exported = lines.length === 0 ? now : (lines.at(-1)?.payload.before?.[name] ?? null);
      const sent = row.body[sentName(name, field)];
      const file = wordsOf(field, sent, titles);
      // the file has what it was exported with: somebody else has changed it, and nothing is asked
      if (JSON.stringify(file ?? null) === JSON.stringify(exported ?? null)) continue;
      const [last] = lines;
      const by =
        last === undefined || last.user_id === null || last.fullname === null
          ? null
          : { id: last.user_id, fullname: last.fullname };
      const at = last === undefined ? null : last.at.toISOString();
      offers.push({
        field: name,
        exported,
        now,
        file,
        by,
        at,
        import_id: last?.payload.import ?? null,
        take: null,
        sent,
      });
    }
    return offers;
  }

  /** Titles of the records that moved rows would refer to: one statement for each directory. */
  async #titlesSent(rows: readonly Judging[]): Promise<SentTitles> {
    const { fields } = this.#served.directory.spec;
    const wanted = new Map<string, number[]>();
    for (const { body, changed } of rows)
      for (const name of changed) {
        const field = fields[name] as Field;
        if (isNaming(field))
          wanted.set(field.to, [...(wanted.get(field.to) ?? []), ...idsIn(body[sentName(name, field)])]);
      }
    const found = new Map<string, ReadonlyMap<number, string>>();
    for (const [to, ids] of wanted) found.set(to, await titledIn(this.#writer, to, ids));
    const { name, tree } = this.#served.directory.spec;
    const said = rows.flatMap(({ body, read }): [number, string][] => {
      const above = tree === undefined ? undefined : body[`${tree}_id`];
      const cell = tree === undefined ? undefined : read.get(tree);
      return isPending(above) && cell !== undefined && 'titles' in cell ? [[above, cell.titles]] : [];
    });
    if (said.length > 0) found.set(name, new Map([...(found.get(name) ?? []), ...said]));
    return found;
  }

  /** What the record is called now. */
  #titleOf(record: FoundRecord): string {
    const value = record[this.#served.directory.spec.label];
    if (typeof value !== 'object' || value === null) return String(value ?? '');
    const { title, [this.#writer.language]: named } = value as Record<string, string>;
    return title ?? named ?? '';
  }

  #answer({ file, title, record, body, changed, once, faults, conflicts }: Judging): Judged {
    const isNew = record === null;
    const kind =
      faults.length > 0
        ? 'bad'
        : conflicts.length > 0
          ? 'moved'
          : isNew
            ? 'fresh'
            : changed.length > 0
              ? 'changed'
              : 'same';
    return {
      row: file.row,
      kind,
      title: (record === null ? title : this.#titleOf(record)).slice(0, 200),
      record_id: record?.id ?? null,
      seen: record?.version ?? null,
      body: kind === 'same' || kind === 'bad' ? null : body,
      fields: kind === 'fresh' || kind === 'bad' ? [] : changed,
      once: kind === 'same' ? (isNew ? {} : { '#': String(record.id) }) : once,
      faults,
      conflicts,
    };
  }
}

interface Judging extends Open {
  body: Body;
  readonly changed: string[];
  readonly once: Record<string, string>;
  readonly conflicts: Offer[];
}

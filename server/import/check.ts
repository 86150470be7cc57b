/** Rows of a file compared with the records of a directory: what each would do, or every fault of it. Nothing is written. */
import { ruleFor, updateOf } from '../../contract/directory/directory.ts';
import { type Field, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { makesNew } from '../../contract/imports.ts';
import { allows } from '../../contract/rules.ts';
import { isSame, takenFault } from '../directory/checks.ts';
import { loggedValue } from '../directory/columns.ts';
import { eventOf } from '../directory/lifecycle.ts';
import type { Writer } from '../directory/reader.ts';
import { bodyOfRecord, type FoundRecord, readRecords } from '../directory/records.ts';
import type { Served } from '../directory/serve.ts';
import { forbidden, Refusal } from '../http/refusal.ts';
import { keyIn } from './cells.ts';
import {
  type Body,
  type Columns,
  type FileOf,
  type FileRow,
  type Judged,
  type Offer,
  wordsOfRefusal,
} from './importable.ts';
import {
  type ChangedSince,
  changedBy,
  having,
  logsOf,
  lower,
  onceOf,
  referredIn,
  seenOf,
  type Taken,
  titlesOf,
} from './lookup.ts';
import { type SentTitles, wordsOf } from './names.ts';
import { columnOf, faultsByColumn, inTurns, type OpenRow, openRow, RowValues, textOf, wrongFields } from './rows.ts';
import { isPending, RowsAbove } from './tree.ts';

/** A row with the record that it is about. */
interface Open extends OpenRow {
  readonly title: string;
  record: FoundRecord | null;
  /** The version that the file was exported with. */
  exported: number | null;
}

export class Slice {
  readonly #writer: Writer;
  readonly #served: Served;
  readonly #parts: Columns;
  readonly #fields: [string, Field][];
  readonly #file: number;
  #values!: RowValues;
  #above!: RowsAbove;
  readonly #taken = new Map<string, { values: ReadonlySet<string>; found: readonly Taken[] }>();

  constructor(writer: Writer, served: Served, { id, columns }: FileOf) {
    this.#writer = writer;
    this.#served = served;
    this.#parts = columns;
    this.#file = id;
    const present = new Set(columns.map((part) => part?.name));
    this.#fields = Object.entries(served.directory.spec.fields).filter(([name]) => present.has(name));
  }

  async judge(rows: readonly FileRow[]): Promise<Judged[]> {
    const { db } = this.#writer;
    const { name, label, tree } = this.#served.directory.spec;
    const open = await inTurns(
      rows,
      (file): Open => ({
        ...openRow(file, this.#parts),
        title: textOf({ file }, this.#parts, label),
        record: null,
        exported: null,
      }),
    );
    this.#values = await RowValues.of(db, this.#parts, open);
    const unknown = tree === undefined ? [] : this.#values.unknown(name, open);
    this.#above = await RowsAbove.of(db, this.#file, this.#parts, label, tree, unknown);
    await this.#findRecords(open);
    const judged = await inTurns(open, (row) => this.#compare(row));
    await this.#findTaken(judged);
    for (const one of judged) await this.#askRules(one);
    await this.#findConflicts(judged);
    return judged.map((one) => this.#answer(one));
  }

  /** The records of the rows: by the key of the export, else by the field that an import finds a record by. */
  async #findRecords(rows: readonly Open[]): Promise<void> {
    const { db, language } = this.#writer;
    const { directory, table } = this.#served;
    const byRow = new Map<Open, number>();
    for (const row of rows) {
      const key = keyIn(row.file.key);
      if (key === null) continue;
      byRow.set(row, key.id);
      row.exported = key.version;
    }
    await this.#findByKey(
      rows.filter((row) => !byRow.has(row)),
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

  async #findByKey(rows: readonly Open[], byRow: Map<Open, number>): Promise<void> {
    const { spec } = this.#served.directory;
    // several people may ask for the same: a request is another one unless the row says which
    if (spec.chart?.owned) return;
    const name = spec.key ?? spec.label;
    const field = spec.fields[name] as Field;
    const valuesOf = (row: Open): string[] =>
      this.#parts.flatMap((part) => {
        if (part?.name !== name) return [];
        const read = row.read.get(part.key);
        if (read === undefined || 'fault' in read) return [];
        if ('titles' in read) {
          const named = field.kind === 'ref' ? this.#values.named(field.to, read.titles) : [];
          return named.length === 1 ? [String(named[0]?.id)] : [];
        }
        return read.value === null ? [] : [lower(read.value)];
      });
    const wanted = rows.flatMap(valuesOf);
    const found = (await this.#having(name, wanted)).filter(({ seen }) => seen);
    const { unique } = optionsOf(field);
    for (const row of rows) {
      const values = valuesOf(row);
      const scope = typeof unique === 'string' ? this.#idIn(row, unique) : undefined;
      const ids = new Set(
        found
          .filter((one) => values.includes(one.value) && (scope === undefined || one.scope === scope))
          .map(({ id }) => id),
      );
      if (ids.size > 1) row.faults.push({ part: this.#partOf(name), key: 'sheet_several' });
      else for (const id of ids) byRow.set(row, id);
    }
  }

  /** Records that have one of the values; those that the slice was found by are not read again. */
  async #having(name: string, values: readonly string[]): Promise<readonly Taken[]> {
    const read = this.#taken.get(name);
    if (read !== undefined && values.every((value) => read.values.has(value))) return read.found;
    const found = await having(this.#writer, this.#served, name, values);
    this.#taken.set(name, { values: new Set(values), found });
    return found;
  }

  /** What a row says of a reference, as an id; null: nothing; −1: no record that is there already. */
  #idIn(row: Open, name: string): number | null {
    const field = this.#served.directory.spec.fields[name];
    const read = row.read.get(name);
    if (field?.kind !== 'ref' || read === undefined || !('titles' in read)) return null;
    return this.#values.named(field.to, read.titles)[0]?.id ?? -1;
  }

  #partOf = (name: string): string | null => columnOf(this.#parts, name);

  /** What the row says of a field; the record above may be a row of the file. */
  #said(row: Open, name: string, field: Field): unknown {
    const isAbove = name === this.#served.directory.spec.tree;
    const inFile = isAbove ? (title: string) => this.#above.find(row.file.row, title) : undefined;
    return this.#values.said(row, name, field, row.record?.[name], inFile);
  }

  /** What a row would write, with the faults of its values. */
  #compare(row: Open): Judging {
    const { record } = row;
    const { spec } = this.#served.directory;
    const body: Body = record === null ? {} : bodyOfRecord(this.#served.directory, record);
    const changed: string[] = [];
    for (const [name, field] of this.#fields) {
      const said = this.#said(row, name, field);
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
    this.#values.checkShape(row, checked, body);
    const once = Object.fromEntries([
      ...(record === null ? [] : [['#', String(record.id)]]),
      ...Object.entries(spec.fields).flatMap(([name, field]) => {
        const { unique } = optionsOf(field);
        if (unique === undefined || (record !== null && !changed.includes(name))) return [];
        const scope = typeof unique === 'string' ? `${this.#within(body, unique) ?? 0}:` : '';
        return onceOf(name, field, body[sentName(name, field)]).map(([key, value]) => [key, `${scope}${value}`]);
      }),
    ]) as Record<string, string>;
    // found by its name alone, an archived one would be taken for what the file brings
    const isNamed = record !== null && row.exported === null && !record.active;
    if (record === null || changed.length > 0 || isNamed) this.#right(row);
    return { ...row, body, changed, once, conflicts: [] };
  }

  /** Who may make new records may not change the others, and the other way round. */
  #right({ record, faults }: Open): void {
    const { directory } = this.#served;
    const { rules } = this.#writer.user;
    if (record === null) {
      if (faults.some(({ key }) => key === 'sheet_gone' || key === 'sheet_several')) return;
      if (directory.spec.fixed) faults.push({ part: null, key: 'sheet_fixed' });
      else if (!makesNew(directory)) faults.push({ part: null, key: 'sheet_one_by_one' });
      else if (!allows(rules, ruleFor(directory, 'add'))) faults.push({ part: null, key: 'sheet_no_add' });
    } else if (!record.active && directory.spec.chart === undefined)
      faults.push({ part: null, key: 'sheet_record_archived' });
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
      const taken = await this.#having(name, asking.flatMap(valuesOf));
      const scopeOf = ({ body }: Judging) => (typeof unique === 'string' ? this.#within(body, unique) : null);
      for (const row of asking) {
        const values = valuesOf(row);
        const isOther = (one: Taken) =>
          values.includes(one.value) && one.id !== row.record?.id && one.scope === scopeOf(row);
        const other = taken.find(isOther);
        if (other === undefined) continue;
        const part = this.#partOf(name);
        row.faults.push({ part, ...takenFault(this.#served.directory, name, other) });
      }
    }
  }

  /** The directory's own rules, as far as the row's fields are right. */
  async #askRules(row: Judging): Promise<void> {
    // of which record the row speaks, or that nobody may write it, is said first
    if (row.faults.some(({ part, key }) => part === null || key === 'sheet_several')) return;
    if (row.record !== null && row.changed.length === 0) return;
    const { fields, tree } = this.#served.directory.spec;
    // a row of the file that is no record yet stands over nothing
    const body =
      tree !== undefined && isPending(row.body[`${tree}_id`]) ? { ...row.body, [`${tree}_id`]: null } : row.body;
    const wrong = wrongFields(row, Object.entries(fields));
    try {
      await this.#requireStep(row);
      const found = await this.#served.special(this.#writer, row.record?.id ?? null, body, row.record, wrong);
      row.faults.push(...faultsByColumn(found, Object.entries(fields), this.#parts));
    } catch (error) {
      // what is refused as a whole: a right, documents that nobody could move on
      if (!(error instanceof Refusal)) throw error;
      const { key, values } = wordsOfRefusal(error);
      row.faults.push({ part: null, key, ...(values && { values }) });
    }
  }

  /** A record with a chart of its own is changed in the states that it says, by who may. */
  async #requireStep({ record }: Judging): Promise<void> {
    const { directory, lifecycle } = this.#served;
    if (record === null || directory.spec.chart === undefined) return;
    const event = eventOf(updateOf(directory));
    if (!lifecycle.mayTake(record, event, this.#writer.user)) throw forbidden('fields.sheet_no_edit');
    const refusal = await lifecycle.reasonOf(this.#writer, record, event);
    if (refusal) throw refusal;
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
      offers.push({
        field: name,
        exported,
        now,
        file,
        ...changedBy(last),
        import_id: last?.payload.import ?? null,
        take: null,
        sent,
      });
    }
    return offers;
  }

  /** Titles of the records that moved rows would refer to: one statement for each directory. */
  async #titlesSent(rows: readonly Judging[]): Promise<SentTitles> {
    const found = new Map(await titlesOf(this.#writer, referredIn(this.#served.directory.spec.fields, rows)));
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

/**
 * Rows of a file compared with the revisions of a dated setting: what each would do, or every fault of it. A row says which
 * figures a subject has from a day on; it is compared with what is in force of that subject on that day, planned or not.
 */
import { sql } from 'kysely';
import { type Field, type FieldOf, sentName } from '../../contract/directory/fields.ts';
import { sheetOfSetting, VALID_FROM } from '../../contract/sheet.ts';
import { isSame } from '../directory/checks.ts';
import { loggedValue } from '../directory/columns.ts';
import type { Writer } from '../directory/reader.ts';
import { sentOf } from '../directory/records.ts';
import { targetOf } from '../directory/targets.ts';
import type { Found, ServedSetting } from '../settings/serve.ts';
import { idIn } from './cells.ts';
import type { Body, Columns, FileOf, FileRow, Judged, Offer } from './importable.ts';
import { type AskedDay, inForceOn } from './inForceOn.ts';
import { changedBy, logsOf, referredIn, titlesOf } from './lookup.ts';
import { type SentTitles, wordsOf } from './names.ts';
import { columnOf, faultsByColumn, inTurns, type OpenRow, openRow, RowValues, textOf } from './rows.ts';

/** A row with the revisions that it is compared with. */
interface Open extends OpenRow {
  readonly title: string;
  /** It has its subject alone, and says nothing of it. */
  readonly blank: boolean;
  /** What the export had in the row: in a tree it may be that of a record above. */
  exported: Found | null;
  /** Of the subject on the day. */
  now: Found | null;
  body: Body;
  changed: string[];
  outcome: 'same' | 'written' | 'moved';
  conflicts: Offer[];
}

type Entries = [string, Field][];

export class RevisionRows {
  readonly #writer: Writer;
  readonly #served: ServedSetting;
  readonly #columns: Columns;
  readonly #subject: Entries;
  readonly #figures: Entries;
  readonly #all: Entries;
  #values!: RowValues;

  constructor(writer: Writer, served: ServedSetting, { columns }: FileOf) {
    const { setting } = served;
    this.#writer = writer;
    this.#served = served;
    this.#columns = columns;
    this.#subject = Object.entries<Field>(setting.spec.subject);
    this.#figures = Object.entries<Field>(setting.spec.fields);
    this.#all = Object.entries(sheetOfSetting(setting).fields);
  }

  async judge(files: readonly FileRow[]): Promise<Judged[]> {
    const rows = await inTurns(files, (file) => this.#open(file));
    this.#values = await RowValues.of(this.#writer.db, this.#columns, rows);
    await this.#findExported(rows);
    const said = rows.filter(({ blank, faults }) => !blank && faults.length === 0);
    for (const row of said) this.#readSubject(row);
    await this.#findInForce(said);
    for (const row of said) this.#readFigures(row);
    const above = await this.#above(said);
    for (const row of said) this.#compare(row, above);
    const written = said.filter(({ outcome, faults }) => outcome !== 'same' || faults.length > 0);
    for (const row of written) this.#checkShape(row);
    for (const row of written) await this.#askRules(row);
    await this.#findConflicts(said.filter(({ outcome, faults }) => outcome === 'moved' && faults.length === 0));
    return rows.map((row) => this.#answer(row));
  }

  #open(file: FileRow): Open {
    const isSaid = ([name]: [string, Field]) => textOf({ file }, this.#columns, name).trim() !== '';
    // codes of a choice are no words
    const named = this.#subject.filter(([, { kind }]) => kind !== 'oneOf');
    const titles = named.map(([name]) => textOf({ file }, this.#columns, name)).filter((title) => title !== '');
    return {
      ...openRow(file, this.#columns),
      title: titles.join(' · '),
      blank: !this.#figures.some(isSaid) && textOf({ file }, this.#columns, VALID_FROM).trim() === '',
      exported: null,
      now: null,
      body: {},
      changed: [],
      outcome: 'same',
      conflicts: [],
    };
  }

  async #findExported(rows: readonly Open[]): Promise<void> {
    const keys = new Map(rows.map((row) => [row, idIn(row.file.key)] as const));
    const ids = [...new Set([...keys.values()].flatMap((id) => id ?? []))];
    const byId = new Map((await this.#served.read(this.#writer, ids)).map((one) => [one.id, one]));
    for (const [row, id] of keys) {
      if (id === undefined) continue;
      row.exported = byId.get(id) ?? null;
      if (row.exported === null && !row.blank) row.faults.push({ part: null, key: 'sheet_gone' });
    }
  }

  /** What the row says of a field: where its column is missing, what is there now. */
  #read(row: Open, name: string, field: Field, had: Found | null, now: Found | null): unknown {
    const has = columnOf(this.#columns, name) !== null;
    const said = has ? this.#values.said(row, name, field, had?.[name]) : undefined;
    if (said !== undefined) return said;
    const kept = has ? had : now;
    return kept === null ? undefined : sentOf(field, kept[name]);
  }

  #readSubject(row: Open): void {
    for (const [name, field] of this.#subject)
      row.body[sentName(name, field)] = this.#read(row, name, field, row.exported, row.exported) ?? null;
    const day = this.#values.said(row, VALID_FROM, { kind: 'date' }, undefined);
    row.body[VALID_FROM] = day ?? null;
  }

  #readFigures(row: Open): void {
    for (const [name, field] of this.#figures) {
      const value = this.#read(row, name, field, row.exported ?? row.now, row.now ?? row.exported);
      if (value !== undefined) row.body[sentName(name, field)] = value;
    }
  }

  async #findInForce(rows: readonly Open[]): Promise<void> {
    const asked = rows.flatMap((row): (AskedDay & { of: Open })[] =>
      row.faults.length > 0 || row.body[VALID_FROM] === null ? [] : [{ row: row.file.row, body: row.body, of: row }],
    );
    const found = await inForceOn(this.#writer, this.#served, asked);
    for (const { row, of } of asked) of.now = found.get(row) ?? null;
  }

  /** Records of the tree that stand above those of the rows. */
  async #above(rows: readonly Open[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const { inherits, subject } = this.#served.setting.spec;
    const above = new Map<number, Set<number>>();
    if (inherits === undefined) return above;
    const { table, above: column } = targetOf((subject[inherits] as FieldOf<'ref'>).to);
    const ids = rows.flatMap(({ body }) => (body[`${inherits}_id`] as number | null) ?? []);
    const up = (alias: string) => sql.ref(`${alias}.${column}`);
    const { rows: found } = await sql<{ of: number; id: number }>`
      WITH RECURSIVE up AS (
        SELECT t.id AS of, ${up('t')} AS id FROM ${sql.table(table)} t WHERE t.id = ANY (${ids}::integer[])
        UNION SELECT up.of, ${up('t')} FROM up JOIN ${sql.table(table)} t ON t.id = up.id
      ) SELECT of, id FROM up WHERE id IS NOT NULL`.execute(this.#writer.db);
    for (const { of, id } of found) above.set(of, (above.get(of) ?? new Set()).add(id));
    return above;
  }

  #isFigured({ body }: Open, revision: Found, [name, field]: [string, Field]): boolean {
    return isSame(field, body[sentName(name, field)] ?? (field.kind === 'refs' ? [] : null), revision[name]);
  }

  /** Whether the row is as it was exported: of its own subject, or of one that it takes its figures from. */
  #isUntouched(row: Open, above: ReadonlyMap<number, ReadonlySet<number>>): boolean {
    const { exported, body } = row;
    if (exported === null || exported.valid_from !== body[VALID_FROM]) return false;
    const isTaken = this.#subject.every(([name, field]) => {
      const own = body[sentName(name, field)];
      const had = sentOf(field, exported[name]);
      if (own === had) return true;
      if (this.#served.setting.spec.inherits === undefined) return false;
      return name === this.#served.setting.spec.inherits
        ? above.get(own as number)?.has(had as number) === true
        : had === null;
    });
    return isTaken && this.#figures.every((entry) => this.#isFigured(row, exported, entry));
  }

  #compare(row: Open, above: ReadonlyMap<number, ReadonlySet<number>>): void {
    const { now, exported, body } = row;
    if (row.faults.length > 0 || this.#isUntouched(row, above)) return;
    row.changed = this.#figures
      .filter((entry) => now === null || !this.#isFigured(row, now, entry))
      .map(([name]) => name);
    if (row.changed.length === 0 && body[VALID_FROM] !== null && now !== null) return;
    row.outcome = now !== null && exported !== null && exported.id !== now.id ? 'moved' : 'written';
  }

  /** Of a row that is wrong somewhere it is not known which figures hold: what its own columns do not have is not missed. */
  #checkShape(row: Open): void {
    const own = this.#all.filter(([name]) => row.faults.length === 0 || columnOf(this.#columns, name) !== null);
    this.#values.checkShape(row, own, row.body);
  }

  /** What the setting's own form would refuse between figures, of rows that have no other fault. */
  async #askRules(row: Open): Promise<void> {
    if (row.faults.length > 0) return;
    row.faults.push(...faultsByColumn(await this.#served.faults(this.#writer, row.body), this.#all, this.#columns));
  }

  /** On the day of the row other figures hold than it was exported with: what was there, what holds, and by whom. */
  async #findConflicts(rows: readonly Open[]): Promise<void> {
    const { name, fields } = this.#served.setting.spec;
    const ids = rows.flatMap(({ now }) => now?.id ?? []);
    const logs = await logsOf(this.#writer.db, name, ids);
    const titles = await titlesOf(this.#writer, referredIn(fields, rows));
    for (const row of rows) {
      const now = row.now as Found;
      const line = logs.get(now.id)?.find(({ user_id }) => user_id !== null);
      row.conflicts = row.changed
        .flatMap((field) => this.#offer(row, field, titles) ?? [])
        .map((offer) => ({
          ...offer,
          ...changedBy(line),
          import_id: line?.payload.import ?? null,
        }));
      row.changed = row.conflicts.map(({ field }) => field);
      row.body = {
        ...row.body,
        ...Object.fromEntries(this.#figures.map(([of, field]) => [sentName(of, field), sentOf(field, now[of])])),
      };
    }
  }

  #offer(
    { now, exported, body }: Open,
    name: string,
    titles: SentTitles,
  ): Omit<Offer, 'by' | 'at' | 'import_id'> | undefined {
    const field = this.#served.setting.spec.fields[name] as Field;
    const sent = body[sentName(name, field)] ?? null;
    const [before, present] = [exported, now].map((one) => loggedValue(field, one?.[name] ?? null));
    const file = wordsOf(field, sent, titles);
    // for the day that it was exported with, the file has what it had: somebody else has changed it, and nothing is asked
    const isKept = body[VALID_FROM] === exported?.valid_from && JSON.stringify(file) === JSON.stringify(before);
    return isKept ? undefined : { field: name, exported: before, now: present, file, take: null, sent };
  }

  #answer({ file, title, blank, body, changed, outcome, now, faults, conflicts }: Open): Judged {
    const isMoved = outcome === 'moved' && conflicts.length > 0;
    const isNew = now === null;
    const kind =
      faults.length > 0 ? 'bad' : isMoved ? 'moved' : outcome !== 'written' ? 'same' : isNew ? 'fresh' : 'changed';
    const subject = this.#subject.map(([name, field]) => body[sentName(name, field)] ?? null);
    const isDoubted = faults.some(({ part }) => part !== null && part in this.#served.setting.spec.subject);
    const isAbout = !blank && !isDoubted && typeof body[VALID_FROM] === 'string';
    return {
      row: file.row,
      kind,
      title: title.slice(0, 200),
      record_id: now?.id ?? null,
      seen: now?.version ?? null,
      // of a row that changes nothing it is kept too: another row of its subject may change what it is compared with
      body: blank || kind === 'bad' ? null : body,
      fields: kind === 'changed' || kind === 'moved' ? changed : [],
      once: isAbout ? { '#': JSON.stringify([...subject, body[VALID_FROM]]) } : {},
      faults,
      conflicts,
    };
  }
}

/** Directories of persons: what of their numbers is shown to whom (decision 85), and whose card was opened. */
import { type Kysely, sql } from 'kysely';
import type { FileInfo } from '../../contract/common.ts';
import { type AnyDirectory, ruleFor, ruleOfStep } from '../../contract/directory/directory.ts';
import type { Field, Fields, Kind, Line } from '../../contract/directory/fields.ts';
import { allows } from '../../contract/rules.ts';
import { masked } from '../clients/masking.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Reader } from './reader.ts';

const NUMBERS: { readonly [K in Kind]?: (written: string) => string } = {
  pinfl: masked.pinfl,
  identity: masked.document,
  phone: masked.phone,
};

/**
 * Who may see numbers whole: who changes records, reads all of them, or takes a step with them. Who may write a request only
 * opens the own one (`ownPerson`); those of others are for who decides about them.
 */
const seesWhole = (directory: AnyDirectory, { rules }: SignedIn): boolean => {
  const { rule, chart } = directory.spec;
  const isOfOthers = (event: string) => !chart?.owned || chart.steps[event]?.who === 'another';
  const steps = Object.keys(directory.steps)
    .filter(isOfOthers)
    .map((event) => ruleOfStep(directory, event));
  const changes = chart?.owned ? [] : [ruleFor(directory, 'edit')];
  return allows(rules, [...changes, `${rule}.allshow`, ...steps].join('|'));
};

/** A value as everybody may see it; incomes are not said at all. */
function maskedValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (field.kind === 'sum') return null;
  if (field.kind === 'rows') return (value as readonly Line[]).map((line) => maskedFields(field.fields, line));
  return NUMBERS[field.kind]?.(value as string) ?? value;
}

const maskedFields = <R extends object>(fields: Fields, record: R): R => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      maskedValue(field, (record as Record<string, unknown>)[name]),
    ]),
  ),
});

/** The record as everybody may see it: in lists, files and the log. */
export const publicRecord = <R extends object>({ spec }: AnyDirectory, record: R): R =>
  spec.people ? maskedFields(spec.fields, record) : record;

/** The record as it is opened; `own`: whether the reader has to do with that person. */
export async function openedRecord<R extends { readonly id: number }>(
  directory: AnyDirectory,
  reader: Reader,
  record: R,
  own: OwnPerson,
): Promise<R> {
  return (await opensWhole(directory, reader, record.id, own)) ? record : maskedFields(directory.spec.fields, record);
}

type OwnPerson = ((reader: Reader, id: number) => Promise<boolean>) | undefined;

/** Whether nothing of the record is hidden from the reader. */
export const opensWhole = async (directory: AnyDirectory, reader: Reader, id: number, own: OwnPerson) =>
  !directory.spec.people || seesWhole(directory, reader.user) || ((await own?.(reader, id)) ?? false);

/** Files of a record: a copy of a document shows its number, so who sees the person's numbers sees them, and who added one. */
export async function openedFiles(
  directory: AnyDirectory,
  reader: Reader,
  id: number,
  own: OwnPerson,
  files: readonly FileInfo[],
): Promise<readonly FileInfo[]> {
  const whole = await opensWhole(directory, reader, id, own);
  return whole ? files : files.filter(({ created_by }) => created_by.id === reader.user.id);
}

type ShownFiles = (reader: Reader, id: number, files: readonly FileInfo[]) => Promise<readonly FileInfo[]>;

/** The files that the reader may see; who sees one has opened the card. */
export const openingFiles =
  (directory: AnyDirectory, shown: ShownFiles) =>
  async (reader: Reader, { id }: { readonly id: number }, files: readonly FileInfo[]): Promise<readonly FileInfo[]> => {
    const seen = await shown(reader, id, files);
    if (seen.length > 0) await keepOpening(directory, reader, id);
    return seen;
  };

/** Minutes in which a page that reads a card again has not opened it again. */
const SAME_VISIT = 10;

/** Keeps who opened a record with the numbers of a person. */
export async function keepOpeningOf(kind: string, { db, user, now }: Reader, id: number): Promise<void> {
  await sql`INSERT INTO record_opening (kind, record_id, user_id, at)
    SELECT ${kind}, ${id}, ${user.id}, ${now}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM record_opening o WHERE o.kind = ${kind} AND o.record_id = ${id}
      AND o.user_id = ${user.id} AND o.at > ${now}::timestamptz - ${SAME_VISIT} * interval '1 minute')`.execute(db);
}

/** Keeps who opened the card of a person. */
export const keepOpening = async ({ spec }: AnyDirectory, reader: Reader, id: number): Promise<void> =>
  spec.people ? keepOpeningOf(spec.name, reader, id) : undefined;

/** Who opened the card, the newest first. */
export const openingsOf = (db: Kysely<Schema>, kind: string, id: number) =>
  db
    .selectFrom('record_opening as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.at', 'o.user_id', 'u.fullname'])
    .where('o.kind', '=', kind)
    .where('o.record_id', '=', id)
    .orderBy('o.id', 'desc')
    .limit(100)
    .execute();

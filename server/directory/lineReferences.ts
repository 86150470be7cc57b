/** What lines of a document refer to. */
import type { Kysely } from 'kysely';
import { type Fields, sentName } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';
import { areUnknown } from './checks.ts';
import type { SentLine } from './lines.ts';

/** Lines that name a record that is not there, or may not be chosen. */
export async function unknownInLines(
  db: Kysely<Schema>,
  name: string,
  fields: Fields,
  sent: readonly SentLine[],
): Promise<Record<string, FieldFault[]>> {
  const faults: Record<string, FieldFault[]> = {};
  for (const [field, declared] of Object.entries(fields)) {
    if (declared.kind !== 'ref') continue;
    const column = sentName(field, declared);
    const known = new Map<number, boolean>();
    for (const [at, line] of sent.entries()) {
      const id = line[column] as number | null | undefined;
      // a line that is kept goes on naming what it named
      if (id == null || line.id !== undefined) continue;
      if (!known.has(id)) known.set(id, !(await areUnknown(db, declared.to, [id])));
      if (!known.get(id)) faults[`${name}.${at}.${column}`] = [{ key: 'reference' }];
    }
  }
  return faults;
}

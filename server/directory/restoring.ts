/** Why an archived record does not come back yet: what it names is in the archive itself, and would be in use there. */
import { sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Reason, Scene } from '../lifecycle/lifecycle.ts';
import type { FoundRecord } from './records.ts';
import { targetOf } from './targets.ts';
import { isHistory } from './uses.ts';

export const whyNotRestored =
  ({ spec }: AnyDirectory, table: string) =>
  async ({ db }: Scene, record: FoundRecord): Promise<Reason | undefined> => {
    for (const [name, field] of Object.entries(spec.fields)) {
      const named = record[name] as Chosen | null | undefined;
      if (field.kind !== 'ref' || !named || !targetOf(field.to).keptByUse || isHistory(table, `${name}_id`)) continue;
      const { rows } = await sql`SELECT 1 FROM ${sql.table(targetOf(field.to).table)}
        WHERE id = ${named.id} AND NOT active`.execute(db);
      if (rows.length > 0) return { messageKey: 'errors.named_archived', values: { title: named.title } };
    }
    return undefined;
  };

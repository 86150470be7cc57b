/** Why an archived record does not come back yet: what it names is in the archive itself, and would be in use there. */
import { sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Chosen, Field } from '../../contract/directory/fields.ts';
import type { Reason, Scene } from '../lifecycle/lifecycle.ts';
import type { FoundRecord } from './records.ts';
import type { Table } from './table.ts';
import { targetOf } from './targets.ts';
import { isHistory } from './uses.ts';

/** Whom a field names, and the foreign key that does. */
function namedBy({ name: table, children }: Table, name: string, field: Field, value: unknown) {
  if (field.kind === 'ref')
    return { to: field.to, chosen: value ? [value as Chosen] : [], key: [table, `${name}_id`] as const };
  const child = children[name];
  if (field.kind !== 'refs' || child === undefined) return undefined;
  return { to: field.to, chosen: value as readonly Chosen[], key: [child.table, child.other] as const };
}

export const whyNotRestored =
  ({ spec }: AnyDirectory, table: Table) =>
  async ({ db }: Scene, record: FoundRecord): Promise<Reason | undefined> => {
    for (const [name, field] of Object.entries(spec.fields)) {
      const named = namedBy(table, name, field, record[name]);
      if (!named?.chosen.length || !targetOf(named.to).keptByUse || isHistory(...named.key)) continue;
      const ids = named.chosen.map(({ id }) => id);
      const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(targetOf(named.to).table)}
        WHERE id = ANY (${ids}::integer[]) AND NOT active`.execute(db);
      const archived = new Set(rows.map(({ id }) => id));
      const first = named.chosen.find(({ id }) => archived.has(id));
      if (first) return { messageKey: 'errors.named_archived', values: { title: first.title } };
    }
    return undefined;
  };

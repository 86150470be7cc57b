/** Rows of an import of which something is written. */
import { sql } from 'kysely';
import { type Fields, sentName } from '../../contract/directory/fields.ts';
import type { Body, Planned } from './importable.ts';

/** A condition on `p`: moved rows where a value of the file was chosen, too. */
export const planned = (id: number) => sql`p.import_id = ${id} AND (p.kind IN ('fresh', 'changed')
  OR p.kind = 'moved' AND EXISTS (SELECT 1 FROM jsonb_array_elements(p.conflicts) c WHERE c->>'take' = 'file'))`;

/** What a row writes: of a moved one the values that were chosen. */
export function bodyOf(fields: Fields, { kind, body, conflicts }: Planned): Body {
  if (kind !== 'moved') return body;
  const chosen = conflicts.flatMap(({ field, sent, take }) => {
    const declared = fields[field];
    return declared === undefined || take !== 'file' ? [] : [[sentName(field, declared), sent]];
  });
  return { ...body, ...Object.fromEntries(chosen) };
}

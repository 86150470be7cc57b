/** Whom a document is for: positions, organizations, both at once, or everybody (areas 3.5, 4.23). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { invalidField } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export interface AudienceBody {
  everyone: boolean;
  position_ids: readonly number[];
  organization_ids: readonly number[];
}

const GROUPS = ['position', 'organization'] as const;
type Group = (typeof GROUPS)[number];

/**
 * @param owner the table of the document; `<owner>_position` and `<owner>_organization` hold its audience.
 * @param alias what queries call that table.
 */
export function audienceOf(owner: 'announcement' | 'test', alias: string) {
  const key = sql.ref(`x.${owner}_id`);
  const id = sql.ref(`${alias}.id`);
  const named = (group: Group, also = sql``): RawBuilder<unknown> =>
    sql`EXISTS (SELECT 1 FROM ${sql.table(`${owner}_${group}`)} x WHERE ${key} = ${id} ${also})`;
  const fits = (group: Group) =>
    sql`(NOT ${named(group)} OR ${named(group, sql`AND ${sql.ref(`x.${group}_id`)} = ${sql.ref(`u.${group}_id`)}`)})`;
  const names = (group: Group, name: RawBuilder<unknown>) =>
    sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'name', ${name}) ORDER BY g.id)
      FROM ${sql.table(`${owner}_${group}`)} x JOIN ${sql.table(group)} g ON g.id = ${sql.ref(`x.${group}_id`)}
      WHERE ${key} = ${id}), '[]')`;
  const everyone = sql.ref(`${alias}.everyone`);
  return {
    /** Whether a person (alias `u`) is one of them. */
    includes: sql`(${everyone} OR ((${named('position')} OR ${named('organization')})
      AND ${fits('position')} AND ${fits('organization')}))`,

    /** Whether it is for people of this position or organization too. */
    reaches: (group: Group, groupId: number) =>
      sql`(${everyone} OR ${named(group, sql`AND ${sql.ref(`x.${group}_id`)} = ${groupId}`)})`,

    /** Two columns, `positions` and `organizations`: `[{ id, name }]`. */
    columns: (russian: boolean) =>
      sql`${names('position', sql`CASE WHEN ${russian} THEN g.name_ru ELSE g.name_uz END`)} AS positions,
        ${names('organization', sql`g.name`)} AS organizations`,

    /** @throws 422 at `position_ids` or `organization_ids` when one is unknown. */
    async write(db: Db, ownerId: number, body: AudienceBody): Promise<void> {
      for (const group of GROUPS) {
        const field = `${group}_ids` as const;
        const own = sql.table(`${owner}_${group}`);
        const owned = sql.ref(`${owner}_id`);
        // names beside "everybody" would be a second answer to one question
        const wanted = body.everyone ? [] : [...new Set(body[field])];
        await sql`DELETE FROM ${own} WHERE ${owned} = ${ownerId}`.execute(db);
        const { numAffectedRows } = await sql`INSERT INTO ${own} (${owned}, ${sql.ref(`${group}_id`)})
          SELECT ${ownerId}::integer, g.id FROM ${sql.table(group)} g WHERE g.id = ANY(${wanted}::integer[])`.execute(
          db,
        );
        if (Number(numAffectedRows ?? 0) !== wanted.length) throw invalidField(field, group);
      }
    },
  };
}

/** What an author chooses from. */
export async function audienceChoices(db: Db, russian: boolean) {
  const { rows: positions } = await sql<{ id: number; title: string }>`
    SELECT id, CASE WHEN ${russian} THEN name_ru ELSE name_uz END AS title FROM position
    WHERE active ORDER BY 2, 1`.execute(db);
  const organizations = await db
    .selectFrom('organization')
    .select(['id', 'name as title'])
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  return { positions, organizations };
}

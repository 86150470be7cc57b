/** Markups of categories are a declared setting: their log and saved views are called as its, columns are as declared. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

const OLD = sql`kind = 'markup_category'`;

export const markupCategory0175 = {
  async up(db: Kysely<Schema>): Promise<void> {
    await sql`ALTER TABLE record_log DISABLE TRIGGER record_log_append_only`.execute(db);
    // rows that are older than the columns: as the view read them by their kind
    await sql`UPDATE record_log SET machine = 'settingRevision', state_before = payload ->> 'before',
      state_after = CASE event WHEN 'revision.create' THEN 'draft' ELSE payload ->> 'after' END
      WHERE ${OLD} AND machine IS NULL`.execute(db);
    await sql`UPDATE record_log SET kind = 'markupCategory' WHERE ${OLD}`.execute(db);
    await sql`ALTER TABLE record_log ENABLE TRIGGER record_log_append_only`.execute(db);
    await sql`UPDATE list_view SET list = 'setting.markupCategory' WHERE list = 'markups'`.execute(db);
    await sql`ALTER TABLE markup_category ALTER COLUMN status SET DEFAULT 'draft',
      ALTER COLUMN other_additional TYPE numeric(15, 0)`.execute(db);
    await sql`DROP INDEX markup_category_category`.execute(db);
    for (const [name, columns] of [
      ['subject', 'category_id, organization_id, valid_from, id'],
      ['category', 'category_id'],
      ['organization', 'organization_id'],
    ] as const)
      await sql`CREATE INDEX ${sql.ref(`markup_category_${name}`)} ON markup_category (${sql.raw(columns)})`.execute(
        db,
      );
  },
};

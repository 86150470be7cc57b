/** Announcements are found by their titles in every spelling (decision 29). */
import { type Migration, sql } from 'kysely';
import { searchKey } from '../../../contract/search.ts';

export const announcements0011: Migration = {
  async up(db) {
    await sql`ALTER TABLE announcement ADD COLUMN search_key text NOT NULL DEFAULT ''`.execute(db);
    const { rows } = await sql<{ id: number; titles: string }>`
      SELECT id, title_uz || ' ' || title_ru AS titles FROM announcement`.execute(db);
    await sql`UPDATE announcement a SET search_key = titled.key
      FROM unnest(${rows.map((row) => row.id)}::integer[], ${rows.map((row) => searchKey(row.titles))}::text[])
        AS titled(id, key) WHERE a.id = titled.id`.execute(db);
  },
};

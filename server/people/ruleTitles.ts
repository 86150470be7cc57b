/** Rules with their titles, as answers have them. */
import { type Kysely, sql } from 'kysely';
import type { TitledRule } from '../../contract/rights.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';

export const titledRule = (alias: string, language: Language) => {
  const title = sql.ref(`${alias}.${language === 'ru' ? 'title_ru' : 'title_uz'}`);
  return sql<TitledRule>`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'resource', ${sql.ref(`${alias}.resource`)},
    'action', ${sql.ref(`${alias}.action`)}, 'title', ${title}, 'area', ${sql.ref(`${alias}.area`)})`;
};

/** The order of lists and of the matrix: as the menu goes is the reader's, so by area, then by what it is about. */
export async function allTitledRules(db: Kysely<Schema>, language: Language): Promise<TitledRule[]> {
  const { rows } = await sql<{ rule: TitledRule }>`
    SELECT ${titledRule('r', language)} AS rule FROM rule r ORDER BY r.area, r.resource, r.id`.execute(db);
  return rows.map(({ rule }) => rule);
}

/** Where a client lives, in words. */
import { type RawBuilder, sql } from 'kysely';

/** Of the client on the alias `p`. */
export const addressIn = (language: 'uz' | 'ru'): RawBuilder<string> => sql`concat_ws(', ',
  (SELECT r.${sql.ref(`name_${language}`)} FROM region r WHERE r.id = p.region_id),
  (SELECT v.${sql.ref(`name_${language}`)} FROM village v WHERE v.id = p.village_id), p.street)`;

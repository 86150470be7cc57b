/** Who holds rules, as SQL: the one reading of positions' and people's own rules beside that of who is signed in. */
import { type RawBuilder, sql } from 'kysely';

/** A personal rule (alias) that holds today. */
export const stillHolds = (alias: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.until`)} IS NULL OR ${sql.ref(`${alias}.until`)} >= (now() AT TIME ZONE 'Asia/Tashkent')::date)`;

/** Active people with each rule that they hold: `user_id, resource, action`. */
export const heldRules: RawBuilder<unknown> = sql`(
  SELECT u.id AS user_id, r.resource, r.action FROM app_user u JOIN position_rule r ON r.position_id = u.position_id
  WHERE u.active AND NOT EXISTS (SELECT 1 FROM user_rule taken WHERE taken.user_id = u.id AND NOT taken.granted
    AND taken.resource = r.resource AND taken.action = r.action AND ${stillHolds('taken')})
  UNION
  SELECT u.id, own.resource, own.action FROM app_user u JOIN user_rule own ON own.user_id = u.id
  WHERE u.active AND own.granted AND ${stillHolds('own')})`;

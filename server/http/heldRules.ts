/**
 * The rules that a person holds. Each request asks for them, and they rarely change: they are read once for a stamp that
 * every change of them raises (migration 0309), so that a right that is given or taken holds at the next request.
 */
import { type Kysely, sql } from 'kysely';
import type { Rules } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { stillHolds } from '../people/holders.ts';

/** The position's rules, with the person's own added or taken away; one that both have comes twice. */
const held = sql`
  SELECT resource, action FROM position_rule WHERE position_rule.position_id = app_user.position_id
    AND NOT EXISTS (SELECT 1 FROM user_rule taken WHERE taken.user_id = app_user.id AND NOT taken.granted
      AND taken.resource = position_rule.resource AND taken.action = position_rule.action
      AND ${stillHolds('taken')})
  UNION ALL
  SELECT resource, action FROM user_rule WHERE user_rule.user_id = app_user.id AND granted
    AND ${stillHolds('user_rule')}`;

/** `{ [resource]: { [action]: true } }`. */
export const rulesOfUser = sql<Rules>`(
  SELECT coalesce(jsonb_object_agg(resource, actions), '{}'::jsonb) FROM (
    SELECT resource, jsonb_object_agg(action, true) AS actions FROM (${held}) AS held GROUP BY resource
  ) AS by_resource
)`;

/** The same in one line: to build the object in the database takes three times as long. */
const namesOfRules = sql<string | null>`(SELECT string_agg(resource || '.' || action, ' ') FROM (${held}) AS held)`;

function rulesNamed(names: string): Rules {
  const rules: Record<string, Record<string, true>> = {};
  for (const name of names.split(' ')) {
    const [resource = '', action = ''] = name.split('.');
    const actions = Object.hasOwn(rules, resource) ? rules[resource] : undefined;
    if (actions === undefined) rules[resource] = { [action]: true };
    else actions[action] = true;
  }
  return rules;
}

/** Whether a person (`app_user`) holds a rule: `product_invoice.confirm`. */
export const holdsRule = (rule: string) => sql<boolean>`(${rulesOfUser} #> ${rule.split('.')}::text[]) IS NOT NULL`;

/** What the rules of a person depend on. */
interface Stamps {
  readonly id: number;
  readonly position_id: number;
  readonly position_stamp: number | null;
  /** None: the person has the rules of the position. */
  readonly own_stamp: number | null;
  /** Own rules end with a day. */
  readonly day: string;
}

const stampOf = (of: 'position' | 'user', id: string) =>
  sql<number | null>`(SELECT stamp FROM rule_stamp s WHERE s.of = ${sql.lit(of)} AND s.id = ${sql.ref(id)})`;

/** Columns of `app_user` that say whether rules that were read before are still those. */
export const stamps = [
  'app_user.position_id',
  stampOf('position', 'app_user.position_id').as('position_stamp'),
  stampOf('user', 'app_user.id').as('own_stamp'),
  sql<string>`(now() AT TIME ZONE 'Asia/Tashkent')::date`.as('day'),
] as const;

const keyOf = ({ id, position_id, position_stamp, own_stamp, day }: Stamps): string =>
  `${position_id} ${position_stamp}${own_stamp === null ? '' : ` ${id} ${own_stamp} ${day}`}`;

/** Rules of so many people are kept, of each database by itself. */
const MOST = 500;
const kept = new WeakMap<Kysely<Schema>, Map<string, Rules>>();

/** The rules of a person by the stamps of this request. */
export async function rulesHeld(db: Kysely<Schema>, person: Stamps): Promise<Rules> {
  const known = kept.get(db) ?? new Map<string, Rules>();
  kept.set(db, known);
  const found = known.get(keyOf(person));
  if (found !== undefined) return found;
  // the stamps once more, of the very rules that this statement reads
  const row = await db
    .selectFrom('app_user')
    .select(['app_user.id', ...stamps])
    .select(namesOfRules.as('names'))
    .where('app_user.id', '=', person.id)
    .executeTakeFirstOrThrow();
  const rules = row.names === null ? {} : rulesNamed(row.names);
  if (known.size >= MOST) known.clear();
  known.set(keyOf(row), rules);
  return rules;
}

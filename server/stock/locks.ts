/** Which products may be neither sold nor ordered somewhere: whoever chooses goods for a document asks here. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import type { FieldFault } from '../http/refusal.ts';
import type { Reason } from '../lifecycle/spec.ts';

/** A lock in force on the alias: of a day, so that nothing depends on when the hourly job marks it ended. */
const inForceOn = (alias: string, day: string) =>
  sql`${sql.ref(`${alias}.status`)} = 'locked'
    AND (${sql.ref(`${alias}.until`)} IS NULL OR ${sql.ref(`${alias}.until`)} >= ${day}::date)`;

export interface Lock {
  readonly title: string;
  readonly reason: string;
  readonly until: string | null;
}

/** Locks of these products in an organization, its own and those of the whole chain, by product; the longest of several. */
export async function locksOf(
  db: Kysely<Schema>,
  variants: readonly number[],
  organizationId: number,
  now: Date,
): Promise<Map<number, Lock>> {
  if (variants.length === 0) return new Map();
  const { rows } = await sql<Lock & { id: number }>`
    SELECT DISTINCT ON (l.variant_id) l.variant_id AS id, v.title, l.reason, to_char(l.until, 'YYYY-MM-DD') AS until
    FROM product_lock l JOIN product_variant v ON v.id = l.variant_id
    WHERE l.variant_id = ANY (${variants}::integer[]) AND ${inForceOn('l', tashkentDay(now))}
      AND (l.organization_id IS NULL OR l.organization_id = ${organizationId})
    ORDER BY l.variant_id, l.until DESC NULLS FIRST`.execute(db);
  return new Map(rows.map(({ id, ...lock }) => [id, lock]));
}

/** The names of what is locked, as the reason of a refusal; nothing where nothing is. */
export const lockedReason = (locks: ReadonlyMap<number, Lock>): Reason | undefined =>
  locks.size === 0
    ? undefined
    : {
        messageKey: 'errors.products_locked',
        values: { titles: [...locks.values()].map(({ title }) => title).join(', ') },
      };

/** Whether a product, a column, is locked for a person on a day: in the own organization, for an office anywhere. */
export const isLockedFor = (variant: string, user: { office: boolean; organizationId: number }, now: Date) =>
  sql<boolean>`EXISTS (SELECT 1 FROM product_lock k WHERE k.variant_id = ${sql.ref(variant)}
    AND ${inForceOn('k', tashkentDay(now))}
    ${user.office ? sql`` : sql`AND (k.organization_id IS NULL OR k.organization_id = ${user.organizationId})`})`;

/** What is wrong with choosing a locked product. */
export const lockedFault = ({ reason, until }: Lock): FieldFault =>
  until === null
    ? { key: 'product_locked', values: { reason } }
    : { key: 'product_locked_until', values: { reason, date: writtenDay(until) } };

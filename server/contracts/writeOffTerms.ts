/** When a debt may be given up, and who decides about large ones (areas 3.6, 4.18 `/contract-settings/money-settings`). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { moneyValue } from '../../contract/settings/moneyValue.ts';
import type { Schema } from '../db/schema.ts';
import { dayOfDebts } from '../sale/standing.ts';
import { inForceOf } from '../settings/inForce.ts';

/** Where no setting says otherwise (areas 3.6). */
const YEARS = 3;

/** Selects for how many years a debt must be overdue: the organization’s own figure, else that of the whole firm. */
export const writeOffYears = (organization: RawBuilder<unknown>): RawBuilder<number> => sql`coalesce(
  (SELECT m.value FROM ${inForceOf(moneyValue, dayOfDebts(organization))} m
    WHERE m.code = 'write_off_years' AND (m.organization_id = ${organization} OR m.organization_id IS NULL)
    ORDER BY m.organization_id NULLS LAST LIMIT 1), ${YEARS})`;

export async function yearsOf(db: Kysely<Schema>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ years: number }>`
    SELECT ${writeOffYears(sql`${organizationId}::integer`)} AS years`.execute(db);
  return Number(rows[0]?.years ?? YEARS);
}

export interface WriteOffLimit {
  readonly most: number;
  /** The position that gives up more than that. */
  readonly position_id: number;
  readonly position_uz: string;
  readonly position_ru: string;
}

/** The limit in force on a day: the organization’s own, else that of the whole firm; one that names no position binds nobody. */
export async function writeOffLimit(
  db: Kysely<Schema>,
  organizationId: number,
  day: string,
): Promise<WriteOffLimit | undefined> {
  const { rows } = await sql<WriteOffLimit>`
    SELECT m.amount AS most, p.id AS position_id, p.name_uz AS position_uz, p.name_ru AS position_ru
    FROM ${inForceOf(moneySetting, day)} m LEFT JOIN position p ON p.id = m.confirms_id
    WHERE m.kind = 'write_off' AND (m.organization_id = ${organizationId} OR m.organization_id IS NULL)
    ORDER BY m.organization_id NULLS LAST LIMIT 1`.execute(db);
  const [limit] = rows;
  return limit && limit.position_id !== null ? { ...limit, most: Number(limit.most) } : undefined;
}

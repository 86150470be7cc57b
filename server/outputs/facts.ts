/** What the guards of an output read beside its state. */
import { type Kysely, sql } from 'kysely';
import { NOTHING_PICKED, type OutputContext } from '../../machines/output/output.machine.ts';
import { isListed } from '../clients/listed.ts';
import { isStale } from '../contracts/facts.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { olderThan } from './older.ts';

type Db = Kysely<Schema>;

/** Of several outputs at once. */
export async function factsOfOutputs(db: Db, ids: readonly number[], now: Date): Promise<Map<number, OutputContext>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OutputContext & { id: number }>`
    SELECT p.id,
           (SELECT coalesce(sum(l.qty - l.counted), 0)::integer FROM delivery_line l WHERE l.product_delivery_id = p.id)
             - (SELECT count(*)::integer FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
                WHERE l.product_delivery_id = p.id) AS missing,
           (SELECT count(*)::integer FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
            JOIN serial_number s ON s.id = u.serial_id JOIN stock_batch b ON b.id = s.batch_id
            WHERE l.product_delivery_id = p.id AND u.reason IS NULL
              AND EXISTS (SELECT 1 FROM ${olderThan(sql`p.contract_id`, now)})) AS unexplained,
           ${isListed('c', tashkentDay(now))} AS listed,
           ${isStale(sql`p.contract_id`, sql`d.organization_id`)} AS stale
    FROM product_delivery p JOIN document d ON d.id = p.id JOIN contract k ON k.id = p.contract_id
    JOIN client c ON c.id = k.client_id WHERE p.id = ANY (${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

export const factsOfOutput = async (db: Db, id: number, now: Date): Promise<OutputContext> =>
  (await factsOfOutputs(db, [id], now)).get(id) ?? NOTHING_PICKED;

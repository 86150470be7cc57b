/** Whom the steps of an order concern: whose it is learns what others and the clock did with it. */
import { sql } from 'kysely';
import type { SaleOrderEvent } from '../../machines/saleOrder/saleOrder.machine.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { OrderRecord } from './access.ts';

export function concernOfOrder(
  { owner_id }: OrderRecord,
  event: SaleOrderEvent['type'],
  { reason }: LoggedFields,
): Concern | undefined {
  // the contract that it became has notices of its own
  if (event === 'order.convert') return undefined;
  return { people: sql`SELECT ${owner_id}::integer`, words: typeof reason === 'string' ? reason : undefined };
}

/** Whom the steps of a contract concern: whose it is learns what others, the cash desk, the warehouse and the clock did. */
import { sql } from 'kysely';
import type { ContractEvent } from '../../machines/contract/contract.machine.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { ContractRecord } from './access.ts';

/** Payments, and the end that they lead to, are in the card of the client: they are too many for a bell. */
const NOTIFIED: readonly ContractEvent['type'][] = [
  'contract.amend',
  'contract.sign',
  'contract.cancel',
  'debt.writeOff',
  'firstPayment.receive',
  'firstPayment.revoke',
  'goods.handOver',
];

export function concernOfContract(
  { ownerId }: ContractRecord,
  event: ContractEvent['type'],
  { reason }: LoggedFields,
): Concern | undefined {
  if (!NOTIFIED.includes(event)) return undefined;
  return { people: sql`SELECT ${ownerId}::integer`, words: typeof reason === 'string' ? reason : undefined };
}

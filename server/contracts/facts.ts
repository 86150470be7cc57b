/** What the guards of a contract read beside its state. */
import { type Kysely, sql } from 'kysely';
import { type ContractContext, FREE_CONTRACT } from '../../machines/contract/contract.machine.ts';
import { isListed } from '../clients/listed.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import type { ContractRecord } from './access.ts';

type Db = Kysely<Schema>;

/** What the ledger of clients says of a contract: what its first payment lacks, and what it owes once handed over. */
async function moneyOf(
  db: Db,
  { id, firstPayment }: ContractRecord,
): Promise<Pick<ContractContext, 'lacking' | 'unpaid'>> {
  const { rows } = await sql<{ owed: number; prepaid: number; first: number }>`
    SELECT b.owed, b.prepaid, (SELECT i.paid FROM instalment i WHERE i.contract_id = b.contract_id AND i.number = 0) AS first
    FROM client_balance b WHERE b.contract_id = ${id}`.execute(db);
  const [money] = rows;
  const received = money === undefined ? 0 : Number(money.prepaid) + Number(money.first);
  return { lacking: Math.max(0, firstPayment - received), unpaid: Number(money?.owed ?? 0) };
}

/** Facts but for what signing waits for. */
export async function contractFacts(db: Db, contract: ContractRecord, now: Date): Promise<ContractContext> {
  const { rows } = await sql<Pick<ContractContext, 'listed' | 'stale' | 'leaving'>>`
    SELECT ${isListed('p', tashkentDay(now))} AS listed,
           EXISTS (SELECT 1 FROM instalment i WHERE i.contract_id = ${contract.id} AND i.number = 1
             AND i.due <= ${dayOfWriting(contract.organizationId)}) AS stale,
           EXISTS (SELECT 1 FROM product_delivery o JOIN document d ON d.id = o.id
             WHERE o.contract_id = ${contract.id} AND d.status = 'picking') AS leaving
    FROM client p WHERE p.id = ${contract.clientId}`.execute(db);
  return { ...FREE_CONTRACT, ...(await moneyOf(db, contract)), ...rows[0] };
}

/** What is read of debts that were given up, and of those that may be. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { filesOf } from '../documents/documents.ts';

type Db = Kysely<Schema>;

/** What was given up of a contract, by its ledger, with the decision. */
export async function writtenOffOf(db: Db, id: number) {
  const { rows } = await sql<{ reason: string; file: number; amount: number }>`
    SELECT c.write_off_reason AS reason, c.write_off_file_id AS file, b.written_off AS amount
    FROM contract c JOIN client_balance b ON b.contract_id = c.id WHERE c.id = ${id}`.execute(db);
  const [found] = rows;
  const file = (await filesOf(db, id)).find((one) => one.id === found?.file);
  if (found === undefined || file === undefined) throw new RangeError(`contract ${id} was not written off`);
  return { reason: found.reason, file, amount: Number(found.amount) };
}

/** By all contracts of a client. */
export async function owedByClient(db: Db, clientId: number): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    SELECT coalesce(sum(owed), 0) AS owed FROM client_balance WHERE client_id = ${clientId}`.execute(db);
  return Number(rows[0]?.owed ?? 0);
}

/** Whether a file is the decision of a contract: it stays. */
export async function isDecision(db: Db, fileId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM contract WHERE write_off_file_id = ${fileId}`.execute(db);
  return rows.length > 0;
}

/** Outputs as records: who may see which, and what is held while one is changed (areas 1 "Branch and office"; decision 99). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import type { OutputState } from '../../machines/output/output.machine.ts';
import { lockClients, lockContracts } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export const OUTPUT_KIND = 'product_delivery';

export interface OutputRecord {
  id: number;
  number: string;
  status: OutputState;
  version: number;
  organizationId: number;
  organization: string;
  warehouseId: number;
  warehouse: string;
  contractId: number;
  contractNumber: string | null;
  contractStatus: string;
  clientId: number;
  client: string;
  firstPayment: number;
  total: number;
  createdAt: Date;
  /** Who picks it, from then on. */
  ownerId: number;
  receiver: string | null;
  receiverDocument: string | null;
  receiverReason: string | null;
  signatureId: number | null;
  handedAt: Date | null;
  handedBy: { id: number; fullname: string } | null;
  practiceDay: string | null;
  cancelReason: string | null;
}

/** Outputs that the person may see, on the alias of `document`. */
export function seesOutput(user: SignedIn, alias = 'd'): RawBuilder<boolean> {
  if (!allows(user.rules, 'product_delivery.show|product_delivery.allshow')) return sql`false`;
  if (user.office || allows(user.rules, 'product_delivery.allshow')) return sql`true`;
  return sql`${sql.ref(`${alias}.organization_id`)} = ${user.organizationId}`;
}

/** Outputs by a condition on `d`, the document, and `p`, the output, whoever asks; in the order of their ids. */
export async function outputRecords(db: Db, where: RawBuilder<unknown>): Promise<OutputRecord[]> {
  const { rows } = await sql<OutputRecord>`
    SELECT p.id, d.number, d.status, d.version, d.organization_id AS "organizationId", o.name AS organization,
           p.warehouse_id AS "warehouseId", w.name AS warehouse, p.contract_id AS "contractId",
           k.number AS "contractNumber", k.status AS "contractStatus", c.client_id AS "clientId", b.fullname AS client,
           c.first_payment::double precision AS "firstPayment", c.total::double precision AS total,
           d.created_at AS "createdAt", d.owner_id AS "ownerId", p.receiver,
           p.receiver_document AS "receiverDocument", p.receiver_reason AS "receiverReason",
           p.signature_id AS "signatureId", p.handed_at AS "handedAt",
           CASE WHEN p.handed_by IS NOT NULL THEN json_build_object('id', h.id, 'fullname', h.fullname) END AS "handedBy",
           y.date AS "practiceDay", p.cancel_reason AS "cancelReason"
    FROM product_delivery p JOIN document d ON d.id = p.id JOIN organization o ON o.id = d.organization_id
    JOIN warehouse_list w ON w.id = p.warehouse_id JOIN contract c ON c.id = p.contract_id
    JOIN document k ON k.id = c.id JOIN client b ON b.id = c.client_id
    LEFT JOIN app_user h ON h.id = p.handed_by LEFT JOIN practice_day y ON y.id = d.practice_day_id
    WHERE ${where} ORDER BY p.id`.execute(db);
  return rows;
}

/** Those of the outputs that the person may see, in the order asked for. */
export async function findOutputs(db: Db, user: SignedIn, ids: readonly number[]): Promise<OutputRecord[]> {
  if (ids.length === 0) return [];
  const found = await outputRecords(db, sql`p.id = ANY (${[...ids]}::integer[]) AND ${seesOutput(user)}`);
  return ids.flatMap((id) => found.filter((one) => one.id === id));
}

/** Holds an output until the transaction ends, after its client and its contract (decision 99). */
export async function lockOutput(db: Db, id: number): Promise<void> {
  // statements of their own: what is joined is read after the wait. Whose an output is never changes.
  const { rows } = await sql<{ contract_id: number; client_id: number }>`
    SELECT p.contract_id, c.client_id FROM product_delivery p JOIN contract c ON c.id = p.contract_id
    WHERE p.id = ${id}`.execute(db);
  const [of] = rows;
  if (of === undefined) return;
  await lockClients(db, [of.client_id]);
  await lockContracts(db, [of.contract_id]);
  await sql`SELECT id FROM document WHERE id = ${id} FOR UPDATE`.execute(db);
}

/** The output, or 404 for what the person may not see. @param lock its client, its contract and it are held */
export async function findOutput(db: Db, user: SignedIn, id: number, lock = false): Promise<OutputRecord> {
  if (lock) await lockOutput(db, id);
  const [output] = await findOutputs(db, user, [id]);
  if (!output) throw notFound();
  return output;
}

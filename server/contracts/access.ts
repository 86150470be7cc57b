/** Contracts as records: who may see which, and what is held while one is changed (areas 1 "Branch and office"; decision 99). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import type { ContractState } from '../../machines/contract/contract.machine.ts';
import { isOneOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { notFound } from '../http/refusal.ts';
import type { Lead } from '../lists/declared.ts';
import { referencesOf } from '../lists/ids.ts';

type Db = Kysely<Schema>;

export const CONTRACT_KIND = 'contract';

export interface ContractRecord {
  id: number;
  /** From its signing (decision 68). */
  number: string | null;
  status: ContractState;
  version: number;
  organizationId: number;
  organization: string;
  clientId: number;
  client: string;
  orderId: number;
  orderNumber: string;
  warehouseId: number;
  warehouse: string;
  seller: { id: number; fullname: string };
  createdAt: Date;
  createdBy: { id: number; fullname: string };
  /** Whose it is: its creator, until it is handed to somebody else (decision 90). */
  ownerId: number;
  /** Who entered it and everybody who amended it since. */
  authors: number[];
  /** The first goods of it by name, and how many units there are. */
  title: string;
  units: number;
  signedOn: string | null;
  signedAt: Date | null;
  /** P, F, n, m, T of the terms (areas 2 "Schedule"). */
  goods: number;
  /** Of the whole sale, beside that of the order’s lines. */
  discount: number;
  firstPayment: number;
  term: number;
  markup: number;
  total: number;
  paymentDay: number;
  /** The revision of the terms that it uses (V13). */
  valueSettingId: number | null;
  chargedOn: string | null;
  closedOn: string | null;
  cancelReason: string | null;
  /** Of one whose debt was given up. */
  writtenOffOn: string | null;
  /** The evaluation of the car that is its pledge. */
  pledgeId: number | null;
}

interface ContractRow {
  id: number;
  number: string | null;
  status: ContractState;
  version: number;
  organization_id: number;
  organization: string;
  client_id: number;
  client: string;
  sale_order_id: number;
  order_number: string;
  warehouse_id: number;
  warehouse: string;
  seller_id: number;
  seller: string;
  created_at: Date;
  created_by: number;
  creator: string;
  owner_id: number;
  authors: number[];
  title: string;
  units: number;
  signed_on: string | null;
  signed_at: Date | null;
  goods: number;
  discount: number;
  first_payment: number;
  term: number;
  markup: number;
  total: number;
  payment_day: number;
  value_setting_id: number | null;
  charged_on: string | null;
  closed_on: string | null;
  cancel_reason: string | null;
  written_off_on: string | null;
  pledge_evaluation_id: number | null;
}

const recordOf = (row: ContractRow): ContractRecord => ({
  id: row.id,
  number: row.number,
  status: row.status,
  version: row.version,
  organizationId: row.organization_id,
  organization: row.organization,
  clientId: row.client_id,
  client: row.client,
  orderId: row.sale_order_id,
  orderNumber: row.order_number,
  warehouseId: row.warehouse_id,
  warehouse: row.warehouse,
  seller: { id: row.seller_id, fullname: row.seller },
  createdAt: row.created_at,
  createdBy: { id: row.created_by, fullname: row.creator },
  ownerId: row.owner_id,
  authors: row.authors,
  title: row.title,
  units: row.units,
  signedOn: row.signed_on,
  signedAt: row.signed_at,
  goods: Number(row.goods),
  discount: Number(row.discount),
  firstPayment: Number(row.first_payment),
  term: row.term,
  markup: Number(row.markup),
  total: Number(row.total),
  paymentDay: row.payment_day,
  valueSettingId: row.value_setting_id,
  chargedOn: row.charged_on,
  closedOn: row.closed_on,
  cancelReason: row.cancel_reason,
  writtenOffOn: row.written_off_on,
  pledgeId: row.pledge_evaluation_id,
});

/** Of lists of contracts `c`: by the day of signing, drafts after every day, and by T. */
export const CONTRACT_SORTS = {
  signed_on: {
    columns: [
      { by: sql`c.listed_day`, type: 'date' },
      { by: sql`c.listed_at`, type: 'timestamptz' },
      { by: sql`c.id`, type: 'integer' },
    ],
    index: 'contract_list_day',
    withState: 'contract_list_day_state',
    within: {
      organization_id: 'contract_list_day_branch',
      status: 'contract_list_day_state',
      date: 'contract_list_day',
    },
  },
  total: {
    columns: [
      { by: sql`c.total`, type: 'numeric' },
      { by: sql`c.id`, type: 'integer' },
    ],
    index: 'contract_list_total',
    withState: 'contract_list_total_state',
    within: { organization_id: 'contract_list_total_branch', status: 'contract_list_total_state' },
  },
} as const;

/** Whether the person's lists reach beyond the own organization. */
export const seesEveryContract = (user: SignedIn): boolean => user.office || allows(user.rules, 'contract.allshow');

/** Contracts that the person may see, on the alias of `document`. */
export function seesContract(user: SignedIn, alias = 'd'): RawBuilder<boolean> {
  if (!allows(user.rules, 'contract.show|contract.allshow')) return sql`false`;
  if (seesEveryContract(user)) return sql`true`;
  return sql`(${sql.ref(`${alias}.organization_id`)} = ${user.organizationId} OR ${sql.ref(`${alias}.owner_id`)} = ${user.id})`;
}

/**
 * The same of a list of contracts `c`: of a person of one branch its contracts, and those that are the person's own in
 * others, which hardly anybody has. Without them an order is read within the branch.
 */
export async function contractsSeen(db: Db, user: SignedIn): Promise<{ where: RawBuilder<unknown>[]; leads: Lead[] }> {
  if (seesEveryContract(user)) return { where: [], leads: [] };
  const { id, organizationId } = user;
  // ends of one range of the index, also in a plan for any person: whether a row exists may be read off the whole table
  const own = sql`FROM contract WHERE listed_owner = ${id}`;
  const { rows } = await sql<{ elsewhere: boolean | null }>`SELECT
    (SELECT min(listed_organization) ${own}) < ${organizationId} OR (SELECT max(listed_organization) ${own}) > ${organizationId} AS elsewhere`.execute(
    db,
  );
  const branch = sql`c.listed_organization = ${organizationId}`;
  if (rows[0]?.elsewhere) return { where: [sql`(${branch} OR c.listed_owner = ${id})`], leads: [] };
  return { where: [], leads: [{ filter: 'organization_id', is: branch }] };
}

export const isOwnContract = ({ ownerId }: ContractRecord, { id, rules }: SignedIn): boolean =>
  ownerId === id && allows(rules, 'contract.add');

/** Who writes a draft on: its owner, or who edits those of others. */
export const amendsContract = (contract: ContractRecord, user: SignedIn): boolean =>
  actsIn(user, contract.organizationId) && (isOwnContract(contract, user) || allows(user.rules, 'contract.edit'));

/**
 * Contracts by a condition on `d`, the document, and `c`, the contract, whoever asks; in the order of their ids. Names are
 * looked up for each: to plan a join of nine tables took the embedded database nine times as long as to run it.
 */
export async function contractRecords(db: Db, where: RawBuilder<unknown>): Promise<ContractRecord[]> {
  const { rows } = await sql<ContractRow>`
    SELECT c.id, c.client_id, c.sale_order_id, c.seller_id, c.warehouse_id, c.signed_on, c.signed_at, c.goods, c.discount,
           c.first_payment, c.term, c.markup, c.total, c.payment_day, c.value_setting_id, c.charged_on, c.closed_on,
           c.cancel_reason, c.written_off_on, c.pledge_evaluation_id, d.number, d.status, d.version, d.organization_id,
           (SELECT name FROM organization WHERE id = d.organization_id) AS organization,
           (SELECT fullname FROM client WHERE id = c.client_id) AS client,
           (SELECT number FROM document WHERE id = c.sale_order_id) AS order_number,
           (SELECT name FROM warehouse_list WHERE id = c.warehouse_id) AS warehouse,
           (SELECT fullname FROM app_user WHERE id = c.seller_id) AS seller,
           d.created_at, d.created_by, (SELECT fullname FROM app_user WHERE id = d.created_by) AS creator, d.owner_id,
           l.title, l.units,
           ARRAY(SELECT d.created_by UNION SELECT l.user_id FROM event_log l
             WHERE l.document_id = d.id AND l.event = 'contract.amend' AND l.user_id IS NOT NULL) AS authors
    FROM contract c JOIN document d ON d.id = c.id CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.qty), 0)::integer AS units, coalesce((array_agg(v.title ORDER BY x.id))[1], '') AS title
      FROM contract_line x JOIN product_variant v ON v.id = x.product_variant_id WHERE x.contract_id = c.id) l
    WHERE ${where} ORDER BY c.id`.execute(db);
  return rows.map(recordOf);
}

/** Those of the contracts that the person may see, in the order asked for. */
export async function findContracts(db: Db, user: SignedIn, ids: readonly number[]): Promise<ContractRecord[]> {
  if (ids.length === 0) return [];
  const found = await contractRecords(db, sql`${isOneOf(sql`c.id`, ids)} AND ${seesContract(user)}`);
  return ids.flatMap((id) => found.filter((one) => one.id === id));
}

/** Documents of the sale by their client's name, or by their whole number; `own` is the alias of their own table. */
export async function ofClientOrNumber(db: Db, own: string, kind: string, words: string): Promise<RawBuilder<boolean>> {
  const found = await referencesOf(
    db,
    sql`SELECT id FROM client WHERE ${keysAre('search_key', searchKey(words))} UNION ALL
      SELECT -id FROM document WHERE kind = ${kind} AND number = upper(${words})`,
  );
  return sql`(${sql.ref(`${own}.client_id`)} = ANY (${found}::integer[])
    OR ${sql.ref(`${own}.id`)} = ANY (${found.map((one) => -one)}::integer[]))`;
}

/**
 * Locks clients until the transaction ends, before anything of theirs is held: the first of the one order of locks
 * (decision 99: client, contracts by id, account, number last). Who only refers to a client does not wait.
 */
export const lockClients = (db: Db, ids: readonly number[]) =>
  sql`SELECT id FROM client WHERE ${isOneOf(sql`id`, ids)} ORDER BY id FOR NO KEY UPDATE`.execute(db);

/** Locks contracts, whose clients are held. */
export const lockContracts = (db: Db, ids: readonly number[]) =>
  sql`SELECT id FROM document WHERE ${isOneOf(sql`id`, ids)} ORDER BY id FOR UPDATE`.execute(db);

/** All contracts of a client who is held; nobody begins another one meanwhile. */
export const lockContractsOf = (db: Db, clientId: number) =>
  sql`SELECT id FROM document WHERE id IN (SELECT id FROM contract WHERE client_id = ${clientId})
    ORDER BY id FOR UPDATE`.execute(db);

/** The contract, or 404 for what the person may not see. @param lock its client and it are held until the transaction ends */
export async function findContract(db: Db, user: SignedIn, id: number, lock = false): Promise<ContractRecord> {
  if (lock) {
    // Statements of their own: what is joined is read after the wait. Whose a contract is never changes.
    const { rows } = await sql<{ client_id: number }>`SELECT client_id FROM contract WHERE id = ${id}`.execute(db);
    await lockClients(
      db,
      rows.map((row) => row.client_id),
    );
    await lockContracts(db, [id]);
  }
  const [contract] = await findContracts(db, user, [id]);
  if (!contract) throw notFound();
  return contract;
}

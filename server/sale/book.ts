/**
 * The book of one client in one organization as the ledger has it: what `contract/sale/allocation.ts` reckons with. Read, it
 * is the same book that the rules left when the entries were written.
 */
import { type Kysely, sql } from 'kysely';
import type { Book, Contract, Part } from '../../contract/sale/allocation.ts';
import { lockClients, lockContractsOf } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

export interface Account {
  readonly clientId: number;
  readonly organizationId: number;
}

/** The book, and what is needed to write what follows of it. */
export interface Held {
  readonly account: Account;
  readonly book: Book;
  /** The id of an instalment by its contract and number. */
  readonly instalment: (contract: number, number: number) => number;
  /** The contracts' states. */
  readonly states: ReadonlyMap<number, string>;
}

/** Holds a client with all contracts, in the one order of locks (decision 99). */
export async function lockClient(db: Db, clientId: number): Promise<void> {
  await lockClients(db, [clientId]);
  await lockContractsOf(db, clientId);
}

interface DebtRow {
  id: number;
  contract_id: number;
  status: string;
  charged: boolean;
  settled: boolean;
  number: number;
  due: string;
  amount: number;
  written_off: number;
}
interface PartRow {
  contract_id: number;
  number: number;
  source: number;
  amount: number;
  on: string;
}
interface PrepaidRow {
  source: number;
  since: string;
  contract: number | null;
  amount: number;
}

/** Contracts that were signed, with what is paid of them, and what is prepaid. */
export async function readBook(db: Db, account: Account): Promise<Held> {
  const { clientId, organizationId } = account;
  const { rows: debts } = await sql<DebtRow>`
    SELECT i.id, i.contract_id, d.status, coalesce(b.charged, 0) > 0 AS charged,
           coalesce(b.charged > 0 AND b.owed = 0, false) AS settled, i.number, i.due, i.amount, i.written_off
    FROM contract c JOIN document d ON d.id = c.id JOIN instalment i ON i.contract_id = c.id
    LEFT JOIN client_balance b ON b.contract_id = c.id
    WHERE c.client_id = ${clientId} AND d.organization_id = ${organizationId} AND c.signed_on IS NOT NULL
    ORDER BY i.contract_id, i.number`.execute(db);
  // a source that was reversed has nothing left anywhere
  const { rows: parts } = await sql<PartRow>`
    SELECT e.contract_id, i.number, e.source_id AS source, e.amount, e.counts_on AS "on"
    FROM client_entry e JOIN instalment i ON i.id = e.instalment_id
    WHERE e.client_id = ${clientId} AND e.organization_id = ${organizationId} AND e.kind = 'payment' AND e.amount > 0
      AND NOT EXISTS (SELECT FROM client_entry r WHERE r.source_id = e.source_id AND r.amount < 0)
    ORDER BY e.id`.execute(db);
  const { rows: prepaid } = await sql<PrepaidRow>`
    SELECT e.source_id AS source, y.date AS since, e.contract_id AS contract,
           sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount ELSE -e.amount END) AS amount
    FROM client_entry e JOIN document s ON s.id = e.source_id JOIN practice_day y ON y.id = s.practice_day_id
    WHERE e.client_id = ${clientId} AND e.organization_id = ${organizationId} AND e.kind IN ('prepaid_in', 'prepaid_out')
    GROUP BY 1, 2, 3 HAVING sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount ELSE -e.amount END) > 0
    ORDER BY 2, 1, 3 NULLS LAST`.execute(db);

  const paid = new Map<string, Part[]>();
  for (const { contract_id, number, source, amount, on } of parts) {
    const key = `${contract_id} ${number}`;
    paid.set(key, [...(paid.get(key) ?? []), { source, amount: Number(amount), on }]);
  }
  const contracts = new Map<number, Contract & { debts: Contract['debts'][number][] }>();
  const ids = new Map<string, number>();
  const states = new Map<number, string>();
  for (const { id, contract_id, status, charged, settled, number, due, amount, written_off } of debts) {
    const key = `${contract_id} ${number}`;
    const of = contracts.get(contract_id) ?? {
      ...{ id: contract_id, charged, over: settled || status === 'cancelled' },
      debts: [],
    };
    const writtenOff = Number(written_off);
    of.debts.push({
      ...{ number, due, amount: Number(amount), parts: paid.get(key) ?? [] },
      ...(writtenOff > 0 && { writtenOff }),
    });
    contracts.set(contract_id, of);
    ids.set(key, id);
    states.set(contract_id, status);
  }
  return {
    account,
    book: {
      contracts: [...contracts.values()],
      prepaid: prepaid.map((row) => ({ ...row, amount: Number(row.amount) })),
    },
    states,
    instalment(contract, number) {
      const id = ids.get(`${contract} ${number}`);
      if (id === undefined) throw new RangeError(`contract ${contract} has no instalment ${number}`);
      return id;
    },
  };
}

/**
 * What a preview was reckoned from: the last entry of the client, and the day. Once it is another one, something moved and
 * the preview may not hold.
 */
export async function markOf(db: Db, { clientId, organizationId }: Account, day: string): Promise<string> {
  const { rows } = await sql<{ last: string | null }>`SELECT max(id)::text AS last FROM client_entry
    WHERE client_id = ${clientId} AND organization_id = ${organizationId}`.execute(db);
  return `${rows[0]?.last ?? 0} ${day}`;
}

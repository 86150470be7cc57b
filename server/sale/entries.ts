/** What the rules found, written in the ledgers of clients and of cash: the only code that writes them. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Entry, sourceOf } from '../../contract/sale/allocation.ts';
import { rowsOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import { conflict } from '../http/refusal.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import type { Held } from './book.ts';

type Db = Kysely<Schema>;

/** Where and when money moves, and by whom. */
export interface Posting {
  readonly db: Db;
  readonly now: Date;
  readonly day: OpenDay;
  readonly userId: number;
}

export interface Posted {
  readonly entry: Entry;
  readonly documentId: number;
  readonly userId: number;
}

/** Entries in their order, each under its document. */
export async function writeEntries(
  { db, now, day }: Omit<Posting, 'userId'>,
  { account, instalment }: Held,
  posted: readonly Posted[],
): Promise<void> {
  if (posted.length === 0) return;
  const rows = posted.map(({ entry, documentId, userId }, place) => ({
    id: place,
    client_id: account.clientId,
    organization_id: account.organizationId,
    contract_id: entry.contract,
    instalment_id: 'instalment' in entry ? instalment(entry.contract, entry.instalment) : null,
    kind: entry.kind,
    amount: entry.amount,
    source_id: sourceOf(entry),
    counts_on: entry.kind === 'payment' ? entry.on : null,
    document_id: documentId,
    practice_day_id: day.id,
    created_by: userId,
    created_at: now.toISOString(),
  }));
  const names = sql.join(
    Object.keys(rows[0] as object)
      .filter((name) => name !== 'id')
      .map((name) => sql.ref(name)),
  );
  await sql`INSERT INTO client_entry (${names}) SELECT ${names} FROM ${rowsOf('client_entry', rows)} r ORDER BY r.id`.execute(
    db,
  );
}

/** Cash comes in, or leaves where the amount is below zero. @throws Refusal 409 `negative_cash` (V6) */
export async function postCash(
  { db, now, day, userId }: Posting,
  { documentId, accountId, amount }: { documentId: number; accountId: number; amount: number },
): Promise<void> {
  const account = await lockAccount(db, accountId);
  if (account.balance + amount < 0)
    throw conflict('negative_cash', { values: { account: account.name, balance: account.balance } });
  await sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by, created_at)
    VALUES (${accountId}, ${amount}, ${documentId}, ${day.id}, ${userId}, ${now})`.execute(db);
}

/** The account, held: what leaves it comes one after another. */
export async function lockAccount(db: Db, id: number): Promise<{ name: string; balance: number }> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM cash_account WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
  return { name: rows[0]?.name ?? '', balance: await balanceOf(db, id) };
}

export async function balanceOf(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    SELECT amount FROM cash_balance WHERE cash_account_id = ${accountId}`.execute(db);
  return Number(rows[0]?.amount ?? 0);
}

/** Its name is one that no person can be given, and nothing is the hash of a password. */
const SYSTEM = { username: '#system', fullname: 'Tizim / Система', hash: '-' };

/** Whether a user, an alias, is a person: not the one of what the server does by itself. */
export const isPerson = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.username`)} <> ${SYSTEM.username}`;

/** The user of what the server posts by itself; it cannot sign in (decision 57). */
export async function systemUser(db: Db): Promise<number> {
  await sql`INSERT INTO app_user (username, password_hash, fullname, position_id, organization_id, status, search_key)
    SELECT ${SYSTEM.username}, ${SYSTEM.hash}, ${SYSTEM.fullname}, (SELECT min(id) FROM position),
           (SELECT min(id) FROM organization), 'dismissed', ''
    WHERE NOT EXISTS (SELECT FROM app_user WHERE username = ${SYSTEM.username})
    ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ id: number }>`SELECT id FROM app_user WHERE username = ${SYSTEM.username}`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** What a client owes and has prepaid, as the desk sees it, and what a reversal would leave: both are reckoned by the rules. */
import { type Kysely, sql } from 'kysely';
import type { Channel, ClientDesk, Desk, Reversal, Standing } from '../../contract/cashDocuments.ts';
import {
  type Book,
  type Contract,
  isFirstPaid,
  type Outcome,
  overdueOf,
  owedBy,
  paidOf,
  prepaidOf,
  reverse,
} from '../../contract/sale/allocation.ts';
import { GIVEN_BACK } from '../contracts/givenBack.ts';
import type { Schema } from '../db/schema.ts';
import { paidCertificates } from '../directories/paymentCertificate.ts';
import { person } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { notFound } from '../http/refusal.ts';
import { latestDay } from '../practiceDay/openDay.ts';
import { type Account, markOf, readBook } from '../sale/book.ts';
import { balanceOf } from '../sale/entries.ts';
import { type CashRecord, cashAnswer } from './cashDocuments.ts';

type Db = Kysely<Schema>;

export interface DeskDay {
  /** The open day. */
  readonly open: string | null;
  /** D of decision 58: the open day, else the last closed one, else today. */
  readonly asOf: string;
}

export async function deskDay(db: Db, organizationId: number, now: Date): Promise<DeskDay> {
  const day = await latestDay(db, organizationId);
  return { open: day?.status === 'open' ? day.date : null, asOf: day?.date ?? tashkentDay(now) };
}

interface Signed {
  number: string | null;
  status: string;
  signed_on: string;
}

async function signedOf(db: Db, ids: readonly number[]): Promise<Map<number, Signed>> {
  const { rows } = await sql<Signed & { id: number }>`SELECT c.id, d.number, d.status, c.signed_on
    FROM contract c JOIN document d ON d.id = c.id WHERE c.id = ANY (${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The desk of one organization for one client. */
export async function deskOf(
  db: Db,
  { account, user, now }: { account: Account; user: SignedIn; now: Date },
): Promise<Desk> {
  const { organizationId } = account;
  const { open, asOf } = await deskDay(db, organizationId, now);
  const { rows: named } = await sql<{ name: string }>`
    SELECT name FROM organization WHERE id = ${organizationId}`.execute(db);
  const { book } = await readBook(db, account);
  const signed = await signedOf(
    db,
    book.contracts.map(({ id }) => id),
  );
  const { rows: accounts } = await sql<{ id: number; name: string; kind: Channel; balance: number }>`
    SELECT a.id, a.name, a.kind, coalesce(b.amount, 0) AS balance FROM cash_account a
    LEFT JOIN cash_balance b ON b.cash_account_id = a.id
    WHERE a.organization_id = ${organizationId} AND a.active AND a.currency = 'UZS' AND a.kind IN ('cash', 'terminal')
    ORDER BY a.kind, a.name_order, a.id`.execute(db);
  return {
    organization: { id: organizationId, name: named[0]?.name ?? '' },
    day: open,
    as_of: asOf,
    mine: actsIn(user, organizationId),
    accounts: accounts.map((one) => ({ ...one, balance: Number(one.balance) })),
    contracts: book.contracts.map(({ id, charged, over, debts }) => ({
      ...{ id, number: null, status: '', signed_on: asOf, ...signed.get(id) },
      ...{ charged, over, debts: debts.map((debt) => ({ ...debt, parts: [...debt.parts] })) },
    })),
    prepaid: [...book.prepaid],
    mark: await markOf(db, account, asOf),
  };
}

/** Everything of a client: an organization each where the client has contracts. */
export async function clientDeskOf(db: Db, user: SignedIn, clientId: number, now: Date): Promise<ClientDesk> {
  const { rows } = await sql<{ fullname: string }>`SELECT fullname FROM client WHERE id = ${clientId}`.execute(db);
  if (!rows[0]) throw notFound();
  const { rows: organizations } = await sql<{ id: number }>`
    SELECT DISTINCT d.organization_id AS id FROM contract c JOIN document d ON d.id = c.id
    WHERE c.client_id = ${clientId} AND c.signed_on IS NOT NULL`.execute(db);
  const desks: Desk[] = [];
  for (const { id } of organizations)
    desks.push(await deskOf(db, { account: { clientId, organizationId: id }, user, now }));
  // the person's own desk first
  desks.sort(
    (one, other) =>
      Number(other.organization.id === user.organizationId) - Number(one.organization.id === user.organizationId) ||
      one.organization.name.localeCompare(other.organization.name),
  );
  return { client: person(clientId, rows[0].fullname), desks };
}

/** @param end the state in which a contract rests that is over */
const standing = (book: Book, contract: Contract, day: string, end: 'closed' | 'written_off'): Standing => {
  const { days, sum, stage } = overdueOf(contract, day);
  return {
    owed: contract.charged ? owedBy(contract) : 0,
    prepaid: prepaidOf(book, contract.id),
    ...{ overdue_days: days, overdue_sum: sum, stage, over: contract.charged && contract.over ? end : null },
  };
};

export const accountOf = ({ client, organizationId }: CashRecord): Account => ({ clientId: client.id, organizationId });

/** Of contracts the number of one whose goods are being picked. */
async function pickedOf(db: Db, ids: readonly number[]): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT d.number FROM product_delivery o JOIN document x ON x.id = o.id JOIN document d ON d.id = o.contract_id
    WHERE o.contract_id = ANY (${[...ids]}::integer[]) AND x.status = 'picking' ORDER BY d.id LIMIT 1`.execute(db);
  return rows[0]?.number;
}

async function barredBy(
  db: Db,
  { reversedBy }: CashRecord,
  contracts: Reversal['contracts'],
): Promise<Reversal['barred']> {
  if (reversedBy !== null) return { by: 'reversed', number: reversedBy.number ?? '' };
  const picked = await pickedOf(
    db,
    contracts.filter((one) => one.first_payment_gone).map(({ id }) => id),
  );
  return picked === undefined ? null : { by: 'goods_leaving', number: picked };
}

/** By contract, what secured it and was given back when it was closed. */
async function givenBackOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; names: string | null }>`
    SELECT c.id, ${GIVEN_BACK} AS names FROM contract c WHERE c.id = ANY (${[...ids]}::integer[])`.execute(db);
  return new Map(rows.flatMap(({ id, names }) => (names === null ? [] : [[id, names]])));
}

/** What a reversal would leave now. It is made by the same rule, so nothing else can come of it while nothing moves. */
export async function reversalOf(db: Db, user: SignedIn, payment: CashRecord, now: Date): Promise<Reversal> {
  const account = accountOf(payment);
  const { open, asOf } = await deskDay(db, payment.organizationId, now);
  const { book } = await readBook(db, account);
  const outcome: Outcome = reverse(book, payment.id, asOf);
  const signed = await signedOf(
    db,
    book.contracts.map(({ id }) => id),
  );
  const certificates = await paidCertificates(db, account.clientId);
  const givenBack = await givenBackOf(db, [...signed.keys()]);
  const balance = payment.account === null ? 0 : await balanceOf(db, payment.account.id);
  const contracts = book.contracts.flatMap((contract) => {
    const after = outcome.book.contracts.find(({ id }) => id === contract.id) as Contract;
    const instalments = contract.debts.flatMap((debt, place) => {
      const paid_before = paidOf(debt);
      const paid_after = paidOf(after.debts[place] ?? debt);
      if (paid_before === paid_after) return [];
      const { number, due, amount, writtenOff: written_off = 0 } = debt;
      return [{ number, due, amount, paid_before, paid_after, written_off }];
    });
    const end = signed.get(contract.id)?.status === 'written_off' ? 'written_off' : 'closed';
    const [was, will] = [standing(book, contract, asOf, end), standing(outcome.book, after, asOf, end)];
    if (instalments.length === 0 && was.prepaid === will.prepaid) return [];
    const { id } = contract;
    const first_payment_gone = signed.get(id)?.status === 'awaiting_handover' && !isFirstPaid(outcome.book, after);
    const reopens = was.over !== null && will.over === null;
    const annulled = reopens ? certificates.filter((one) => one.contract === id) : [];
    return [
      {
        ...{ id, number: signed.get(id)?.number ?? null, before: was, after: will, instalments, first_payment_gone },
        certificates: annulled.map((one) => ({ id: one.id, number: one.number })),
        given_back: (reopens && givenBack.get(id)) || null,
      },
    ];
  });
  return {
    payment: cashAnswer(user, payment),
    barred: await barredBy(db, payment, contracts),
    day: open,
    mark: await markOf(db, account, asOf),
    contracts,
    free_before: prepaidOf(book, null),
    free_after: prepaidOf(outcome.book, null),
    balance_before: balance,
    balance_after: balance - payment.amount,
  };
}

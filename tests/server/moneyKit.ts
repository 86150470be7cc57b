/** Clients with contracts as signing leaves them, days, desks, and what money left in the ledgers. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  cashDocumentPay,
  cashDocumentReversal,
  cashDocumentReverse,
  clientDesk,
} from '../../contract/cashDocuments.ts';
import type { Book } from '../../contract/sale/allocation.ts';
import { scheduleOf, type Terms } from '../../contract/sale/schedule.ts';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../../server/db/open.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { needOpenDay } from '../../server/practiceDay/openDay.ts';
import { readBook } from '../../server/sale/book.ts';
import { chargeContract } from '../../server/sale/money.ts';
import { offsetDue } from '../../server/sale/offsets.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, type Server } from './world.ts';

export interface Signed {
  readonly signed: string;
  readonly firstPayment: number;
  /** Due dates with their sums. */
  readonly instalments: readonly { readonly due: string; readonly amount: number }[];
}

/** Contract K of the examples. */
export const K: Signed = signedOn('2026-11-23', {
  ...{ goods: 1_000_000, firstPayment: 200_000, term: 3, markup: 15, paymentDay: 15 },
});

export function signedOn(signed: string, terms: Terms): Signed {
  const { instalments } = scheduleOf(terms, signed);
  return { signed, firstPayment: terms.firstPayment, instalments };
}

/** Who sells, and from where. */
export interface Place {
  readonly organization: number;
  readonly warehouse: number;
  readonly userId: number;
}

export async function writeClient(db: Trx, fullname: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO client (fullname, birth_date, gender, search_key)
    VALUES (${fullname}, '1990-05-04', 'female', ${searchKey(fullname)}) RETURNING id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A signed contract of an order, as `contract.sign` leaves it: without a first payment it waits for its goods at once. */
export async function signContract(
  trx: Trx,
  client: number,
  { signed, firstPayment, instalments }: Signed,
  { organization, warehouse, userId }: Place,
): Promise<number> {
  const made = { organizationId: organization, userId, now: new Date() };
  const order = await createDocument(trx, { ...made, kind: 'sale_order', status: 'converted' });
  await sql`INSERT INTO sale_order (id, client_id, warehouse_id) VALUES (${order.id}, ${client}, ${warehouse})`.execute(
    trx,
  );
  const status = firstPayment === 0 ? 'awaiting_handover' : 'signed';
  const { id } = await createDocument(trx, { ...made, kind: 'contract', status });
  const total = instalments.reduce((sum, { amount }) => sum + amount, firstPayment);
  await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods,
      first_payment, term, markup, total, payment_day)
    VALUES (${id}, ${client}, ${order.id}, ${userId}, ${warehouse}, ${signed}, now(), ${total},
      ${firstPayment}, ${instalments.length}, 0, ${total}, 15)`.execute(trx);
  const rows = [{ due: signed, amount: firstPayment }, ...instalments];
  for (const [number, { due, amount }] of rows.entries())
    await sql`INSERT INTO instalment (contract_id, number, due, amount) VALUES (${id}, ${number}, ${due}, ${amount})`.execute(
      trx,
    );
  return id;
}

export interface Good {
  readonly variant: number;
  readonly qty: number;
  /** Units that the contract names. */
  readonly serials?: readonly string[];
}

/** Goods of a signed contract, kept for it in a warehouse. */
export async function reserveGoods(
  db: Trx,
  contract: number,
  warehouse: number,
  goods: readonly Good[],
): Promise<void> {
  for (const { variant, qty, serials = [] } of goods) {
    const rows = [...serials.map((serial) => ({ serial, qty: 1 }))];
    if (qty > serials.length) rows.push({ serial: '', qty: qty - serials.length });
    for (const row of rows) {
      const serial = sql`(SELECT id FROM serial_number WHERE serial_number = ${row.serial})`;
      await sql`INSERT INTO contract_line (contract_id, product_variant_id, serial_id, qty, price)
        VALUES (${contract}, ${variant}, ${serial}, ${row.qty}, 100000)`.execute(db);
      await sql`INSERT INTO reservation (document_id, warehouse_id, product_variant_id, serial_id, qty)
        VALUES (${contract}, ${warehouse}, ${variant}, ${serial}, ${row.qty})`.execute(db);
    }
  }
}

/** The open day of an organization is closed and another is opened, also an earlier one. */
export async function goToDay(db: Trx, organization: number, date: string): Promise<void> {
  await sql`UPDATE practice_day SET status = 'closed' WHERE organization_id = ${organization}`.execute(db);
  const [year = 0, month = 0] = date.split('-').map(Number);
  await sql`INSERT INTO practice_month (year, month) VALUES (${year}, ${month}) ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO practice_day (organization_id, practice_month_id, date)
    SELECT ${organization}, id, ${date} FROM practice_month WHERE year = ${year} AND month = ${month}
    ON CONFLICT (organization_id, date) DO UPDATE SET status = 'open'`.execute(db);
}

/** The goods of a signed contract have left on the open day: it is charged. */
export async function chargeSigned(
  db: Trx,
  {
    client,
    contract,
    organization,
    userId,
  }: { client: number; contract: number; organization: number; userId: number },
): Promise<void> {
  const day = await needOpenDay(db, organization);
  const step = { db, now: new Date(), day, userId, documentId: contract };
  const finish = await chargeContract(step, contract, { clientId: client, organizationId: organization });
  await finish();
}

export class Till {
  readonly #of: () => Server;
  constructor(of: () => Server) {
    this.#of = of;
  }
  get on(): Server {
    return this.#of();
  }
  get kysely() {
    return this.on.db.kysely;
  }

  /** A cash desk and a terminal of each organization: 1 and 2, 3 and 4. */
  async desks(): Promise<void> {
    for (const organization of [ORGANIZATION, OTHER_ORGANIZATION])
      await sql`INSERT INTO cash_account (name, organization_id, kind, currency) VALUES
        ('Kassa', ${organization}, 'cash', 'UZS'), ('Terminal', ${organization}, 'terminal', 'UZS')`.execute(
        this.kysely,
      );
  }

  client(fullname = 'Aziza Karimova'): Promise<number> {
    return this.on.db.tx((trx) => writeClient(trx, fullname));
  }

  sign(client: number, signed: Signed, organization = ORGANIZATION): Promise<number> {
    const warehouse = organization === ORGANIZATION ? 1 : 4;
    return this.on.db.tx((trx) =>
      signContract(trx, client, signed, { organization, warehouse, userId: PEOPLE.director.id }),
    );
  }

  /** Closes the day of an organization and opens another; what is prepaid is used, as the server does after it. */
  async day(date: string, { organization = ORGANIZATION, offsets = true } = {}): Promise<void> {
    await this.on.db.tx((trx) => goToDay(trx, organization, date));
    if (offsets) await offsetDue(this.on.db);
  }

  handOver(client: number, contract: number, organization = ORGANIZATION): Promise<void> {
    return this.on.db.tx((trx) => chargeSigned(trx, { client, contract, organization, userId: PEOPLE.director.id }));
  }

  async desk(client: number, who: PersonName = 'director') {
    const { data } = await this.on.do(who, clientDesk, { query: { client_id: client } });
    return data;
  }
  async mark(client: number, organization = ORGANIZATION): Promise<string> {
    return (await this.desk(client)).desks.find((one) => one.organization.id === organization)?.mark ?? '';
  }

  async pay(
    client: number,
    contracts: readonly number[],
    amount: number,
    more: { tendered?: number; channel?: 'cash' | 'terminal'; mark?: string; who?: PersonName; key?: string } = {},
  ) {
    const { who = 'director', key, channel = 'cash', mark = await this.mark(client), ...rest } = more;
    return this.on.call(who, cashDocumentPay, {
      ...(key !== undefined && { key }),
      body: {
        ...{ client_id: client, contract_ids: [...contracts], channel, amount, mark },
        ...{ cash_account_id: channel === 'cash' ? 1 : 2, ...rest },
      },
    });
  }
  /** A payment that is taken; its id. */
  async paid(client: number, contracts: readonly number[], amount: number, tendered?: number): Promise<number> {
    const answer = await this.pay(client, contracts, amount, tendered === undefined ? {} : { tendered });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.body.data.id;
  }

  preview = (id: number) => this.on.do('director', cashDocumentReversal, { params: { id } });
  async reverse(id: number, mark?: string) {
    return this.on.call('director', cashDocumentReverse, {
      params: { id },
      body: { reason: 'Xato olingan', mark: mark ?? (await this.preview(id)).data.mark },
    });
  }

  book = async (client: number, organization = ORGANIZATION): Promise<Book> =>
    (await readBook(this.kysely, { clientId: client, organizationId: organization })).book;

  async cash(account = 1): Promise<number> {
    const { rows } = await sql<{
      amount: number;
    }>`SELECT amount FROM cash_balance WHERE cash_account_id = ${account}`.execute(this.kysely);
    return Number(rows[0]?.amount ?? 0);
  }
  async status(contract: number): Promise<string> {
    const { rows } = await sql<{ status: string }>`SELECT status FROM document WHERE id = ${contract}`.execute(
      this.kysely,
    );
    return rows[0]?.status ?? '';
  }
  entries = async (document: number) =>
    (
      await sql<{ kind: string; contract_id: number | null; amount: number; source_id: number | null }>`
        SELECT kind, contract_id, amount, source_id FROM client_entry WHERE document_id = ${document} ORDER BY id`.execute(
        this.kysely,
      )
    ).rows.map((row) => ({ ...row, amount: Number(row.amount) }));

  async clean(): Promise<void> {
    for (const report of await checkLedgers(this.on.db)) expect(report.differences, report.ledger).toEqual([]);
  }
}

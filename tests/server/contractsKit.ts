/** What a contract needs in server tests: terms, requisites and a seal in force, a client who may buy, a reserved order. */
import { sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import { type ContractDetails, contractCreate, contractSign } from '../../contract/sale/contracts.ts';
import { type Goods, lineFor, newClient, newGoods, newOrder } from './saleKit.ts';
import { ORGANIZATION, type PersonName, type Server } from './world.ts';

type Stored = Pick<Server, 'db'>;

const insert = async (on: Stored, table: string, row: Record<string, unknown>): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES (${sql.join(Object.values(row))}) RETURNING id`.execute(on.db.kysely);
  return rows[0]?.id ?? 0;
};

/** A revision in force. */
export const inForceNow = (on: Stored, table: string, values: Record<string, unknown>, from = '2026-01-01') =>
  insert(on, table, { ...values, valid_from: from, status: 'valid', created_by: 1 });

/** Markup and least first payment by months, for every kind of client. */
export const TERMS = [
  [3, 15, 20],
  [12, 38.5, 20],
  [24, 60, 0],
] as const;

/** Terms of every kind of client. */
export async function openTerms(on: Stored): Promise<void> {
  for (const client of ['informal', 'new', 'repeat'])
    for (const [term, markup, first_payment] of TERMS)
      await inForceNow(on, 'value_setting', { client, term, markup, first_payment });
}

export const newBank = (on: Stored) => insert(on, 'bank', { name: 'Sinov banki', mfo: '00445' });

/** Requisites and a seal of a branch. */
export async function openFirm(on: Stored, organization: number, bank: number): Promise<void> {
  await inForceNow(on, 'requisite', {
    ...{ organization_id: organization, firm: 'Idora Savdo MChJ', stir: '304512887', address: 'Toshkent' },
    ...{ bank_id: bank, account: '20208000904512887001', director: 'Karimova D. S.' },
  });
  const image = await insert(on, 'file', {
    ...{ kind: 'branchSeal', role: 'image', name: 'muhr.png', type: 'image/png', size: 3 },
    ...{ content: new Uint8Array([1, 2, 3]), sha256: 'a'.repeat(64), created_by: 1 },
  });
  await inForceNow(on, 'branch_seal', { organization_id: organization, kind: 'seal', image_id: image });
}

/** What the firm has to have before anything is signed. */
export async function openShop(on: Stored): Promise<void> {
  await openTerms(on);
  await openFirm(on, ORGANIZATION, await newBank(on));
}

/** Of all files that a worker runs: digits 101 to 490 come round again, which no file needs and no other kit gives. */
let people = 0;
const ROUND = 390;
/** Of a man born on 15.06.1985, in district 000, which nobody has (decision 88). */
export function newPinfl(): string {
  const body = `3150685000${101 + (people % ROUND)}`;
  people += 1;
  return `${body}${pinflDigit(body)}`;
}

export const newBuyer = (on: Server, more: object = {}) => newClient(on, { pinfl: newPinfl(), ...more });

export interface Wish {
  who?: PersonName;
  client_id?: number;
  price?: number;
  first_payment?: number;
  term?: number;
  payment_day?: number;
  discount?: number;
  pledge_evaluation_id?: number;
}

export interface Made {
  readonly contract: ContractDetails;
  readonly goods: Goods;
}

/** A draft of contract K of the worked examples: P 1,000,000, F 200,000, three months, markup 15 %. */
export async function newContract(on: Server, wish: Wish = {}): Promise<Made> {
  const { who = 'seller', price = 1_000_000, client_id = await newBuyer(on), ...more } = wish;
  const goods = await newGoods(on, { price });
  const order = await newOrder(on, { client_id, lines: [lineFor(goods, { price })], reserve: true });
  const body = { order_id: order.id, first_payment: 200_000, term: 3, payment_day: 15, ...more };
  return { contract: (await on.do(who, contractCreate, { body })).data, goods };
}

export async function signed(on: Server, wish: Wish = {}): Promise<Made> {
  const made = await newContract(on, wish);
  const { data } = await on.do(wish.who ?? 'seller', contractSign, { params: { id: made.contract.id } });
  return { ...made, contract: data };
}

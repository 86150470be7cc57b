/** Contracts whose goods wait in the shop of the first branch, and what handing them over left behind. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  type Output,
  outputCancel,
  outputCount,
  outputExplain,
  outputHandOver,
  outputPick,
  outputRelease,
  outputScan,
  outputShow,
} from '../../contract/outputs.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { type Good, reserveGoods, type Signed, Till } from './moneyKit.ts';
import { newClient, SHOP } from './saleKit.ts';
import { ORGANIZATION, type PersonName, type Server, stockIn } from './world.ts';

/** 200,000 at once, then four instalments of 500,000. */
export const TERMS: Signed = {
  ...{ signed: '2026-11-21', firstPayment: 200_000 },
  instalments: ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15'].map((due) => ({ due, amount: 500_000 })),
};

let units = 0;
/** A new unit of a phone in the shop that came on a day. @returns its serial number */
export async function newUnit(on: Server, variant: number, day: string, warehouse = SHOP): Promise<string> {
  units += 1;
  const serial = `CHQ-${variant}-${units}`;
  await on.db.tx((trx) =>
    stockIn(trx, ORGANIZATION, warehouse, { lines: [{ variantId: variant, qty: 1, serials: [serial] }] }),
  );
  await sql`UPDATE stock_batch b SET received_at = ${`${day}T10:00:00+05:00`}::timestamptz FROM serial_number s
    WHERE s.batch_id = b.id AND s.serial_number = ${serial}`.execute(on.db.kysely);
  return serial;
}

export const moreGoods = (on: Server, variant: number, qty: number, warehouse = SHOP) =>
  on.db.tx((trx) => stockIn(trx, ORGANIZATION, warehouse, { lines: [{ variantId: variant, qty }] }));

export interface Waiting {
  readonly client: number;
  readonly contract: number;
  readonly output: number;
  /** The payment that the goods waited for. */
  readonly payment: number;
}

export class Warehouse {
  readonly till: Till;
  readonly #of: () => Server;
  constructor(of: () => Server) {
    this.#of = of;
    this.till = new Till(of);
  }
  get on(): Server {
    return this.#of();
  }

  /** A signed contract with its goods reserved, as signing leaves it. */
  async signed(goods: readonly Good[], terms: Signed = TERMS): Promise<{ client: number; contract: number }> {
    const client = await newClient(this.on);
    const contract = await this.till.sign(client, terms);
    await this.on.db.tx((trx) => reserveGoods(trx, contract, SHOP, goods));
    return { client, contract };
  }

  /** The first payment has come, and an output waits. */
  async waiting(goods: readonly Good[], terms: Signed = TERMS): Promise<Waiting> {
    const { client, contract } = await this.signed(goods, terms);
    const payment = await this.till.paid(client, [contract], terms.firstPayment);
    return { client, contract, output: await this.outputOf(contract), payment };
  }

  /** Of a contract the output that is not called off. */
  async outputOf(contract: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`SELECT id FROM product_delivery
      WHERE contract_id = ${contract} AND cancelled_at IS NULL`.execute(this.on.db.kysely);
    expect(rows).toHaveLength(1);
    return rows[0]?.id ?? 0;
  }

  show = async (id: number, who: PersonName = 'warehouseman'): Promise<Output> =>
    (await this.on.do(who, outputShow, { params: { id } })).data;
  pick = (id: number, who: PersonName = 'warehouseman') => this.on.call(who, outputPick, { params: { id } });
  scan = (id: number, code: string, who: PersonName = 'warehouseman') =>
    this.on.call(who, outputScan, { params: { id }, body: { code } });
  async release(id: number, serial: string) {
    return this.on.call('warehouseman', outputRelease, {
      params: { id },
      body: { unit_id: await this.unit(id, serial) },
    });
  }
  async count(id: number, variant: number, count: number) {
    const line = (await this.show(id)).lines.find(({ product_variant }) => product_variant.id === variant);
    return this.on.call('warehouseman', outputCount, { params: { id }, body: { line_id: line?.id ?? 0, count } });
  }
  async explain(id: number, serial: string, reason = 'client_chose' as const, words?: string) {
    return this.on.call('warehouseman', outputExplain, {
      params: { id },
      body: { unit_id: await this.unit(id, serial), reason, ...(words !== undefined && { words }) },
    });
  }
  handOver = (id: number, fields: Record<string, string> = {}, who: PersonName = 'warehouseman', key?: string) =>
    this.on.call(who, outputHandOver, { params: { id }, form: signed(fields), ...(key !== undefined && { key }) });
  cancel = (id: number, who: PersonName = 'warehouseman') =>
    this.on.call(who, outputCancel, { params: { id }, body: { reason: 'Mijoz kelmadi' } });

  async unit(id: number, serial: string): Promise<number> {
    const all = (await this.show(id, 'director')).lines.flatMap((line) => line.units);
    return all.find((unit) => unit.serial_number === serial)?.id ?? 2_000_000;
  }

  /** Live reservations of a document: serial numbers, or how many of what has none. */
  async kept(contract: number): Promise<(string | number)[]> {
    const { rows } = await sql<{ serial: string | null; qty: number }>`
      SELECT s.serial_number AS serial, r.qty FROM reservation r LEFT JOIN serial_number s ON s.id = r.serial_id
      WHERE r.document_id = ${contract} AND r.ended_at IS NULL ORDER BY 1, 2`.execute(this.on.db.kysely);
    return rows.map(({ serial, qty }) => serial ?? qty);
  }
}

/** A form with a signature. */
export function signed(fields: Record<string, string> = {}, content: Uint8Array<ArrayBuffer> = new Uint8Array(PNG)) {
  const form = fileForm(fields, undefined);
  form.set('signature', new File([content], 'imzo.png'));
  return form;
}

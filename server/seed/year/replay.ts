/**
 * A year of the chain, day by day, by the calls of its people: goods come in by invoices, clients are written down and
 * scored, buy, take their goods, pay, pay late or not at all; what the server does by itself happens on its day.
 */
import { sql } from 'kysely';
import {
  type Channel,
  cashDocumentPay,
  cashDocumentReversal,
  cashDocumentReverse,
} from '../../../contract/cashDocuments.ts';
import { luhnDigit } from '../../../contract/checkDigits.ts';
import { client } from '../../../contract/directories/client.ts';
import type { DirectoryBody } from '../../../contract/directory/directory.ts';
import { imageUpload } from '../../../contract/images.ts';
import { invoiceConfirm, invoiceCreate, invoiceSend } from '../../../contract/invoices/heads.ts';
import { lineCreateMany } from '../../../contract/invoices/lines.ts';
import { attachSerials } from '../../../contract/invoices/serials.ts';
import { NOTICE_DAYS, noticeReadAll } from '../../../contract/notices.ts';
import { outputHandOver, outputPick, outputScan } from '../../../contract/outputs.ts';
import { contractCancel, contractCreate, contractSign } from '../../../contract/sale/contracts.ts';
import { orderCancel, orderCreate } from '../../../contract/sale/orders.ts';
import { scoringRunCreate, scoringRunReview, scoringRunStart } from '../../../contract/scoringRuns.ts';
import { sellingPrice } from '../../../machines/invoice/sellingPrice.ts';
import { cancelOverdue } from '../../contracts/contracts.ts';
import { daysAfter } from '../../http/days.ts';
import { verificationOf } from '../../myid/identity.ts';
import { expireOrders } from '../../orders/orders.ts';
import { markOf } from '../../sale/book.ts';
import { offsetDue } from '../../sale/offsets.ts';
import { collect, expireDue } from '../../scoring/collect.ts';
import { checkIncome } from '../checkedIncome.ts';
import { call, type Desk, identify } from '../desk.ts';
import { Random } from '../random.ts';
import { among, type Chain, chainOf, type Goods, type Shop } from './chain.ts';
import {
  type Act,
  actsOf,
  BRANCH_CODES,
  type Branch,
  type Deal,
  SUPPLY_DAYS,
  type Visitor,
  visitorsBetween,
} from './plan.ts';

/** A contract that is not over, as its further days need it. */
interface Bought {
  readonly id: number;
  readonly client: number;
  readonly visitor: Visitor;
  readonly deal: Deal;
}

export interface YearOptions {
  /** The first day of the chain: days of the plan are counted from it. */
  readonly first: string;
  /** Days that are replayed, both included. */
  readonly from: string;
  readonly to: string;
  /** Of so many visitors one. */
  readonly every?: number;
  readonly onDay?: (day: string) => void;
}

const instant = (day: string, minutes: number): Date =>
  new Date(Date.parse(`${day}T00:00:00+05:00`) + minutes * 60_000);
const tick = ({ clock }: Desk, minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

class Year {
  readonly #chain: Chain;
  readonly #every: number;
  readonly #first: string;
  /** Deals by the day of the plan, and what is done with contracts by the day of the calendar. */
  readonly #deals = new Map<number, { visitor: Visitor; deal: Deal }[]>();
  readonly #acts = new Map<string, { bought: Bought; act: Act | { readonly what: 'handOver' } }[]>();
  readonly #clients = new Map<string, number>();

  constructor(chain: Chain, { first, every = 1 }: YearOptions) {
    this.#chain = chain;
    this.#first = first;
    this.#every = every;
  }

  /** Who comes on days from one up to another will buy, on days from the first of them on. */
  #expect(from: number, to: number, since = from): void {
    for (const visitor of visitorsBetween(from, to, this.#every))
      for (const deal of visitor.deals)
        if (deal.day >= since) this.#deals.set(deal.day, [...(this.#deals.get(deal.day) ?? []), { visitor, deal }]);
  }

  /** What was made before a day goes on as it would have: clients by their numbers, contracts by their days. */
  async resume(from: number): Promise<void> {
    const { kysely } = this.#chain.desk.db;
    this.#expect(0, Math.ceil(from / SUPPLY_DAYS) * SUPPLY_DAYS, from);
    const visitors = visitorsBetween(0, from, this.#every);
    const { rows } = await sql<{ pinfl: string; client: number }>`
      SELECT pinfl, id AS client FROM client WHERE pinfl = ANY (${visitors.map(({ pinfl }) => pinfl)}::text[])`.execute(
      kysely,
    );
    for (const { pinfl, client: id } of rows) this.#clients.set(pinfl, id);
    const { rows: contracts } = await sql<{ id: number; client: number; on: string; status: string; dues: string[] }>`
      SELECT c.id, c.client_id AS client, to_char(c.signed_on, 'YYYY-MM-DD') AS on, d.status,
        (SELECT array_agg(to_char(i.due, 'YYYY-MM-DD') ORDER BY i.number) FROM instalment i
          WHERE i.contract_id = c.id AND i.number > 0) AS dues
      FROM contract c JOIN document d ON d.id = c.id
      WHERE c.client_id = ANY (${rows.map((row) => row.client)}::integer[]) AND c.signed_on IS NOT NULL
        AND d.status IN ('awaiting_handover', 'active') ORDER BY c.id`.execute(kysely);
    const visitorOf = new Map(visitors.map((visitor) => [this.#clients.get(visitor.pinfl), visitor]));
    for (const { id, client: clientId, on, status, dues } of contracts) {
      const visitor = visitorOf.get(clientId);
      const deal = visitor?.deals.find(({ day }) => daysAfter(this.#first, day) === on);
      if (visitor === undefined || deal === undefined) continue;
      const bought = { id, client: clientId, visitor, deal };
      if (status === 'awaiting_handover') this.#put(daysAfter(on, 1), bought, { what: 'handOver' });
      this.#plan(bought, on, dues, daysAfter(this.#first, from - 1));
    }
  }

  #plan(bought: Bought, signed: string, dues: readonly string[], after: string): void {
    for (const act of actsOf(bought.deal, signed, dues)) if (act.on > after) this.#put(act.on, bought, act);
  }

  #put(on: string, bought: Bought, act: Act | { readonly what: 'handOver' }): void {
    this.#acts.set(on, [...(this.#acts.get(on) ?? []), { bought, act }]);
  }

  #shop(branch: Branch): Shop {
    const shop = this.#chain.shops.get(branch);
    if (shop === undefined) throw new Error(`demo data: ${branch} has no shop`);
    return shop;
  }

  #desk(branch: Branch): Desk {
    const desk = this.#chain.desks.get(branch);
    if (desk === undefined) throw new Error(`demo data: nobody works in ${branch}`);
    return desk;
  }

  async day(at: number): Promise<void> {
    const { desk } = this.#chain;
    const day = daysAfter(this.#first, at);
    await openDay(desk, day);
    if (at % SUPPLY_DAYS === 0) this.#expect(at, at + SUPPLY_DAYS);
    desk.clock.now = instant(day, 9 * 60);
    await this.#server(at);
    const deals = this.#deals.get(at) ?? [];
    const acts = this.#acts.get(day) ?? [];
    // branches have nothing to do with one another, so they need not wait for one another either
    await Promise.all(
      BRANCH_CODES.map((code) =>
        this.#work(at, code, [
          ...deals.map(({ visitor, deal }) => ({ visitor, run: () => this.#buy(day, visitor, deal) })),
          ...acts.map(({ bought, act }) => ({ visitor: bought.visitor, run: () => this.#act(day, bought, act) })),
        ]),
      ),
    );
    this.#deals.delete(at);
    this.#acts.delete(day);
  }

  /** The day of a branch: its goods come in the morning, people in an order of their own, whoever else comes that day. */
  async #work(
    at: number,
    code: Branch,
    works: readonly { visitor: Visitor; run: () => Promise<void> }[],
  ): Promise<void> {
    const { clock } = this.#desk(code);
    const day = daysAfter(this.#first, at);
    clock.now = instant(day, 9 * 60 + 5);
    if (at % SUPPLY_DAYS === 0) await this.#supply(at, code);
    const order = works
      .filter(({ visitor }) => visitor.branch === code)
      .map((work, place) => ({ ...work, place, turn: new Random(`${day} ${work.visitor.place}`).next() }))
      .sort((one, other) => one.turn - other.turn || one.place - other.place);
    for (const { turn, run } of order) {
      clock.now = instant(day, 9 * 60 + 30 + Math.floor(turn * 9 * 60));
      await run();
    }
  }

  /** What the server does by itself as a day begins. */
  async #server(at: number): Promise<void> {
    const { desk } = this.#chain;
    const { db, clock } = desk;
    await offsetDue(db, undefined, () => clock.now);
    await db.tx((trx) => expireOrders(trx, clock.now));
    await db.tx((trx) => cancelOverdue(trx, clock.now));
    await db.tx((trx) => expireDue({ db: trx, now: clock.now }));
    if (at % 28 !== 27) return;
    // people read what the bell says, and old notices are forgotten
    const { rows } = await sql<{ username: string; last: number }>`
      SELECT u.username, max(n.id)::integer AS last FROM notice n JOIN app_user u ON u.id = n.user_id
      WHERE n.read_at IS NULL AND u.status = 'active' AND u.username <> '#system' GROUP BY 1 ORDER BY 1`.execute(
      db.kysely,
    );
    for (const { username, last } of rows) await call(desk, username, noticeReadAll, { body: { last } });
    await sql`DELETE FROM notice WHERE at < ${clock.now}::timestamptz - make_interval(days => ${NOTICE_DAYS}::integer)`.execute(
      db.kysely,
    );
  }

  /** One invoice of all that a branch will sell until the next one. */
  async #supply(at: number, code: Branch): Promise<void> {
    const { goods, suppliers } = this.#chain;
    const desk = this.#desk(code);
    const shop = this.#shop(code);
    const counts = new Map<Goods, number>();
    for (let day = at; day < at + SUPPLY_DAYS; day += 1)
      for (const { visitor, deal } of this.#deals.get(day) ?? [])
        if (visitor.branch === code)
          for (const share of deal.goods) {
            const one = among(goods, share);
            counts.set(one, (counts.get(one) ?? 0) + 1);
          }
    if (counts.size === 0) return;
    const branch = BRANCH_CODES.indexOf(code);
    const round = Math.floor(at / SUPPLY_DAYS);
    const supplier = suppliers[(round + branch) % suppliers.length];
    const { data } = await call(desk, 'buyer', invoiceCreate, {
      body: {
        ...{ partner_id: supplier?.id ?? 0, partner_firm_id: supplier?.firm ?? null, type: 'regular', comment: '' },
        ...{ number_invoice: `Y-${round + 1}${branch + 1}`, invoice_date: daysAfter(this.#first, at) },
        warehouse_list_id: shop.warehouse,
      },
    });
    const params = { id: data.id };
    tick(desk, 4);
    const ordered = [...counts].sort(([one], [other]) => one.id - other.id);
    const lines = ordered.map(([one, count]) => {
      const figures = { value: Math.max(500, Math.round(one.cost / 500) * 500), currency_change: 1 };
      const markup = { no_cash: 92, additional: 9, other_additional: 0 };
      const selling_price = sellingPrice({ ...figures, ...markup }) ?? 0;
      // telephones come as they are sold, of other things some are left
      const more = one.serial ? 0 : 1 + (one.id % 2);
      return { product_variant_id: one.id, count: count + more, currency_id: 1, ...figures, ...markup, selling_price };
    });
    const entered = await call(desk, 'buyer', lineCreateMany, { params, body: { lines } });
    for (const [place, [one]] of ordered.entries()) {
      if (!one.serial) continue;
      const kind = this.#chain.goods.indexOf(one);
      const numbers = (unit: number) => {
        const running = `${branch}${String(round % 1000).padStart(3, '0')}${String(kind).padStart(3, '0')}${String(unit).padStart(2, '0')}`;
        const imei = (sim: number) => `86554${running}${sim}`.slice(0, 14);
        return { running, imeis: [0, 1].map((sim) => `${imei(sim)}${luhnDigit(imei(sim))}`) };
      };
      const serial_numbers = Array.from({ length: lines[place]?.count ?? 0 }, (_, unit) => {
        const { running, imeis } = numbers(unit);
        return { serial_number: `YT${running}`, imei_numbers: imeis };
      });
      await call(desk, code === 'CHL' ? 'storekeeper' : 'buyer', attachSerials, {
        body: { input_product_id: entered.data[place]?.id ?? 0, serial_numbers, has_many: true },
      });
    }
    tick(desk, 3);
    await call(desk, 'buyer', invoiceSend, { params, body: { value: true } });
    tick(desk, 2);
    await call(desk, 'accountant', invoiceConfirm, { params, body: { value: true } });
  }

  async #clientOf(visitor: Visitor): Promise<number> {
    const known = this.#clients.get(visitor.pinfl);
    if (known !== undefined) return known;
    const { villages, workplaces, faces } = this.#chain;
    const desk = this.#desk(visitor.branch);
    const [seller = ''] = this.#shop(visitor.branch).sellers;
    const { id: village_id, region: region_id } = among(villages, visitor.village);
    const file = among(faces, (visitor.place % faces.length) / faces.length);
    const { data: photo } = await call(desk, seller, imageUpload, { form: { of: 'client', file } });
    const today = desk.clock.now.toISOString().slice(0, 10);
    const issued_on = daysAfter(today, -200 - ((visitor.place * 37) % 1_400));
    const body = {
      ...{ pinfl: visitor.pinfl, fullname: visitor.fullname, birth_date: visitor.birth_date, gender: visitor.gender },
      documents: [{ number: visitor.document, issued_by: 'IIB', issued_on, expires_on: daysAfter(issued_on, 3_652) }],
      phones: [
        { phone: visitor.phones[0], owner: 'self', relation: null },
        { phone: visitor.phones[1], owner: 'relative', relation: visitor.gender === 'male' ? 'xotini' : 'eri' },
      ],
      ...{ region_id, village_id, street: visitor.street, workplace_id: among(workplaces, visitor.workplace) },
      ...{ position: visitor.position, works_since: daysAfter(today, -300 - ((visitor.place * 53) % 3_900)) },
      ...{ salary: visitor.salary, payday: visitor.payday, photo_id: photo.id, consent: true, doubles_checked: true },
    };
    const { data } = await call(desk, seller, client.calls.create, {
      body: body as unknown as DirectoryBody<typeof client>,
    });
    this.#clients.set(visitor.pinfl, data.id);
    return data.id;
  }

  /** @returns whether the person may buy by instalments */
  async #score(visitor: Visitor, deal: Deal, goods: number, first_payment: number): Promise<boolean> {
    const { specialist } = this.#chain;
    const desk = this.#desk(visitor.branch);
    const { pinfl, document, fullname, birth_date } = visitor;
    const { data } = await call(desk, specialist, scoringRunCreate, {
      body: {
        ...{ pinfl, document, fullname, birth_date, consent: true },
        ...{ goods, first_payment, term: deal.term, guarantor: false },
      },
    });
    if (data.refused['run.start'] !== undefined) return false;
    const params = { id: data.id };
    tick(desk, 1);
    await call(desk, specialist, scoringRunStart, { params });
    await collect(desk.db, data.id, desk.clock.now);
    const { rows } = await sql<{ decision: string | null; credit_limit: number }>`
      SELECT decision, credit_limit FROM scoring_run WHERE id = ${data.id}`.execute(desk.db.kysely);
    const { decision = null, credit_limit = 0 } = rows[0] ?? {};
    if (decision !== 'manual') return decision === 'approved';
    tick(desk, 8);
    const approve = new Random(`${deal.seed} koʻrik`).chance(0.7);
    await call(desk, 'director', scoringRunReview, {
      params,
      body: {
        approve,
        limit: approve ? Math.round(Number(credit_limit) * 0.8) : null,
        comment: approve ? 'Ish joyiga qoʻngʻiroq qilindi, daromadi tasdiqlandi.' : 'Ish joyi tasdiqlanmadi.',
      },
    });
    return approve;
  }

  async #buy(day: string, visitor: Visitor, deal: Deal): Promise<void> {
    const desk = this.#desk(visitor.branch);
    const { db, clock } = desk;
    const shop = this.#shop(visitor.branch);
    const client_id = await this.#clientOf(visitor);
    await checkIncome(desk, this.#chain.specialist, visitor);
    const random = new Random(deal.seed);
    const seller = random.pick(shop.sellers);
    const chosen = deal.goods.map((share) => among(this.#chain.goods, share));
    const { rows: prices } = await sql<{ id: number; price: number }>`
      SELECT DISTINCT ON (product_variant_id) product_variant_id AS id, price::float8 AS price FROM price
      WHERE product_variant_id = ANY (${chosen.map(({ id }) => id)}::integer[]) AND valid_from <= ${clock.now}
      ORDER BY product_variant_id, valid_from DESC, id DESC`.execute(db.kysely);
    const lines = prices.map(({ id, price }) => ({
      ...{ product_variant_id: id, price },
      qty: chosen.filter((one) => one.id === id).length,
    }));
    const goods = lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
    const first_payment = Math.ceil((goods * deal.share) / 10_000) * 10_000;
    tick(desk, 2);
    if (shop.scores && !(await this.#score(visitor, deal, goods, first_payment))) return;
    tick(desk, 3);
    const { data: order } = await call(desk, seller, orderCreate, {
      body: { client_id, warehouse_id: shop.warehouse, lines, reserve: true },
    });
    if (deal.fate === 'order expired') return;
    tick(desk, 3);
    const changed = { body: { reason: 'Mijoz boshqa tovar tanladi' } };
    if (deal.fate === 'order cancelled') {
      await call(desk, seller, orderCancel, { params: { id: order.id }, ...changed });
      return;
    }
    if ((await verificationOf(db.kysely, client_id, day)) === null) await identify(desk, seller, client_id);
    const { data: draft } = await call(desk, seller, contractCreate, {
      body: { order_id: order.id, first_payment, term: deal.term, payment_day: deal.paymentDay },
    });
    const params = { id: draft.id };
    tick(desk, 2);
    // what is over a limit or asks for a guarantor is not sold to this client
    if (draft.conditions.some(({ holds }) => !holds)) {
      await call(desk, shop.manager, contractCancel, { params, body: { reason: 'Limit yetmadi' } });
      await call(desk, seller, orderCancel, { params: { id: order.id }, ...changed });
      return;
    }
    const { data: contract } = await call(desk, seller, contractSign, { params });
    if (deal.fate === 'unpaid') return;
    const bought: Bought = { id: contract.id, client: client_id, visitor, deal };
    tick(desk, 3);
    await this.#pay(day, bought, first_payment, random);
    tick(desk, 9);
    if (deal.fate === 'called off') {
      await call(desk, shop.manager, contractCancel, { params, body: { reason: 'Mijoz fikridan qaytdi' } });
      return;
    }
    const dues = contract.instalments.filter(({ number }) => number > 0).map(({ due }) => due);
    if (random.chance(0.75)) await this.#handOver(bought);
    else this.#put(daysAfter(day, 1), bought, { what: 'handOver' });
    this.#plan(bought, day, dues, day);
  }

  async #handOver({ id, visitor }: Bought): Promise<void> {
    const desk = this.#desk(visitor.branch);
    const { keeper, warehouse } = this.#shop(visitor.branch);
    const { kysely } = desk.db;
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM product_delivery WHERE contract_id = ${id} AND cancelled_at IS NULL`.execute(kysely);
    const params = { id: rows[0]?.id ?? 0 };
    await call(desk, keeper, outputPick, { params });
    const { rows: lines } = await sql<{ variant: number; qty: number; barcode: string | null; serial: boolean }>`
      SELECT l.product_variant_id AS variant, l.qty, v.barcode, v.is_serial_number AS serial
      FROM contract_line l JOIN product_variant v ON v.id = l.product_variant_id WHERE l.contract_id = ${id}
      ORDER BY l.id`.execute(kysely);
    for (const { variant, qty, barcode, serial } of lines) {
      const { rows: units } = await sql<{ code: string }>`
        SELECT s.serial_number AS code FROM serial_number s JOIN stock_batch b ON b.id = s.batch_id
        WHERE ${serial} AND s.warehouse_id = ${warehouse} AND s.product_variant_id = ${variant} AND s.state = 'in_stock'
          AND NOT EXISTS (SELECT FROM reservation r WHERE r.serial_id = s.id AND r.ended_at IS NULL)
        ORDER BY b.received_at, s.id LIMIT ${qty}`.execute(kysely);
      for (let one = 0; one < qty; one += 1) {
        tick(desk, 1);
        await call(desk, keeper, outputScan, { params, body: { code: (serial ? units[one]?.code : barcode) ?? '' } });
      }
    }
    tick(desk, 1);
    const { signatures } = this.#chain;
    const picture = among(signatures, (visitor.place % signatures.length) / signatures.length);
    await call(desk, keeper, outputHandOver, { params, form: { signature: picture } });
  }

  async #pay(day: string, { id, client: client_id, visitor }: Bought, amount: number, random: Random): Promise<void> {
    const desk = this.#desk(visitor.branch);
    const { cashier, organization, ...accounts } = this.#shop(visitor.branch);
    const channel: Channel = random.chance(0.34) ? 'terminal' : 'cash';
    // notes of fifty thousand, now and then
    const tendered = channel === 'cash' && random.chance(0.4) ? Math.ceil(amount / 50_000) * 50_000 : amount;
    const mark = await markOf(desk.db.kysely, { clientId: client_id, organizationId: organization }, day);
    await call(desk, cashier, cashDocumentPay, {
      body: {
        ...{ client_id, contract_ids: [id], channel, cash_account_id: accounts[channel] },
        ...{ amount, tendered, mark },
      },
    });
  }

  async #act(day: string, bought: Bought, act: Act | { readonly what: 'handOver' }): Promise<void> {
    const desk = this.#desk(bought.visitor.branch);
    if (act.what === 'handOver') return this.#handOver(bought);
    if (act.what === 'reverse') {
      const { rows: payments } = await sql<{ id: number | null }>`
        SELECT max(m.id) AS id FROM cash_document m JOIN cash_document_contract k ON k.cash_document_id = m.id
        JOIN document d ON d.id = m.id
        WHERE k.contract_id = ${bought.id} AND m.type = 'payment' AND d.status = 'confirmed'`.execute(desk.db.kysely);
      const id = payments[0]?.id ?? null;
      if (id === null) return;
      const { data } = await call(desk, 'accountant', cashDocumentReversal, { params: { id } });
      const body = { reason: 'Boshqa mijozning puli kiritilgan', mark: data.mark };
      await call(desk, 'accountant', cashDocumentReverse, { params: { id }, body });
      return;
    }
    const { rows } = await sql<{ left: number }>`
      SELECT sum(i.amount - i.paid) FILTER (WHERE ${act.what === 'payAll'} OR i.number <= ${act.what === 'pay' ? act.upTo : 0})
        - coalesce((SELECT sum(b.prepaid) FROM client_balance b WHERE b.contract_id = c.id), 0) AS left
      FROM contract c JOIN document d ON d.id = c.id AND d.status = 'active' JOIN instalment i ON i.contract_id = c.id
      WHERE c.id = ${bought.id} GROUP BY c.id`.execute(desk.db.kysely);
    const left = Number(rows[0]?.left ?? 0);
    if (left <= 0) return;
    const amount = act.what === 'pay' && act.part ? Math.ceil(left / 2 / 1_000) * 1_000 : left;
    await this.#pay(day, bought, amount, new Random(`${bought.deal.seed} ${act.on}`));
  }
}

/** Every organization stands on the day; days of the past are open during the replay only (`backToToday`). */
async function openDay({ db }: Desk, date: string): Promise<void> {
  await db.tx(async (trx) => {
    await sql`UPDATE practice_day SET status = 'closed' WHERE status = 'open'`.execute(trx);
    await sql`UPDATE practice_day SET status = 'open' WHERE date = ${date}`.execute(trx);
  });
}

export async function replayYear(desk: Desk, options: YearOptions): Promise<void> {
  const year = new Year(await chainOf(desk), options);
  const start = Math.round((Date.parse(options.from) - Date.parse(options.first)) / 86_400_000);
  const end = Math.round((Date.parse(options.to) - Date.parse(options.first)) / 86_400_000);
  if (start > 0) await year.resume(start);
  for (let at = start; at <= end; at += 1) {
    await year.day(at);
    options.onDay?.(daysAfter(options.first, at));
  }
}

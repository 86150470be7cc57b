/**
 * Contracts of Chilonzor whose goods were handed over in the last months, with payments on time, late, ahead and reversed.
 * Contracts stand as their signing left them, with their goods kept; what money does comes from the calls of the cash desk,
 * and the goods leave by those of the storekeeper.
 */
import { type Kysely, sql } from 'kysely';
import {
  cashDocumentCreate,
  cashDocumentPay,
  cashDocumentReversal,
  cashDocumentReverse,
  clientDesk,
} from '../../contract/cashDocuments.ts';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { outputHandOver, outputPick, outputScan } from '../../contract/outputs.ts';
import { scheduleOf, type Terms } from '../../contract/sale/schedule.ts';
import type { Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { createDocument } from '../documents/documents.ts';
import { tashkentDay } from '../http/days.ts';
import { appendLogs, type LogRow } from '../lifecycle/stages.ts';
import { keepGoods } from '../orders/reservations.ts';
import { openOutput } from '../outputs/waiting.ts';
import { offsetDue } from '../sale/offsets.ts';
import { daysBefore } from './columns.ts';
import { call, DAY, type Desk, HOUR, identify, later, personOf, type Replay, standOn } from './desk.ts';
import { signature } from './sealImages.ts';

const BRANCH = 'CHL';

type Step =
  | readonly [daysAgo: number, what: 'handOver']
  | readonly [daysAgo: number, what: 'pay', sum: number, tendered?: number, channel?: 'cash' | 'terminal']
  /** The payment before it. */
  | readonly [daysAgo: number, what: 'reverse', reason: string]
  | readonly [daysAgo: number, what: 'putAside', sum: number]
  /** A certificate as of that day, issued unless it is left a draft. */
  | readonly [daysAgo: number, what: 'certify', statement: 'paid' | 'debt' | 'schedule', draft?: true];

interface Plan {
  /** Of the clients, in the order of their ids; goods follow from it. */
  readonly client: number;
  /** Of a buyer who was not there from the beginning. */
  readonly pinfl?: string;
  readonly signedAgo: number;
  readonly goods: number;
  readonly firstPayment: number;
  readonly term: number;
  /** No goods are kept for it: an error that the checks of contracts find (`contractErrors.ts`). */
  readonly unkept?: true;
  /** Days after the signing on which the first instalment is due, at least. */
  readonly steps: readonly Step[];
}

const M = 1_000_000;
const PLANS: readonly Plan[] = [
  {
    ...{ client: 1, signedAgo: 112, goods: 3.6 * M, firstPayment: 720_000, term: 6 },
    steps: [
      [112, 'pay', 720_000],
      [111, 'handOver'],
      [80, 'pay', 600_000],
      [50, 'pay', 600_000, 700_000],
      [20, 'pay', 600_000],
    ],
  },
  {
    ...{ client: 2, signedAgo: 110, goods: 5.2 * M, firstPayment: 1.1 * M, term: 12 },
    steps: [
      [110, 'pay', 1.1 * M, 1.5 * M],
      [109, 'handOver'],
      [60, 'pay', 300_000],
      [21, 'certify', 'debt'],
    ],
  },
  {
    ...{ client: 3, signedAgo: 96, goods: 2.4 * M, firstPayment: 500_000, term: 6 },
    steps: [
      [96, 'pay', 500_000, undefined, 'terminal'],
      [95, 'handOver'],
      [70, 'pay', 1.2 * M, undefined, 'terminal'],
    ],
  },
  {
    ...{ client: 4, signedAgo: 88, goods: 1.5 * M, firstPayment: 300_000, term: 3 },
    steps: [
      [88, 'pay', 300_000],
      [87, 'handOver'],
      [58, 'pay', 460_000],
      [57, 'reverse', 'Boshqa mijozning puli kiritilgan'],
      [40, 'pay', 460_000],
    ],
  },
  {
    ...{ client: 5, signedAgo: 84, goods: 980_000, firstPayment: 200_000, term: 3 },
    steps: [
      [84, 'pay', 200_000],
      [83, 'handOver'],
      [55, 'pay', 897_000, 900_000],
      [54, 'certify', 'paid'],
    ],
  },
  {
    ...{ client: 6, signedAgo: 75, goods: 7.9 * M, firstPayment: 1.6 * M, term: 12 },
    steps: [
      [75, 'pay', 1.6 * M],
      [74, 'handOver'],
      [45, 'pay', 727_000],
      [12, 'pay', 727_000],
      [11, 'certify', 'schedule'],
    ],
  },
  {
    ...{ client: 6, signedAgo: 40, goods: 1.2 * M, firstPayment: 240_000, term: 6 },
    steps: [
      [40, 'pay', 240_000],
      [39, 'handOver'],
    ],
  },
  {
    ...{ client: 7, signedAgo: 66, goods: 4.4 * M, firstPayment: 900_000, term: 6 },
    steps: [
      [66, 'pay', 900_000],
      [65, 'handOver'],
    ],
  },
  {
    ...{ client: 8, signedAgo: 58, goods: 2.1 * M, firstPayment: 0, term: 3 },
    steps: [
      [58, 'handOver'],
      [30, 'pay', 800_000],
      [5, 'pay', 100_000],
    ],
  },
  {
    ...{ client: 9, signedAgo: 33, goods: 3.3 * M, firstPayment: 660_000, term: 12 },
    steps: [
      [33, 'pay', 660_000],
      [32, 'handOver'],
      [3, 'pay', 500_000],
      [1, 'certify', 'debt', true],
    ],
  },
  {
    ...{ client: 10, signedAgo: 6, goods: 2.7 * M, firstPayment: 540_000, term: 6, unkept: true },
    steps: [[5, 'pay', 540_000]],
  },
  {
    ...{ client: 11, signedAgo: 2, goods: 1.8 * M, firstPayment: 360_000, term: 6, unkept: true },
    steps: [
      [1, 'pay', 150_000],
      [0, 'putAside', 210_000],
    ],
  },
];

/** Markup by months, as the terms of sale of the demo have it. */
const markupOf = (term: number): number => (term <= 3 ? 15 : term <= 6 ? 25 : 38.5);

interface Made {
  readonly contract: number;
  readonly client: number;
  readonly organization: number;
  /** Of its product. */
  readonly barcode: string;
}

async function buyerOf(db: Kysely<Schema>, { client, pinfl }: Plan): Promise<number> {
  if (pinfl !== undefined) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM client WHERE pinfl = ${pinfl}`.execute(db);
    return rows[0]?.id ?? 0;
  }
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM client WHERE active ORDER BY id OFFSET ${client} LIMIT 1`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A signed contract over an order of one product, with the log of both. */
async function sign(trx: Trx, now: Date, seller: number, plan: Plan): Promise<Made> {
  const { rows } = await sql<{
    organization: number;
    warehouse: number;
    client: number;
    variant: number;
    title: string;
    barcode: string;
  }>`
    SELECT o.id AS organization, w.id AS warehouse, ${await buyerOf(trx, plan)}::integer AS client, g.*
    FROM organization o JOIN warehouse_list w ON w.organization_id = o.id AND w.kind = 'shop'
    CROSS JOIN LATERAL (SELECT v.id AS variant, v.title, v.barcode
      FROM stock_balance b JOIN product_variant v ON v.id = b.product_variant_id
      WHERE b.warehouse_id = w.id AND b.qty > 2 AND v.active AND v.barcode IS NOT NULL AND NOT v.is_serial_number
        AND NOT EXISTS (SELECT FROM product_lock k WHERE k.variant_id = v.id AND k.status = 'locked')
      ORDER BY v.id OFFSET ${plan.client * 7} LIMIT 1) g
    WHERE o.code = ${BRANCH}`.execute(trx);
  const { organization, warehouse, client, variant, title, barcode } = rows[0] as (typeof rows)[number];
  const day = tashkentDay(now);
  const { goods, firstPayment, term } = plan;
  const paymentDay = Math.min(28, Number(daysBefore(day, -25).slice(8)));
  const terms: Terms = { goods, firstPayment, term, markup: markupOf(term), paymentDay };
  const { total, instalments } = scheduleOf(terms, day);
  const made = { organizationId: organization, userId: seller, now, numberedOn: now };
  const order = await createDocument(trx, { ...made, kind: 'sale_order', status: 'converted' });
  await sql`INSERT INTO sale_order (id, client_id, warehouse_id, total) VALUES (${order.id}, ${client}, ${warehouse}, ${goods})`.execute(
    trx,
  );
  await sql`INSERT INTO sale_order_line (sale_order_id, product_variant_id, qty, price) VALUES (${order.id}, ${variant}, 1, ${goods})`.execute(
    trx,
  );
  // without a first payment the goods may leave at once (areas 3.1)
  const awaits = firstPayment === 0;
  const { id } = await createDocument(trx, {
    ...{ ...made, kind: 'contract', status: awaits ? 'awaiting_handover' : 'signed' },
  });
  await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods, first_payment,
      term, markup, total, payment_day)
    VALUES (${id}, ${client}, ${order.id}, ${seller}, ${warehouse}, ${day}, ${now}, ${goods}, ${firstPayment}, ${term},
      ${terms.markup}, ${total}, ${paymentDay})`.execute(trx);
  await sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price) VALUES (${id}, ${variant}, 1, ${goods})`.execute(
    trx,
  );
  const rest = instalments.map(({ number, due, amount }) => ({ number, due, amount }));
  for (const { number, due, amount } of [{ number: 0, due: day, amount: firstPayment }, ...rest])
    await sql`INSERT INTO instalment (contract_id, number, due, amount) VALUES (${id}, ${number}, ${due}, ${amount})`.execute(
      trx,
    );
  if (!plan.unkept)
    await keepGoods(trx, {
      ...{ documentId: id, warehouseId: warehouse, until: null, now },
      lines: [{ product_variant_id: variant, title, serial: null, qty: 1 }],
    });
  const line = (machine: string, document: number, event: string, before: string | null, after: string): LogRow => ({
    ...{
      log: 'event_log',
      kind: machine,
      machine,
      id: document,
      event,
      before,
      after,
      payload: {},
      userId: seller,
      now,
    },
  });
  await appendLogs(trx, [
    line('saleOrder', order.id, 'order.create', null, 'draft'),
    line('saleOrder', order.id, 'order.reserve', 'draft', 'reserved'),
    line('contract', id, 'contract.create', null, 'draft'),
    line('contract', id, 'contract.sign', 'draft', 'signed'),
    line('saleOrder', order.id, 'order.convert', 'reserved', 'converted'),
    ...(awaits
      ? [{ ...line('contract', id, 'firstPayment.receive', 'signed', 'awaiting_handover'), userId: null }]
      : []),
  ]);
  if (awaits) await openOutput({ db: trx, now }, { id, organizationId: organization, warehouseId: warehouse });
  return { contract: id, client, organization, barcode };
}

/** The day begins as it does on the server: what is prepaid pays what has become due. */
async function beginDay(desk: Desk): Promise<void> {
  await standOn(desk, BRANCH);
  await offsetDue(desk.db, undefined, () => desk.clock.now);
}

/** The storekeeper hands over what waits for the contract. */
async function handOver(desk: Desk, { contract, barcode }: Made): Promise<void> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM product_delivery
    WHERE contract_id = ${contract} AND cancelled_at IS NULL`.execute(desk.db.kysely);
  const params = { id: rows[0]?.id ?? 0 };
  await call(desk, 'storekeeper', outputPick, { params });
  later(desk, 2);
  await call(desk, 'storekeeper', outputScan, { params, body: { code: barcode } });
  later(desk, 3);
  const picture = new File([new Uint8Array(signature(contract % 7))], 'imzo.png', { type: 'image/png' });
  await call(desk, 'storekeeper', outputHandOver, { params, form: { signature: picture } });
}

async function take(desk: Desk, made: Made, step: Step, last: number): Promise<number> {
  const [, what] = step;
  const { contract, client, organization } = made;
  if (what === 'handOver') {
    await handOver(desk, made);
    return last;
  }
  if (what === 'reverse') {
    const { data } = await call(desk, 'accountant', cashDocumentReversal, { params: { id: last } });
    const body = { reason: step[2], mark: data.mark };
    await call(desk, 'accountant', cashDocumentReverse, { params: { id: last }, body });
    return last;
  }
  if (what === 'certify') {
    const body = { contract_id: contract, statement: step[2], as_of: tashkentDay(desk.clock.now) };
    const { data } = await call(desk, 'accountant', paymentCertificate.calls.create, { body });
    if (step[3]) return last;
    later(desk, 3);
    const issue = { params: { id: data.id }, body: {} };
    await call(desk, 'accountant', paymentCertificate.steps['certificate.issue'] as never, issue as never);
    return last;
  }
  const { data } = await call(desk, 'cashier', clientDesk, { query: { client_id: client } });
  const own = data.desks.find((one) => one.organization.id === organization);
  const channel = (what === 'pay' && step[4]) || 'cash';
  const account = own?.accounts.find(({ kind }) => kind === channel)?.id ?? 0;
  const body = { client_id: client, contract_ids: [contract], channel, cash_account_id: account, amount: step[2] };
  if (what === 'putAside') return (await call(desk, 'cashier', cashDocumentCreate, { body })).data.id;
  const tendered = step[3];
  const counted = { ...body, mark: own?.mark ?? '', ...(tendered !== undefined && { tendered }) };
  return (await call(desk, 'cashier', cashDocumentPay, { body: counted })).data.id;
}

export const paymentReplays = async (desk: Desk): Promise<Replay[]> =>
  PLANS.flatMap((plan, place) => saleReplays(desk, plan, place));

/** A sale from its signing to the last of its steps. @param place so many minutes later than others of the same hour */
export function saleReplays(desk: Desk, plan: Plan, place = 0): Replay[] {
  let made: Made | undefined;
  let last = 0;
  const at = (daysAgo: number, hours: number) =>
    new Date(Math.min(Date.now() - HOUR, Date.now() - daysAgo * DAY - hours * HOUR) + place * 60_000);
  return [
    {
      at: at(plan.signedAgo, 4),
      run: async () => {
        await beginDay(desk);
        const { id: seller } = await personOf(desk, 'seller');
        await identify(desk, 'director', await buyerOf(desk.db.kysely, plan));
        later(desk, 3);
        made = await desk.db.tx((trx) => sign(trx, desk.clock.now, seller, plan));
      },
    },
    ...plan.steps.map(
      (step): Replay => ({
        at: at(step[0], 2),
        run: async () => {
          await beginDay(desk);
          later(desk, 5);
          if (made !== undefined) last = await take(desk, made, step, last);
        },
      }),
    ),
  ];
}

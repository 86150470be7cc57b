/**
 * Goods set aside in a fund (areas 4.11 `/fond-products`, P1): what a request must say of the goods, what another person's
 * approval does, and whose warehouses it is about. Steps by state and person: `unblockRequests.test.ts`, the same chart.
 */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { myDay } from '../../contract/day.ts';
import { fondProduct } from '../../contract/directories/fondProduct.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { importTakeBack } from '../../contract/imports.ts';
import { sheetOfDirectory } from '../../contract/sheet.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { recordRow } from '../../src/directory/sheet/values.ts';
import { importsOf, type Line, faultsOf as sheetFaultsOf } from './importKit.ts';
import { keysOf } from './listedRefusals.ts';
import { exportOf, readAgain } from './sheetKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PHONE, stockIn, withServer } from './world.ts';

const server = withServer();
const { check, write } = importsOf(server);
const { calls } = fondProduct;
const [send, approve, refuse] = ['send', 'approve', 'refuse'].map((verb) => fondProduct.steps[`request.${verb}`]) as [
  Step,
  Step,
  Step,
];
type Step = (typeof fondProduct.steps)[string];
const kysely = () => server.current.db.kysely;
const day = (days: number) => daysAfter(tashkentDay(new Date()), days);

const warehouses = new Map<number, number>();
const warehouse = (organization = ORGANIZATION) => warehouses.get(organization) as number;
/** Goods without serial numbers that only these tests receive: ten in the shop of each organization. */
let BULK = 0;
const IMEI = '356938035643809';

const bulk = (more: object = {}) => ({
  ...{ variant_id: BULK, quantity: 2, warehouse_id: warehouse(), fund: 'slow', price: 90_000, held_from: day(0) },
  ...{ reason: 'Uch oydan beri turibdi' },
  ...more,
});
const unit = (more: object = {}) =>
  bulk({ variant_id: PHONE, serial: 'FOND-1', quantity: 1, fund: 'showcase', ...more });

const make = (body: object, who: PersonName = 'director') =>
  server.current.call(who, calls.create, { body: body as never });
const made = async (body: object, who: PersonName = 'director') =>
  (await server.current.do(who, calls.create, { body: body as never })).data;
const take = (who: PersonName, step: Step, id: number, asked: object = {}) =>
  server.current.call(who, step, { params: { id }, ...asked } as never);
const look = async (id: number, who: PersonName = 'director') =>
  (await server.current.do(who, calls.show, { params: { id } })).data;
/** A request that the director writes and the accountant approves. */
async function approved(body: object) {
  const { id } = await made(body);
  expect((await take('director', send, id)).status).toBe(200);
  const answer = await take('accountant', approve, id);
  expect(answer.status).toBe(200);
  return look(id);
}
const faultsOf = async (body: object, who: PersonName = 'director') => {
  const { status, error } = await make(body, who);
  return [status, Object.fromEntries(Object.entries(error?.errors ?? {}).map(([field, [words]]) => [field, words]))];
};

beforeAll(async () => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    SELECT id, organization_id FROM warehouse_list WHERE kind = 'shop'`.execute(kysely());
  for (const { id, organization_id } of rows) warehouses.set(organization_id, id);
  await server.current.db.tx(async (trx) => {
    const { rows: made } = await sql<{ id: number }>`
      INSERT INTO product_variant (product_id, title, sku, is_serial_number)
      SELECT id, 'Fond uchun choynak', 'FOND-SKU', false FROM product ORDER BY id LIMIT 1 RETURNING id`.execute(trx);
    BULK = made[0]?.id as number;
    for (const organization of [ORGANIZATION, OTHER_ORGANIZATION])
      await stockIn(trx, organization, warehouse(organization), { lines: [{ variantId: BULK, qty: 10 }] });
    await stockIn(trx, ORGANIZATION, warehouse(), {
      lines: [{ variantId: PHONE, qty: 2, serials: ['FOND-1', 'FOND-2'] }],
    });
    await sql`INSERT INTO serial_code (serial_id, code, kind, in_stock)
      SELECT id, ${IMEI}, 'imei', true FROM serial_number WHERE serial_number = 'FOND-1'`.execute(trx);
    await trx
      .insertInto('user_rule')
      .values(
        (
          [
            ['accountant', 'show'],
            ['accountant', 'allshow'],
            ['accountant', 'confirm'],
            ['keeper', 'show'],
            ['keeper', 'edit'],
          ] as const
        ).map(([who, action]) => ({
          ...{ user_id: PEOPLE[who].id, resource: 'product_variant_detail', action, granted: true, until: null },
        })),
      )
      .onConflict((row) => row.doNothing())
      .execute();
  });
});

describe('what a request says of the goods', () => {
  it('waits for who approves it with its first day, its warehouse and its price', async () => {
    const { id } = await made(bulk({ held_from: day(3) }));
    await take('director', send, id);
    const { queue } = (await server.current.do('accountant', myDay)).data;
    const { warehouse: where } = await look(id);
    expect(queue.find((one) => one.kind === 'fondProduct' && one.id === id)).toMatchObject({
      ...{ name: 'Fond uchun choynak', about: `${day(3).split('-').reverse().join('.')} · ${where.title}` },
      sums: { UZS: 90_000 },
    });
  });

  it.each([
    ['a unit without its number', { serial: null }, 'serial', 'qaysi dona'],
    ['a number that the goods have not', { serial: 'FOND-9' }, 'serial', 'bunday seriya raqami yoʻq'],
    ['a unit of another warehouse', { warehouse: OTHER_ORGANIZATION }, 'serial', 'tanlangan omborda emas'],
    ['two of one unit', { quantity: 2 }, 'quantity', 'bittadan'],
  ])('%s', async (_, { warehouse: of, ...more }: { warehouse?: number; [field: string]: unknown }, field, words) => {
    const [status, faults] = await faultsOf(unit({ ...more, ...(of && { warehouse_id: warehouse(of) }) }));
    expect([status, Object.keys(faults as object)]).toEqual([422, [field]]);
    expect((faults as Record<string, string>)[field]).toContain(words);
  });

  it.each([
    ['a serial number of goods that have none', { serial: 'X-1' }, 'serial', 'seriya raqami yoʻq'],
    ['more than lie there', { quantity: 11 }, 'quantity', '10 dona'],
    ['a day that is over', { held_from: day(-1) }, 'held_from', 'oʻtib ketgan'],
    ['a last day before the first', { held_from: day(3), held_to: day(2) }, 'held_to', 'oldin tugamaydi'],
    ['a price of nothing', { price: 0 }, 'price', ''],
    ['a fund that there is not', { fund: 'secret' }, 'fund', ''],
  ])('%s', async (_, more, field, words) => {
    const [status, faults] = await faultsOf(bulk(more));
    expect([status, Object.keys(faults as object)]).toEqual([422, [field]]);
    expect((faults as Record<string, string>)[field]).toContain(words);
  });

  it('all that lie there may be set aside, and one unit by its IMEI, written any way', async () => {
    expect((await made(bulk({ quantity: 10 }))).stock).toBe(10);
    const one = await made(unit({ serial: ` ${IMEI.slice(0, 8)} ${IMEI.slice(8)}` }));
    expect([one.serial, one.stock]).toEqual([IMEI, 1]);
    expect((await made(unit({ serial: 'fond-2' }))).serial).toBe('FOND-2');
  });

  it('who is no office person sets aside goods of the own branch alone, and sees no others', async () => {
    expect((await make(bulk(), 'keeper')).status).toBe(200);
    expect(await faultsOf(bulk({ warehouse_id: warehouse(OTHER_ORGANIZATION) }), 'keeper')).toEqual([
      422,
      { warehouse_id: expect.any(String) },
    ]);
    const { id } = await made(bulk({ warehouse_id: warehouse(OTHER_ORGANIZATION) }));
    expect((await server.current.call('keeper', calls.show, { params: { id } })).status).toBe(404);
    const { data } = await server.current.do('keeper', calls.index, { query: { per_page: 100 } });
    expect(data.length).toBeGreaterThan(0);
    expect(data.some((row) => row.id === id)).toBe(false);
    expect((await look(id, 'accountant')).id).toBe(id);
  });
});

it('is changed by who wrote it while it is a draft, taken back after it was sent, and given up', async () => {
  const [withdraw, cancel] = ['withdraw', 'cancel'].map((verb) => fondProduct.steps[`request.${verb}`]) as [Step, Step];
  const one = await made(bulk());
  const params = { id: one.id };
  const body = bulk({ price: 80_000 }) as never;
  expect((await server.current.call('keeper', calls.update, { params, body })).status).toBe(403);
  const changed = (await server.current.do('director', calls.update, { params, body, ifMatch: 1 } as never)).data;
  expect([changed.price, changed.version]).toEqual([80_000, 2]);
  await take('director', send, one.id);
  expect((await server.current.call('director', calls.update, { params, body })).status).toBe(409);
  expect((await take('keeper', withdraw, one.id)).status).toBe(403);
  expect((await take('director', withdraw, one.id)).status).toBe(200);
  expect((await take('director', cancel, one.id, { body: { reason: 'Kerak emas' } })).status).toBe(200);
  expect(await look(one.id)).toMatchObject({ status: 'cancelled', decision: 'Kerak emas', price: 80_000, version: 5 });
});

describe('another person approves it', () => {
  it('whoever wrote it does not; the history says who did', async () => {
    const { id } = await made(bulk({ fund: 'gift', quantity: 1 }));
    expect((await take('director', send, id)).status).toBe(200);
    expect((await take('director', approve, id)).status).toBe(403);
    expect((await take('keeper', approve, id)).status).toBe(403);
    expect((await take('accountant', approve, id)).status).toBe(200);
    const { data } = await server.current.do('director', calls.history, { params: { id } });
    expect(data.map(({ event, user, after }) => [event, user?.id, after.held_from, after.status])).toEqual([
      ['request.approve', PEOPLE.accountant.id, day(0), 'approved'],
      ['request.send', PEOPLE.director.id, undefined, 'sent'],
      ['request.create', PEOPLE.director.id, day(0), 'draft'],
    ]);
    const chosen = await server.current.do('director', calls.choices, { query: { per_page: 100 } });
    expect(chosen.data.map((one) => one.id)).toContain(id);
  });

  it('it begins with the day of the approval where the day that was asked for is over by then', async () => {
    const { id } = await made(bulk({ fund: 'gift', quantity: 1 }));
    await sql`UPDATE fond_product SET held_from = ${day(-5)} WHERE id = ${id}`.execute(kysely());
    await take('director', send, id);
    await take('accountant', approve, id);
    expect((await look(id)).held_from).toBe(day(0));
    const later = await approved(bulk({ fund: 'gift', quantity: 1, held_from: day(4) }));
    expect(later.held_from).toBe(day(4));
  });

  it('is refused with 409 where the term that was asked for is over, and where the goods have left since', async () => {
    const { id } = await made(bulk({ held_to: day(2) }));
    await sql`UPDATE fond_product SET held_from = ${day(-9)}, held_to = ${day(-1)} WHERE id = ${id}`.execute(kysely());
    const over = await take('director', send, id);
    expect([over.status, over.error.code]).toEqual([409, 'not_allowed_now']);
    expect(keysOf(over.error.message)).toEqual(['errors.fund_over']);

    const phone = await made(unit({ serial: 'FOND-2' }));
    await take('director', send, phone.id);
    await sql`UPDATE serial_number SET state = 'sold', warehouse_id = NULL WHERE serial_number = 'FOND-2'`.execute(
      kysely(),
    );
    const gone = await take('accountant', approve, phone.id);
    expect([gone.status, keysOf(gone.error.message)]).toEqual([409, ['errors.fund_goods_gone']]);
    expect((await look(phone.id)).status).toBe('sent');
    await take('accountant', refuse, phone.id, { body: { reason: 'Sotilgan' } });
    expect(await look(phone.id)).toMatchObject({ status: 'refused', decision: 'Sotilgan', stock: 0 });
  });

  it('of the same goods the one approved last holds from its first day on', async () => {
    const first = await approved(unit({ serial: 'FOND-1' }));
    const second = await approved(unit({ serial: IMEI, fund: 'defect', held_from: day(6) }));
    expect([(await look(first.id)).replaced_from, (await look(second.id)).replaced_from]).toEqual([day(6), null]);
    const pieces = await approved(bulk({ fund: 'showcase', quantity: 1, held_to: day(3) }));
    await approved(bulk({ fund: 'showcase', quantity: 3, held_from: day(4) }));
    await approved(bulk({ fund: 'defect', quantity: 1 }));
    expect((await look(pieces.id)).replaced_from).toBeNull();
  });

  it('funds of the same goods have no more together than lie in the warehouse', async () => {
    await sql`UPDATE fond_product SET held_to = ${day(-1)}, held_from = ${day(-1)}
      WHERE status = 'approved' AND variant_id = ${BULK}`.execute(kysely());
    await approved(bulk({ fund: 'slow', quantity: 6 }));
    expect(await faultsOf(bulk({ fund: 'defect', quantity: 5 }))).toEqual([
      422,
      { quantity: expect.stringContaining('4 dona') },
    ]);
    // the same fund is set anew
    expect((await approved(bulk({ fund: 'slow', quantity: 9 }))).quantity).toBe(9);
    const [five, four] = [
      await make(bulk({ fund: 'defect', quantity: 2 })),
      await made(bulk({ fund: 'defect', quantity: 1 })),
    ];
    expect(five.status).toBe(422);
    expect(four.quantity).toBe(1);
  });
});

describe('a file of requests', () => {
  const sheet = sheetOfDirectory(fondProduct as AnyDirectory);
  const columns = ['variant', 'quantity', 'warehouse', 'fund', 'price', 'held_from', 'reason'].map((part) => ({
    ...{ title: part, part },
  }));
  const into = (lines: readonly Line[], who?: PersonName) =>
    check(lines, { directory: 'fondProduct', columns, ...(who && { who }) });
  // a file names the warehouse, and shops of the test world are called alike
  const SHOP = 'Fond doʻkoni';
  beforeAll(() => kysely().updateTable('warehouse_list').set({ name: SHOP }).where('id', '=', warehouse()).execute());
  function row(quantity: number, reason: string) {
    return ['Fond uchun choynak', { n: String(quantity) }, SHOP, 'slow', { n: '90000' }, { d: day(1) }, reason];
  }

  it('that is its export untouched is 0 changes', async () => {
    await made(bulk({ reason: 'Eksport uchun' }));
    const { data } = await server.current.do('director', calls.index, { query: { per_page: 100 } as never });
    const found = await readAgain(
      server.current,
      sheet,
      exportOf(
        sheet,
        'uz',
        data.map((one) => recordRow(one as never)),
      ),
    );
    expect(found.figures).toMatchObject({ same: data.length, fresh: 0, changed: 0, bad: 0 });
  });

  it('makes drafts of who reads it in, each another one; what was not sent is given up when it is taken back', async () => {
    const found = await into([row(2, 'Fayldan bir'), row(3, 'Fayldan ikki'), row(90, 'Koʻp')]);
    expect(found.figures).toMatchObject({ fresh: 2, bad: 1 });
    expect(sheetFaultsOf(found).map(([part, rows]) => [part, rows])).toEqual([['quantity', '4']]);
    const { id } = await write(found.id, true);
    const drafts = async () =>
      (await server.current.do('director', calls.index, { query: { search: 'Fayldan', status: 'draft' } as never }))
        .data;
    const [one, two] = await drafts();
    expect([one?.author, two?.author]).toEqual(Array(2).fill(expect.objectContaining({ id: PEOPLE.director.id })));
    expect((await take('director', send, two?.id ?? 0)).status).toBe(200);
    const { data: back } = await server.current.do('director', importTakeBack, { params: { id } });
    expect([back.back, back.left.map(({ record, by }) => [record.id, by?.id])]).toEqual([
      1,
      [[two?.id, PEOPLE.director.id]],
    ]);
    expect((await look(one?.id ?? 0)).status).toBe('cancelled');
    expect((await look(two?.id ?? 0)).status).toBe('sent');
  });

  it('changes own drafts alone: neither those of others nor what was sent', async () => {
    const own = await made(bulk());
    const others = await made(bulk(), 'keeper');
    const sent = await made(bulk());
    await take('director', send, sent.id);
    const cells = row(2, 'Boshqa sabab');
    const at = (id: number, version: number) => ({ key: `${id}.${version}`, cells });
    const found = await into([at(own.id, 1), at(others.id, 1), at(sent.id, 2)]);
    expect(found.figures).toMatchObject({ changed: 1, bad: 2 });
    await write(found.id, true);
    expect((await look(own.id)).reason).toBe('Boshqa sabab');
    expect((await look(others.id)).reason).toBe('Uch oydan beri turibdi');
  });
});

it('its list has the price of the price list beside that of the fund, and is closed to who has no right', async () => {
  await kysely()
    .insertInto('price')
    .values({ product_variant_id: BULK, price: 120_000, valid_from: new Date(Date.now() - 1000) })
    .execute();
  const { id } = await made(bulk({ fund: 'gift', quantity: 1, reason: 'Narxi boshqa' }));
  const { data } = await server.current.do('director', calls.index, {
    query: { search: 'Narxi boshqa', fund: 'gift' } as never,
  });
  expect(data.map((row) => [row.id, row.price, row.list_price])).toEqual([[id, 90_000, 120_000]]);
  for (const [call, options] of [
    [calls.index, {}],
    [calls.choices, {}],
    [calls.show, { params: { id } }],
    [calls.history, { params: { id } }],
    [calls.create, { body: bulk() }],
  ] as const)
    expect((await server.current.call('nobody', call as never, options as never)).status).toBe(403);
});

/**
 * The server that browser tests run against: the real app over the small world of the server tests, and beside it, on
 * another port that no user's server has, a control for what a test must be able to cause: a branch of its own, goods
 * that move, a token that ends.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { searchKey } from '../../contract/search.ts';
import { GRACE_MS } from '../../machines/testAttempt/groups.ts';
import { endDue } from '../../server/announcements/announcements.ts';
import { createApp } from '../../server/app.ts';
import { hashToken, newToken } from '../../server/http/auth.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { importTac } from '../../server/invoices/importTac.ts';
import { keyOf, setSecretKeys } from '../../server/secrets/keys.ts';
import { type ServedSetting, servedSettings } from '../../server/settings/serve.ts';
import { endDueTests } from '../../server/staffTests/authors.ts';
import { closeOverdue } from '../../server/staffTests/sittings.ts';
import { importCatalogue } from '../../server/stock/importCatalogue.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { owe } from '../../tests/server/debts.ts';
import { myidStep } from '../../tests/server/myidKit.ts';
import { serverStep, TWO_SOURCES, withModel } from '../../tests/server/scoringKit.ts';
import { writeResult, writeTest } from '../../tests/server/testKit.ts';
import { openWorld, PEOPLE, PHONE, stockIn } from '../../tests/server/world.ts';
import type { Branch, BranchWish, CatalogueWish, MoveWish, StaffTestWish } from './control.ts';
import { addSaleControls, type NewPerson } from './saleControls.ts';

const port = Number(process.env.E2E_PORT ?? 4273);
const staticDir = resolve('dist/client');
if (!existsSync(staticDir)) throw new Error('build the app first: npm run build');

setSecretKeys({ current: keyOf(randomBytes(32)) });
const { db, close } = await openWorld();
/** Everybody signs in with the one password. */
const { password_hash } = await db.kysely
  .selectFrom('app_user')
  .select('password_hash')
  .where('id', '=', 1)
  .executeTakeFirstOrThrow();
const app = createApp({
  database: db,
  production: false,
  staticDir,
  log: (level, message, extra) => {
    if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(extra)}\n`);
  },
  signInLimits: { perName: 1000, perAddress: 100_000 },
  outside: { allowPrivate: true },
});

/** Who works for every branch. */
const OFFICE: ReadonlySet<string> = new Set(['keeper', 'deputy', 'accountant', 'director']);

let branches = 0;

async function makeBranch(wish: BranchWish): Promise<Branch> {
  branches += 1;
  const tag = `${branches}`;
  const firstUser = 1000 + branches * 20;
  return db.tx(async (trx) => {
    const { id: organizationId } = await trx
      .insertInto('organization')
      .values({
        name: `${tag}-filial`,
        short_name: `${tag}-filial`,
        code: `B${tag}`,
        kind: 'branch',
        territory_id: 1,
        parent_id: null,
        address: null,
        phone: null,
        search_key: searchKey(`${tag}-filial`),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('practice_day')
      .values({ organization_id: organizationId, practice_month_id: 1, date: '2026-11-21', closed_at: null })
      .execute();
    const warehouses = await trx
      .insertInto('warehouse_list')
      .values(
        (['shop', 'main', 'transit'] as const).map((kind) => ({ organization_id: organizationId, name: kind, kind })),
      )
      .returning('id')
      .execute();
    const warehouseId = warehouses[0]?.id as number;

    const people: Branch['people'] = {} as Branch['people'];
    const roles = {
      keeper: 1,
      deputy: 2,
      counter1: 4,
      counter2: 5,
      counter3: 6,
      counter4: 4,
      newcomer: 9,
      purchaser: 10,
      accountant: 11,
      warehouseman: 12,
      director: 13,
    } as const;
    let userId = firstUser;
    for (const [role, like] of Object.entries(roles)) {
      userId += 1;
      people[role as keyof Branch['people']] = await addPerson(trx, { id: userId, role, like, tag, organizationId });
    }

    const products: Branch['products'] = [];
    for (let index = 1; index <= (wish.products ?? 0); index += 1) {
      const serial = index <= (wish.serials ?? 0);
      const title = `${serial ? 'Telefon' : 'Buyum'} ${tag}-${String(index).padStart(5, '0')}`;
      products.push({
        id: 0,
        title,
        sku: `B${tag}-${index}`,
        barcode: `2${tag.padStart(5, '0')}${String(index).padStart(7, '0')}`.slice(0, 13),
        serial,
        qty: serial ? 2 : 1 + (index % 7),
        serials: serial ? [`SN${tag}-${index}-1`, `SN${tag}-${index}-2`] : [],
      });
    }
    if (products.length > 0) {
      const product = await trx
        .insertInto('product')
        .values({ name: `Buyum ${tag}`, category_id: 1, brand_id: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (let at = 0; at < products.length; at += 2000) {
        const part = products.slice(at, at + 2000);
        const ids = await trx
          .insertInto('product_variant')
          .values(
            part.map((one) => ({
              product_id: product.id,
              title: one.title,
              sku: one.sku,
              barcode: one.barcode,
              is_serial_number: one.serial,
              imei_count: one.serial ? (wish.imeis ?? 0) : 0,
              search_key: searchKey(one.title),
            })),
          )
          .returning('id')
          .execute();
        part.forEach((one, index) => {
          one.id = ids[index]?.id as number;
        });
      }
    }
    await stockIn(trx, organizationId, warehouseId, {
      lines: [
        ...Array.from({ length: 12 }, (_, index) => index + 1).map((variantId) =>
          variantId < PHONE
            ? { variantId, qty: 10 }
            : { variantId, qty: 3, serials: [1, 2, 3].map((unit) => `SN-${organizationId}-${variantId}-${unit}`) },
        ),
        ...products.map((one) => ({
          variantId: one.id,
          qty: one.qty,
          ...(one.serial ? { serials: one.serials } : {}),
        })),
      ],
    });
    return { organizationId, organization: `${tag}-filial`, warehouseId, people, products };
  });
}

async function addPerson(
  trx: Parameters<Parameters<typeof db.tx>[0]>[0],
  { id, role, like, tag, organizationId }: NewPerson,
): Promise<Branch['people']['director']> {
  const model = Object.values(PEOPLE).find((person) => person.id === like);
  const username = `${role}-${tag}`;
  const fullname = `${role === 'counter4' ? 'Kamola Nazarova' : (model?.fullname ?? role)} ${tag}`;
  await trx
    .insertInto('app_user')
    .values({
      id,
      username,
      password_hash,
      password_expired: role === 'newcomer',
      fullname,
      phone: null,
      position_id: like,
      organization_id: organizationId,
      office: OFFICE.has(role),
      last_login: null,
      search_key: searchKey(fullname),
    })
    .execute();
  return { id, username, fullname, token: await giveToken(trx, id) };
}

async function giveToken(trx: Parameters<Parameters<typeof db.tx>[0]>[0], userId: number): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('session_token')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: new Date(Date.now() + 86_400_000),
      revoked_at: null,
      user_agent: 'e2e',
    })
    .execute();
  return token;
}

const control = new Hono();
// why, into the failing test's message
control.onError((error, c) => c.text(error.stack ?? error.message, 500));
control.post('/branch', async (c) => c.json(await makeBranch(await c.req.json<BranchWish>())));
control.post('/move', async (c) => {
  const wish = await c.req.json<MoveWish>();
  await db.tx(async (trx) => {
    await stockIn(trx, wish.organizationId, wish.warehouseId, { lines: wish.lines });
    const serials = wish.lines.flatMap(({ serials: own = [] }) => own);
    if (wish.came !== undefined)
      await sql`UPDATE stock_batch b SET received_at = ${`${wish.came}T10:00:00+05:00`}::timestamptz FROM serial_number s
        WHERE s.batch_id = b.id AND s.serial_number = ANY(${serials}::text[])`.execute(trx);
  });
  return c.json({});
});
control.post('/catalogue', async (c) => {
  const { organizationId, userId, csv, phones } = await c.req.json<CatalogueWish>();
  const content = Buffer.from(csv);
  const { bad, imported } = await importCatalogue(db, { organizationId, userId, content, fileName: 'royxat.csv' });
  if (bad.length > 0 || !imported) throw new Error(`not imported: ${JSON.stringify(bad.slice(0, 5))}`);
  await db.tx((trx) => trx.updateTable('product_variant').set({ imei_count: 1 }).where('sku', 'in', phones).execute());
  return c.json({});
});
control.post('/tac', async (c) => c.json(await importTac(db, Buffer.from((await c.req.json<{ csv: string }>()).csv))));
control.post('/ledger-check', async (c) => c.json(await checkLedgers(db)));
control.post('/owe', async (c) => {
  const { partner, entries } = await c.req.json<{ partner: string; entries: { currency: number; amount: number }[] }>();
  await db.tx(async (trx) => {
    const { id } = await trx.selectFrom('partner').select('id').where('name', '=', partner).executeTakeFirstOrThrow();
    await owe(
      trx,
      entries.map((entry) => ({ partner: id, firm: null, ...entry })),
    );
  });
  return c.json({});
});
control.post('/category', async (c) => {
  const { name } = await c.req.json<{ name: string }>();
  const made = await db.tx((trx) =>
    trx
      .insertInto('product_category')
      .values({ name_uz: name, name_ru: name, parent_id: null, search_key: searchKey(name) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return c.json(made);
});
control.post('/close-month', async (c) => {
  const { year, month } = await c.req.json<{ year: number; month: number }>();
  await db.tx((trx) =>
    trx
      .insertInto('practice_month')
      .values({ year, month, status: 'closed' })
      .onConflict((row) => row.columns(['year', 'month']).doUpdateSet({ status: 'closed' }))
      .execute(),
  );
  return c.json({});
});
control.post('/old-month', async (c) => {
  const { organizationId } = await c.req.json<{ organizationId: number }>();
  const year = 1900 + (organizationId % 100);
  const { id } = await db.tx(async (trx) => {
    const month = await trx
      .insertInto('practice_month')
      .values({ year, month: 3 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('practice_day')
      .values({
        organization_id: organizationId,
        practice_month_id: month.id,
        date: `${year}-03-10`,
        status: 'closed',
        closed_at: new Date(),
      })
      .execute();
    return month;
  });
  return c.json({ id, year });
});
const markups = () => servedSettings().find(({ setting }) => setting.spec.name === 'markupCategory') as ServedSetting;
control.post('/markup-day-comes', async (c) => {
  const { id } = await c.req.json<{ id: number }>();
  const now = new Date();
  await db.tx(async (trx) => {
    await trx
      .updateTable('markup_category')
      .set({ valid_from: tashkentDay(now) })
      .where('id', '=', id)
      .execute();
    await markups().startDue({ db: trx, now });
  });
  return c.json({});
});
control.post('/markup-ends', async (c) => {
  const { id } = await c.req.json<{ id: number }>();
  await db.tx((trx) => markups().revisions.takeDue({ db: trx, now: new Date() }, 'revision.end', sql`id = ${id}`));
  return c.json({});
});
control.post('/staff-test', async (c) => {
  const { organizationId, endsIn, ...wish } = await c.req.json<StaffTestWish>();
  const endsAt = endsIn === undefined ? null : new Date(Date.now() + endsIn * 60_000);
  return c.json({ id: await writeTest({ db }, { ...wish, endsAt, organizations: [organizationId] }) });
});
control.post('/staff-test-ends', async (c) => {
  const { id } = await c.req.json<{ id: number }>();
  const now = new Date();
  await db.tx(async (trx) => {
    await trx
      .updateTable('test')
      .set({ ends_at: new Date(now.getTime() - 1_000) })
      .where('id', '=', id)
      .execute();
    await endDueTests(trx, now);
  });
  return c.json({});
});
control.post('/test-result', async (c) => {
  const { attemptId, ago } = await c.req.json<{ attemptId: number; ago: number }>();
  await db.kysely.deleteFrom('test_result').where('attempt_id', '=', attemptId).execute();
  await writeResult({ db }, attemptId, { ago, left: 1 });
  return c.json({});
});
control.post('/time-passes', async (c) => {
  const { attemptId, milliseconds } = await c.req.json<{ attemptId: number; milliseconds: number }>();
  const earlier = sql`make_interval(secs => ${milliseconds / 1000})`;
  await sql`UPDATE test_attempt SET started_at = started_at - ${earlier}, deadline = deadline - ${earlier}
    WHERE id = ${attemptId}`.execute(db.kysely);
  await sql`UPDATE test_result SET created_at = created_at - ${earlier}, updated_at = updated_at - ${earlier}
    WHERE attempt_id = ${attemptId}`.execute(db.kysely);
  return c.json({});
});
control.post('/minutes-up', async (c) => {
  const { attemptId } = await c.req.json<{ attemptId: number }>();
  await db.tx((trx) =>
    trx
      .updateTable('test_attempt')
      .set({ deadline: new Date(Date.now() - GRACE_MS - 1_000) })
      .where('id', '=', attemptId)
      .where('status', '=', 'answering')
      .execute(),
  );
  await closeOverdue(db, new Date());
  return c.json({});
});
control.post('/announcement-ends', async (c) => {
  const { id } = await c.req.json<{ id: number }>();
  const now = new Date();
  await db.tx(async (trx) => {
    await trx
      .updateTable('announcement')
      .set({ to_at: new Date(now.getTime() - 1_000) })
      .where('id', '=', id)
      .execute();
    await endDue(trx, now);
  });
  return c.json({});
});
addSaleControls(control, db, addPerson);
let model: Promise<number> | undefined;
control.post('/scoring-model', async (c) => {
  model ??= withModel(db, TWO_SOURCES);
  return c.json({ id: await model });
});
control.post('/scoring-step', async (c) => {
  const { id, verb } = await c.req.json<{ id: number; verb: string }>();
  await serverStep(db, id, verb);
  return c.json({});
});
control.post('/myid-step', async (c) => {
  const { id, verb } = await c.req.json<{ id: number; verb: string }>();
  await myidStep(db, id, verb);
  return c.json({});
});
control.post('/revoke', async (c) => {
  const { userId } = await c.req.json<{ userId: number }>();
  await db.tx((trx) =>
    trx.updateTable('session_token').set({ revoked_at: new Date() }).where('user_id', '=', userId).execute(),
  );
  return c.json({});
});
control.post('/expire-password', async (c) => {
  const { userId } = await c.req.json<{ userId: number }>();
  await db.tx((trx) => trx.updateTable('app_user').set({ password_expired: true }).where('id', '=', userId).execute());
  return c.json({});
});
control.post('/token', async (c) => {
  const { userId } = await c.req.json<{ userId: number }>();
  return c.json({ token: await db.tx((trx) => giveToken(trx, userId)) });
});
control.post('/stock', async (c) => {
  const { organizationId } = await c.req.json<{ organizationId: number }>();
  const rows = await db.kysely
    .selectFrom('stock_balance')
    .innerJoin('warehouse_list', 'warehouse_list.id', 'stock_balance.warehouse_id')
    .select(({ fn }) => ['product_variant_id', fn.sum<number>('qty').as('qty')])
    .where('organization_id', '=', organizationId)
    .groupBy('product_variant_id')
    .execute();
  const serials = await db.kysely
    .selectFrom('serial_number')
    .innerJoin('warehouse_list', 'warehouse_list.id', 'serial_number.warehouse_id')
    .select(['serial_number', 'product_variant_id'])
    .where('organization_id', '=', organizationId)
    .execute();
  return c.json({
    quantities: Object.fromEntries(rows.map((row) => [row.product_variant_id, Number(row.qty)])),
    serials: serials.map((row) => row.serial_number).sort(),
  });
});

// a test that sends at the moment in which an idle connection is closed would get no answer
const shared = { hostname: '127.0.0.1', serverOptions: { keepAliveTimeout: 600_000 } };
const servers = [
  serve({ fetch: app.fetch, port, ...shared }),
  serve({ fetch: control.fetch, port: port + 1, ...shared }),
];
process.stdout.write(`e2e server ${randomUUID()} on ${port}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    for (const server of servers) server.close();
    void close().finally(() => process.exit(0));
  });
}

/** What a test of the sale must be able to cause: a branch that may sell, hours and days that are over, another practice day. */
import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { Database } from '../../server/db/open.ts';
import { expireEvaluations } from '../../server/directories/pledgeEvaluation.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { expireOrders } from '../../server/orders/orders.ts';
import { inForceNow, newBank, openFirm, openTerms } from '../../tests/server/contractsKit.ts';
import { Till } from '../../tests/server/moneyKit.ts';
import { setPrice } from '../../tests/server/saleKit.ts';
import type { Server } from '../../tests/server/world.ts';
import type { PricedGoods } from './control.ts';

export function addSaleControls(control: Hono, db: Database): void {
  let sale: Promise<number> | undefined;
  control.post('/shop', async (c) => {
    const { organizationId, goods } = await c.req.json<{ organizationId: number; goods: PricedGoods[] }>();
    sale ??= openTerms({ db }).then(() => newBank({ db }));
    await openFirm({ db }, organizationId, await sale);
    for (const { variantId, price } of goods) await setPrice({ db }, variantId, price);
    const { rows } = await sql<{ id: number }>`INSERT INTO cash_account (name, organization_id, kind, currency)
      VALUES ('Kassa', ${organizationId}, 'cash', 'UZS') RETURNING id`.execute(db.kysely);
    return c.json({ cashAccountId: rows[0]?.id });
  });
  control.post('/needs-scoring', async (c) => {
    const { organizationId } = await c.req.json<{ organizationId: number }>();
    await sql`UPDATE organization SET scoring_required = true WHERE id = ${organizationId}`.execute(db.kysely);
    return c.json({});
  });
  control.post('/order-hours-over', async (c) => {
    const { id } = await c.req.json<{ id: number }>();
    const now = new Date();
    await db.tx(async (trx) => {
      await sql`UPDATE sale_order SET reserved_until = ${now} WHERE id = ${id}`.execute(trx);
      await sql`UPDATE reservation SET until = ${now} WHERE document_id = ${id}`.execute(trx);
      await expireOrders(trx, now);
    });
    return c.json({});
  });
  const till = new Till(() => ({ db }) as Server);
  control.post('/next-day', async (c) => {
    const { organizationId, date } = await c.req.json<{ organizationId: number; date: string }>();
    await till.day(date, { organization: organizationId });
    return c.json({});
  });
  let figures: Promise<unknown> | undefined;
  control.post('/pledge-figures', async (c) => {
    const { userId } = await c.req.json<{ userId: number }>();
    const from = daysAfter(tashkentDay(new Date()), -30);
    figures ??= Promise.all([
      inForceNow({ db }, 'car_wear_percent', { age: 5, mileage: 'to_100', percent: 32.5 }, from),
      inForceNow({ db }, 'pledge_setting', { max_share: 60, validity_days: 30, min_year: '2010', notary: true }, from),
    ]);
    await figures;
    await db.kysely
      .insertInto('user_rule')
      .values(
        ['show', 'confirm'].map((action) => ({
          ...{ user_id: userId, resource: 'car_evaluations', action, granted: true, until: null },
        })),
      )
      .execute();
    return c.json({});
  });
  control.post('/evaluation-days-over', async (c) => {
    const { id } = await c.req.json<{ id: number }>();
    const now = new Date();
    await db.tx(async (trx) => {
      await sql`UPDATE pledge_evaluation SET valid_until = ${daysAfter(tashkentDay(now), -1)} WHERE id = ${id}`.execute(
        trx,
      );
      await expireEvaluations({ db: trx, now });
    });
    return c.json({});
  });
}

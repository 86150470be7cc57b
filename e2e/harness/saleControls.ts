/** What a test of the sale must be able to cause: a branch that may sell, hours and days that are over, another practice day. */
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { contractRecords } from '../../server/contracts/access.ts';
import { freeGuarantors, GUARANTEES, namedFor } from '../../server/contracts/guarantees.ts';
import type { Database, Trx } from '../../server/db/open.ts';
import { changeError, findError, fixError } from '../../server/directories/contractError.ts';
import { expireEvaluations, PLEDGES } from '../../server/directories/pledgeEvaluation.ts';
import { markUsed } from '../../server/directories/questionnaire.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { expireOrders } from '../../server/orders/orders.ts';
import { openOutput } from '../../server/outputs/waiting.ts';
import { needOpenDay } from '../../server/practiceDay/openDay.ts';
import { inForceNow, newBank, openFirm, openTerms } from '../../tests/server/contractsKit.ts';
import { grant } from '../../tests/server/granted.ts';
import { leadStep, leadTerms } from '../../tests/server/leadKit.ts';
import { chargeSigned, goToDay, reserveGoods, signContract, Till, writeClient } from '../../tests/server/moneyKit.ts';
import { setPrice } from '../../tests/server/saleKit.ts';
import { applicationStep } from '../../tests/server/scoringKit.ts';
import { PEOPLE, type Server } from '../../tests/server/world.ts';
import type { ApplicationStep, Branch, BranchPerson, ContractWish, DraftWish, PricedGoods } from './control.ts';

export interface NewPerson {
  id: number;
  role: string;
  /** Of the small world, whose rights the person has. */
  like: number;
  tag: string;
  organizationId: number;
}

export type AddPerson = (trx: Parameters<Parameters<Database['tx']>[0]>[0], person: NewPerson) => Promise<BranchPerson>;

/** @param addPerson a person of a branch with the rights of one of the small world */
export function addSaleControls(control: Hono, db: Database, addPerson: AddPerson): void {
  let sale: Promise<number> | undefined;
  const openOne = async (organizationId: number) => {
    // terms and bank are everybody's
    sale ??= openTerms({ db }).then(() => newBank({ db }));
    await openFirm({ db }, organizationId, await sale);
  };
  const deskOf = async (organizationId: number) => {
    const { rows } = await sql<{ id: number }>`INSERT INTO cash_account (name, organization_id, kind, currency)
      VALUES ('Kassa', ${organizationId}, 'cash', 'UZS') RETURNING id`.execute(db.kysely);
    return rows[0]?.id;
  };
  control.post('/shop', async (c) => {
    const { organizationId, goods } = await c.req.json<{ organizationId: number; goods: PricedGoods[] }>();
    await openOne(organizationId);
    for (const { variantId, price } of goods) await setPrice({ db }, variantId, price);
    return c.json({ cashAccountId: await deskOf(organizationId) });
  });
  control.post('/needs-scoring', async (c) => {
    const { organizationId } = await c.req.json<{ organizationId: number }>();
    await sql`UPDATE organization SET scoring_required = true WHERE id = ${organizationId}`.execute(db.kysely);
    return c.json({});
  });
  const keepUntil = async (trx: Trx, id: number, moment: Date) => {
    await sql`UPDATE sale_order SET reserved_until = ${moment} WHERE id = ${id}`.execute(trx);
    await sql`UPDATE reservation SET until = ${moment} WHERE document_id = ${id}`.execute(trx);
  };
  control.post('/order-hours-over', async (c) => {
    const { id } = await c.req.json<{ id: number }>();
    const now = new Date();
    await db.tx(async (trx) => {
      await keepUntil(trx, id, now);
      await expireOrders(trx, now);
    });
    return c.json({});
  });
  control.post('/order-seconds-left', async (c) => {
    const { id, seconds } = await c.req.json<{ id: number; seconds: number }>();
    await db.tx((trx) => keepUntil(trx, id, new Date(Date.now() + seconds * 1000)));
    return c.json({});
  });
  const till = new Till(() => ({ db }) as Server);
  control.post('/next-day', async (c) => {
    const { organizationId, date } = await c.req.json<{ organizationId: number; date: string }>();
    await till.day(date, { organization: organizationId });
    return c.json({});
  });
  let figures: Promise<unknown> | undefined;
  control.post('/contract-decider', async (c) => {
    const { userId } = await c.req.json<{ userId: number }>();
    await grant({ db } as never, userId, ['contract.show', 'contract.allshow', 'contract.confirm']);
    return c.json({});
  });
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
  let terms: Promise<void> | undefined;
  control.post('/lead-terms', async (c) => {
    terms ??= leadTerms({ db });
    await terms;
    return c.json({});
  });
  control.post('/lead-step', async (c) => {
    const { id, what, earned } = await c.req.json<{
      id: number;
      what: 'check' | 'register' | 'expire';
      earned: boolean;
    }>();
    await db.tx((trx) => leadStep(trx, id, what, earned));
    return c.json({});
  });
  control.post('/pledge-step', async (c) => {
    const { id, verb } = await c.req.json<{ id: number; verb: 'attach' | 'release' }>();
    await db.tx((trx) => PLEDGES.takeOwn({ db: trx, now: new Date() }, id, `pledge.${verb}`));
    return c.json({});
  });
  control.post('/contract', async (c) => {
    const { branch, firstPayment, instalments, handedOver, goods, ...wish } = await c.req.json<ContractWish>();
    const { organizationId: organization, warehouseId: warehouse } = branch;
    const userId = branch.people.director.id;
    const made = await db.tx(async (trx) => {
      const client = wish.client ?? (await writeClient(trx, `Karimova Nodira ${branch.organization}`));
      const day = await needOpenDay(trx, organization);
      const terms = { signed: handedOver ?? day.date, firstPayment, instalments };
      const contract = await signContract(trx, client, terms, { organization, warehouse, userId });
      if (goods !== undefined) {
        await reserveGoods(trx, contract, warehouse, goods);
        await openOutput(
          { db: trx, now: new Date() },
          { id: contract, organizationId: organization, warehouseId: warehouse },
        );
      }
      if (handedOver !== undefined) {
        await goToDay(trx, organization, handedOver);
        await chargeSigned(trx, { client, contract, organization, userId });
        await goToDay(trx, organization, day.date);
      }
      const { rows } = await sql<{
        id: number;
      }>`SELECT id FROM product_delivery WHERE contract_id = ${contract}`.execute(trx);
      return { client, contract, output: rows[0]?.id ?? 0 };
    });
    return c.json(made);
  });
  control.post('/sale', async (c) => {
    const { branch, price } = await c.req.json<{ branch: Branch; price: number }>();
    const { organizationId } = branch;
    await openOne(organizationId);
    await sql`UPDATE organization SET scoring_required = true WHERE id = ${organizationId}`.execute(db.kysely);
    for (const { id } of branch.products) await setPrice({ db }, id, price);
    const tag = branch.organization.replace('-filial', '');
    const last = branch.people.director.id;
    const staff = await db.tx(async (trx) => ({
      seller: await addPerson(trx, { id: last + 1, role: 'seller', like: PEOPLE.seller.id, tag, organizationId }),
      cashier: await addPerson(trx, { id: last + 2, role: 'cashier', like: PEOPLE.cashier.id, tag, organizationId }),
    }));
    return c.json(staff);
  });
  control.post('/desk', async (c) => {
    const { organizationId } = await c.req.json<{ organizationId: number }>();
    return c.json({ id: await deskOf(organizationId) });
  });
  /** As the checks find it of a contract of 100,000. */
  const wrong = { code: 'schedule_total', expected: 100_000, actual: 99_000, subject: null } as const;
  control.post('/contract-error', async (c) => {
    const { contract } = await c.req.json<{ contract: number }>();
    await db.tx((trx) => findError({ db: trx, now: new Date() }, { ...wrong, contract_id: contract }));
    const { rows } = await sql<{ id: number }>`SELECT id FROM contract_error WHERE contract_id = ${contract}`.execute(
      db.kysely,
    );
    return c.json({ id: rows[0]?.id });
  });
  control.post('/contract-error-step', async (c) => {
    const { id, verb } = await c.req.json<{ id: number; verb: 'change' | 'fix' }>();
    await db.tx(async (trx) => {
      const scene = { db: trx, now: new Date() };
      if (verb === 'fix') await fixError(scene, id);
      else await changeError(scene, id, { ...wrong, contract_id: 0, actual: 98_000 });
    });
    return c.json({});
  });
  control.post('/draft-contract', async (c) => {
    const { organizationId, warehouseId, userId, variantId, clientId } = await c.req.json<DraftWish>();
    const id = await db.tx(async (trx) => {
      const now = new Date();
      const document = async (kind: string, status: string) =>
        (await createDocument(trx, { kind, organizationId, status, userId, now })).id;
      const order = await document('sale_order', 'reserved');
      const contract = await document('contract', 'draft');
      await sql`INSERT INTO sale_order (id, client_id, warehouse_id, reserved_until)
        VALUES (${order}, ${clientId}, ${warehouseId}, now() + interval '20 hours')`.execute(trx);
      await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, goods, first_payment, term, markup, total,
          payment_day) VALUES (${contract}, ${clientId}, ${order}, ${userId}, ${warehouseId}, 1000000, 200000, 12, 0, 1000000, 10)`.execute(
        trx,
      );
      await sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price, discount)
        VALUES (${contract}, ${variantId}, 1, 1000000, 0)`.execute(trx);
      return contract;
    });
    return c.json({ id });
  });
  control.post('/application-step', async (c) => {
    const { id, verb, contractId, clientId } = await c.req.json<ApplicationStep>();
    if (verb === 'is used')
      await db.tx((trx) => markUsed({ db: trx, now: new Date() }, contractId ?? 0, clientId ?? 0));
    else await applicationStep(db, id, verb);
    return c.json({});
  });
  control.post('/guarantee-step', async (c) => {
    const { contractId, verb } = await c.req.json<{ contractId: number; verb: string }>();
    await db.tx(async (trx) => {
      const scene = { db: trx, now: new Date() };
      const [contract] = await contractRecords(trx, sql`c.id = ${contractId}`);
      if (contract === undefined) throw new Error(`no contract ${contractId}`);
      if (verb === 'is released') return freeGuarantors(scene, contract);
      for (const one of await namedFor(scene, contract))
        await GUARANTEES.takeOwn(scene, one, 'guarantee.sign', async () => ({}));
    });
    return c.json({});
  });
}

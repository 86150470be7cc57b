/** Locks of products: their lifecycle, whose they are, when they end, and what obeys them. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { productLock } from '../../../contract/directories/productLock.ts';
import { variant } from '../../../contract/directories/variant.ts';
import { invoiceCreate, invoiceSend, invoiceUpdate } from '../../../contract/invoices/heads.ts';
import { lineCreate, lineUpdate } from '../../../contract/invoices/lines.ts';
import { productLockMachine } from '../../../machines/productLock/productLock.machine.ts';
import { unlockDue } from '../../../server/directories/productLock.ts';
import { tashkentDay, writtenDay } from '../../../server/http/days.ts';
import { productLockOracle } from '../../oracle/productLock.ts';
import { draft, head, line, linesOf, newNumber } from '../invoiceKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls, steps } = productLock;
const lockAgain = steps['product.lock'] as never;
const unlock = steps['product.unlock'] as never;
const inDays = (days: number): string => tashkentDay(new Date(Date.now() + days * 24 * 3_600_000));

let on: Server;
let made = 0;
/** A product of its own for each test. */
async function product(): Promise<number> {
  made += 1;
  const body = { title: `Dazmol ${made}`, product_id: 1, sku: `DZ-${made}`, imei_count: 0 };
  return (await on.do('director', variant.calls.create, { body })).data.id;
}
const bodyOf = (variant_id: number, more: object = {}) => ({
  variant_id,
  organization_id: ORGANIZATION,
  reason: 'Sifati tekshirilmoqda',
  ...more,
});
async function locked(variantId: number, more: object = {}, who: PersonName = 'director') {
  return (await on.do(who, calls.create, { body: bodyOf(variantId, more) })).data;
}
const fieldsOf = ({ error }: { error: { errors?: Record<string, unknown> } }) => Object.keys(error.errors ?? {});

beforeAll(async () => {
  on = server.current;
  const rule = { user_id: PEOPLE.keeper.id, resource: 'lock_products', granted: true, until: null };
  const own = ['show', 'add', 'edit'].map((action) => ({ ...rule, action }));
  await on.db.tx((trx) => trx.insertInto('user_rule').values(own).execute());
});

runApiLayer({
  machine: productLockMachine,
  oracle: productLockOracle,
  server,
  kind: 'productLock',
  async open(watched) {
    const seen = watched.server;
    const body = bodyOf(await product(), { organization_id: null });
    const { data } = await seen.do('director', calls.create, { body });
    const params = { id: data.id };
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is unlocked') return seen.call('director', unlock, { params } as never);
        if (verb === 'is locked again')
          return seen.call('director', lockAgain, { params, body: { reason: 'Yana' } } as never);
        return seen.call('director', calls.update, { params, body: { ...body, reason: 'Sababi boshqa' } });
      },
      async look() {
        const { data: whole } = await seen.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('a lock', () => {
  it('says since when, by whom, and what lies on stock where it holds', async () => {
    const own = await locked(2);
    expect(own).toMatchObject({
      locked_from: tashkentDay(new Date()),
      locked_by: PEOPLE.director.fullname,
      stock: 10,
      until: null,
      active: true,
    });
    expect((await locked(2, { organization_id: null })).stock).toBe(15);
    await on.do('director', unlock, { params: { id: own.id } } as never);
    const body = { reason: 'Yangi sabab', until: inDays(3) };
    await on.do('keeper', lockAgain, { params: { id: own.id }, body } as never);
    const { data } = await on.do('director', calls.show, { params: { id: own.id } });
    expect(data).toMatchObject({ ...body, locked_by: PEOPLE.keeper.fullname, status: 'locked' });
    const { data: lines } = await on.do('director', calls.history, { params: { id: own.id } });
    expect(lines.map(({ event }) => event)).toEqual(['product.lock', 'product.unlock', 'product.lock']);
    expect(lines[0]?.after).toMatchObject(body);
    const { data: listed } = await on.do('director', calls.index, { query: { per_page: 100 } });
    expect(listed.every(({ status }) => status === 'locked')).toBe(true);
  });

  it('is one for a product in a branch and one in the whole chain: the one that is there is named', async () => {
    const id = await product();
    const first = await locked(id);
    await locked(id, { organization_id: null });
    await locked(id, { organization_id: OTHER_ORGANIZATION });
    await on.do('director', unlock, { params: { id: first.id } } as never);
    for (const organization_id of [ORGANIZATION, null]) {
      const answer = await on.call('director', calls.create, { body: bodyOf(id, { organization_id }) });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['variant_id']]);
    }
  });

  it('is offered to choose from while it holds', async () => {
    const { id } = await locked(await product());
    const offered = async () =>
      (await on.do('director', calls.choices, { query: { per_page: 100 } as never })).data.map((one) => one.id);
    expect(await offered()).toContain(id);
    await on.do('director', unlock, { params: { id } } as never);
    expect(await offered()).not.toContain(id);
  });

  it('keeps its product and its branch', async () => {
    const [id, other] = [await product(), await product()];
    const { id: lock } = await locked(id);
    for (const more of [{ variant_id: other }, { organization_id: OTHER_ORGANIZATION }, { organization_id: null }]) {
      const answer = await on.call('director', calls.update, {
        params: { id: lock },
        body: { ...bodyOf(id), ...more },
      });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, Object.keys(more)]);
    }
  });

  it('ends on a day that has not passed', async () => {
    const id = await product();
    const past = await on.call('director', calls.create, { body: bodyOf(id, { until: inDays(-1) }) });
    expect([past.status, fieldsOf(past)]).toEqual([422, ['until']]);
    const { id: lock } = await locked(id, { until: inDays(0) });
    const params = { id: lock };
    const changed = await on.call('director', calls.update, { params, body: bodyOf(id, { until: inDays(-2) }) });
    expect([changed.status, fieldsOf(changed)]).toEqual([422, ['until']]);
    await on.do('director', unlock, { params } as never);
    const again = await on.call('director', lockAgain, {
      params,
      body: { reason: 'Yana', until: inDays(-1) },
    } as never);
    expect([again.status, fieldsOf(again as never)]).toEqual([422, ['until']]);
    const reasonless = await on.call('director', lockAgain, { params, body: {} } as never);
    expect([reasonless.status, fieldsOf(reasonless as never)]).toEqual([422, ['reason']]);
  });

  it('is of the person’s own branch; that of the whole chain is read by all and set by an office', async () => {
    const id = await product();
    const chain = await locked(id, { organization_id: null });
    const foreign = await locked(id, { organization_id: OTHER_ORGANIZATION });
    await locked(id, {}, 'keeper');
    const { data } = await on.do('keeper', calls.index, { query: { per_page: 100, search: `Dazmol ${made}` } });
    expect(data.map((row) => row.organization?.id ?? null).sort()).toEqual([ORGANIZATION, null].sort());
    expect((await on.call('keeper', calls.show, { params: { id: foreign.id } })).status).toBe(404);
    expect((await on.do('keeper', calls.show, { params: { id: chain.id } })).data.allowed_events).toEqual([]);
    expect((await on.call('keeper', unlock, { params: { id: chain.id } } as never)).status).toBe(403);
    const own = bodyOf(await product(), { organization_id: null });
    expect((await on.call('keeper', calls.create, { body: own })).status).toBe(403);
  });

  it('is lifted by the server once its last day is over', async () => {
    const { id: over } = await locked(await product(), { until: inDays(1) });
    const { id: lasting } = await locked(await product(), { until: inDays(2) });
    const { id: endless } = await locked(await product());
    const now = new Date(Date.now() + 2 * 24 * 3_600_000);
    await on.db.tx((db) => unlockDue({ db, now }));
    const stateOf = async (id: number) => (await on.do('director', calls.show, { params: { id } })).data.status;
    expect([await stateOf(over), await stateOf(lasting), await stateOf(endless)]).toEqual([
      'active',
      'locked',
      'locked',
    ]);
    const { data: lines } = await on.do('director', calls.history, { params: { id: over } });
    expect([lines[0]?.event, lines[0]?.user]).toEqual(['product.unlock', null]);
  });

  it('is marked in the list of products, for those where it holds', async () => {
    const id = await product();
    const isLocked = async (who: PersonName) => (await on.do(who, variant.calls.show, { params: { id } })).data.locked;
    expect(await isLocked('director')).toBe(false);
    const { id: lock } = await locked(id, { organization_id: OTHER_ORGANIZATION });
    expect(await isLocked('director')).toBe(true);
    await on.do('director', unlock, { params: { id: lock } } as never);
    expect(await isLocked('director')).toBe(false);
  });
});

describe('a locked product in a supplier’s invoice', () => {
  const lineOf = (id: number) => line({ product_variant_id: id });
  const add = (invoice: number, id: number) =>
    on.call('purchaser', lineCreate, { params: { id: invoice }, body: lineOf(id) });

  it('is not added, not put in place of another and not brought by a new list; the reason and the day are told', async () => {
    const [free, id] = [await product(), await product()];
    const until = inDays(5);
    await locked(id, { until });
    const invoice = await draft(on, [lineOf(free)]);
    const [first] = await linesOf(on, invoice);
    const answers = [
      await add(invoice, id),
      await on.call('purchaser', lineUpdate, { params: { id: first?.id ?? 0 }, body: lineOf(id) }),
    ];
    for (const { status, error } of answers) {
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['product_variant_id']]);
      const [words] = error.errors?.product_variant_id ?? [];
      expect(words).toContain(writtenDay(until));
      expect(words).toContain('Sifati tekshirilmoqda');
    }
    const body = { ...head(newNumber()), input_products: [lineOf(free), lineOf(id)] };
    const listed = await on.call('purchaser', invoiceUpdate, { params: { id: invoice }, body });
    expect([listed.status, fieldsOf(listed)]).toEqual([422, ['input_products.1.product_variant_id']]);
  });

  it('is refused where the whole chain has locked it, and taken where only another branch has', async () => {
    const [everywhere, elsewhere] = [await product(), await product()];
    await locked(everywhere, { organization_id: null });
    await locked(elsewhere, { organization_id: OTHER_ORGANIZATION });
    const invoice = await draft(on);
    expect((await add(invoice, everywhere)).status).toBe(422);
    expect((await add(invoice, elsewhere)).status).toBe(200);
  });

  it('is taken again once it is unlocked, and once its last day is over though nothing has marked it', async () => {
    const [unlocked, over] = [await product(), await product()];
    const { id: lock } = await locked(unlocked);
    const { id: dated } = await locked(over, { until: inDays(0) });
    const invoice = await draft(on);
    expect([(await add(invoice, unlocked)).status, (await add(invoice, over)).status]).toEqual([422, 422]);
    await on.do('director', unlock, { params: { id: lock } } as never);
    await sql`UPDATE product_lock SET until = ${inDays(-1)} WHERE id = ${dated}`.execute(on.db.kysely);
    expect([(await add(invoice, unlocked)).status, (await add(invoice, over)).status]).toEqual([200, 200]);
  });

  it('keeps a draft that has it from being sent, and is named; the line may still be changed', async () => {
    const id = await product();
    const invoice = await draft(on, [lineOf(id)]);
    const { id: lock } = await locked(id);
    const send = () => on.call('purchaser', invoiceSend, { params: { id: invoice }, body: { value: true } });
    const { status, error } = await send();
    expect([status, error.code]).toEqual([409, 'not_allowed_now']);
    expect(error.message).toContain(`Dazmol ${made}`);
    const [first] = await linesOf(on, invoice);
    const changed = await on.call('purchaser', lineUpdate, { params: { id: first?.id ?? 0 }, body: lineOf(id) });
    expect(changed.status).toBe(200);
    await on.do('director', unlock, { params: { id: lock } } as never);
    expect((await send()).status).toBe(200);
  });

  it('is left out of a copy and named', async () => {
    const id = await product();
    const source = await draft(on, [line(), lineOf(id)]);
    await locked(id);
    const body = { ...head(newNumber()), copy_of: source };
    const { data, message } = await on.do('purchaser', invoiceCreate, { body });
    expect(await linesOf(on, data.id)).toHaveLength(1);
    expect(message).toContain(`Dazmol ${made}`);
  });
});

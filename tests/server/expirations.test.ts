/** Expiry dates: whose batches, how many units, one day once for a batch, and many dates of a document at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { productExpiration } from '../../contract/directories/productExpiration.ts';
import { batchGetAll, expirationAdd, expirationBatches, receiptGetAll } from '../../contract/expirations.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, PLAIN, stockIn, withServer } from './world.ts';

const server = withServer();
const inDays = (days: number): string => tashkentDay(new Date(Date.now() + days * 24 * 3_600_000));
const { calls } = productExpiration;
const body = (batch_id: number, more: object = {}) => ({
  batch_id,
  quantity: 5,
  expires: inDays(60),
  notify_days: 30,
  action: 'none' as const,
  ...more,
});
const line = (batch_id: number, quantity: number, days = 60) => ({
  batch_id,
  quantity,
  expires: inDays(days),
  notify_days: 30,
});
const fieldsOf = ({ error }: { error: { errors?: Record<string, unknown> } }) => Object.keys(error.errors ?? {});

/** A document with two batches of ten units each. */
async function receipt(organization = ORGANIZATION) {
  return server.current.db.tx(async (trx) => {
    const warehouse = await trx
      .selectFrom('warehouse_list')
      .select('id')
      .where('organization_id', '=', organization)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const lines = [PLAIN, PLAIN + 1].map((variantId) => ({ variantId, qty: 10 }));
    await stockIn(trx, organization, warehouse.id, { lines });
    const batches = await trx.selectFrom('stock_batch').select(['id', 'document_id']).orderBy('id', 'desc').execute();
    const [second, first] = batches;
    return { document: first?.document_id as number, batches: [first?.id as number, second?.id as number] as const };
  });
}

beforeAll(async () => {
  const rule = { user_id: PEOPLE.keeper.id, resource: 'product_expiration', granted: true, until: null };
  await server.current.db.tx((trx) =>
    trx
      .insertInto('user_rule')
      .values(['show', 'add', 'edit'].map((action) => ({ ...rule, action })))
      .execute(),
  );
});

describe('a date', () => {
  it('is called as its goods are, and says where they lie and how many days are left', async () => {
    const { batches } = await receipt();
    const { data } = await server.current.do('keeper', calls.create, { body: body(batches[0]) });
    expect(data).toMatchObject({
      batch: { id: batches[0], title: 'Tovar 1' },
      left: 10,
      days_left: 60,
      action: 'none',
    });
    expect(data.warehouse).not.toBeNull();
    const found = await server.current.do('keeper', calls.index, { query: { search: 'tovar 1' } });
    expect(found.data.map(({ id }) => id)).toContain(data.id);
  });

  it('is of no more units than the batch has without one, and of one day once', async () => {
    const { batches } = await receipt();
    const add = (more: object) => server.current.call('keeper', calls.create, { body: body(batches[0], more) });
    expect(fieldsOf(await add({ quantity: 11 }))).toEqual(['quantity']);
    expect((await add({ quantity: 6 })).status).toBe(200);
    expect(fieldsOf(await add({ quantity: 4 }))).toEqual(['expires']);
    expect(fieldsOf(await add({ quantity: 5, expires: inDays(90) }))).toEqual(['quantity']);
    expect((await add({ quantity: 4, expires: inDays(90) })).status).toBe(200);
  });

  it('of another branch is neither seen nor made', async () => {
    const { document, batches } = await receipt(OTHER_ORGANIZATION);
    const made = await server.current.call('keeper', calls.create, { body: body(batches[0]) });
    expect([made.status, fieldsOf(made)]).toEqual([422, ['batch_id']]);
    const { data } = await server.current.do('director', calls.create, { body: body(batches[0]) });
    expect((await server.current.call('keeper', calls.show, { params: { id: data.id } })).status).toBe(404);
    const list = await server.current.do('keeper', calls.index, { query: { per_page: 100 } });
    expect(list.data.map(({ id }) => id)).not.toContain(data.id);
    const choices = await server.current.do('keeper', batchGetAll, { query: { per_page: 100 } });
    expect(choices.data.map(({ id }) => id)).not.toContain(batches[0]);
    const documents = await server.current.do('keeper', receiptGetAll, { query: { per_page: 100 } });
    expect(documents.data.map(({ id }) => id)).not.toContain(document);
    expect((await server.current.call('keeper', expirationBatches, { params: { id: document } })).status).toBe(404);
  });
});

describe('the lines of a document', () => {
  it('are those in stock, with the units that have a date', async () => {
    const { document, batches } = await receipt();
    await server.current.do('keeper', expirationAdd, { body: { lines: [line(batches[0], 4), line(batches[1], 10)] } });
    const { data } = await server.current.do('keeper', expirationBatches, { params: { id: document } });
    expect(data.map(({ id, left, dated }) => [id, left, dated])).toEqual([
      [batches[0], 10, 4],
      [batches[1], 10, 10],
    ]);
    const documents = await server.current.do('keeper', receiptGetAll, { query: {} });
    expect(documents.data[0]?.id).toBe(document);
  });

  it('are all entered or none: a fault names its line', async () => {
    const { document, batches } = await receipt();
    const refused = await server.current.call('keeper', expirationAdd, {
      body: { lines: [line(batches[0], 4), line(batches[1], 11), line(batches[0], 4)] },
    });
    expect([refused.status, fieldsOf(refused).sort()]).toEqual([422, ['lines.1.quantity', 'lines.2.expires']]);
    const { data } = await server.current.do('keeper', expirationBatches, { params: { id: document } });
    expect(data.map(({ dated }) => dated)).toEqual([0, 0]);
  });

  it('need the right to add', async () => {
    const { document, batches } = await receipt();
    const added = await server.current.call('nobody', expirationAdd, { body: { lines: [line(batches[0], 1)] } });
    const read = await server.current.call('nobody', expirationBatches, { params: { id: document } });
    expect([added.status, read.status]).toEqual([403, 403]);
  });
});

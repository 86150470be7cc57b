/** Warehouses: every refusal, whose warehouses a person sees and keeps, and what other pages choose from. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type WarehouseBody, type WarehouseRow, warehouse } from '../../contract/directories/warehouse.ts';
import {
  organizationTerritories,
  organizationTerritory,
  warehouseAutocomplete,
} from '../../contract/invoices/choices.ts';
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, stockIn, withServer } from './world.ts';

const server = withServer();
const NOTHING = 999_999;
let made = 0;

const body = (more: Partial<WarehouseBody> = {}): WarehouseBody => {
  made += 1;
  return { name: `Yangi ombor ${made}`, organization_id: ORGANIZATION, kind: 'fund', keepers: [], ...more };
};

const create = async (more: Partial<WarehouseBody> = {}) =>
  (await server.current.do('director', warehouse.calls.create, { body: body(more) })).data;

const bodyOf = (
  { name, organization, kind }: Pick<WarehouseRow, 'name' | 'organization' | 'kind'>,
  more: Partial<WarehouseBody> = {},
): WarehouseBody => ({ name, organization_id: organization.id, kind, ...more });

beforeAll(async () => {
  // who keeps the warehouses of one branch, who sees those of all, and who only sees
  const given = (user_id: number, action: string) => ({
    user_id,
    resource: 'warehouse_list',
    action,
    granted: true,
    until: null,
  });
  await server.current.db.tx((trx) =>
    trx
      .insertInto('user_rule')
      .values([
        ...['show', 'add', 'edit'].map((action) => given(PEOPLE.keeper.id, action)),
        ...['show', 'allshow', 'add', 'edit'].map((action) => given(PEOPLE.stranger.id, action)),
        given(PEOPLE.warehouseman.id, 'show'),
      ])
      .execute(),
  );
});

describe('a warehouse', () => {
  it('is made with its keepers and read back', async () => {
    const made = await create({ keepers: [PEOPLE.keeper.id, PEOPLE.counter1.id, PEOPLE.keeper.id] });
    expect(made).toMatchObject({
      active: true,
      version: 1,
      organization: { id: ORGANIZATION, title: 'Chilonzor filiali' },
      frozen: {},
      in_use: null,
      allowed_events: ['record.update', 'record.archive'],
    });
    expect(made.keepers.map(({ id }) => id).sort()).toEqual([PEOPLE.keeper.id, PEOPLE.counter1.id]);
    const { data } = await server.current.do('warehouseman', warehouse.calls.show, { params: { id: made.id } });
    expect(data).toEqual({ ...made, allowed_events: [], frozen: { organization: uz.fields.by_office } });
  });

  it.each([
    ['organization_id', { organization_id: NOTHING }],
    ['keepers', { keepers: [NOTHING] }],
    ['kind', { kind: 'cellar' }],
    ['name', { name: ' ' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const answer = await server.current.call('director', warehouse.calls.create, { body: { ...body(), ...wrong } });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, [field]]);
  });

  it('names the other where a name is taken in the organization; elsewhere it is free', async () => {
    const one = await create();
    const again = await server.current.call('director', warehouse.calls.create, {
      body: body({ name: one.name.toUpperCase() }),
    });
    expect(again.status).toBe(422);
    expect(again.error.errors?.name?.[0]).toContain(one.name);
    await create({ name: one.name, organization_id: OTHER_ORGANIZATION });
  });

  it('keeps kind and organization once goods have moved', async () => {
    const one = await create();
    const params = { id: one.id };
    const other = { organization_id: OTHER_ORGANIZATION, kind: 'defect' } as const;
    await server.current.do('director', warehouse.calls.update, { params, body: bodyOf(one, other) });
    await server.current.do('director', warehouse.calls.update, { params, body: bodyOf(one) });
    await server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, one.id, { lines: [{ variantId: 1, qty: 4 }] }));
    for (const [field, change] of [
      ['kind', { kind: 'defect' }],
      ['organization_id', { organization_id: OTHER_ORGANIZATION }],
    ] as const) {
      const answer = await server.current.call('director', warehouse.calls.update, {
        params,
        body: bodyOf(one, change),
      });
      expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, [field]]);
    }
    const renamed = await server.current.do('director', warehouse.calls.update, {
      params,
      body: bodyOf(one, { name: 'Fond ombori' }),
    });
    expect(renamed.data).toMatchObject({ name: 'Fond ombori', organization: one.organization, kind: 'fund' });
    expect(Object.keys(renamed.data.frozen).sort()).toEqual(['kind', 'organization']);
  });

  it('with stock is not archived: 409 with the number of units', async () => {
    const one = await create();
    await server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, one.id, { lines: [{ variantId: 2, qty: 37 }] }));
    const params = { id: one.id };
    const answer = await server.current.call('director', warehouse.calls.archive, { params });
    expect([answer.status, answer.error.code, answer.error.state]).toEqual([409, 'in_use', 'active']);
    expect(answer.error.message).toContain('37');
    const { data } = await server.current.do('director', warehouse.calls.show, { params });
    expect(data).toMatchObject({ active: true, version: 1, allowed_events: ['record.update'] });
    expect(data.in_use).toContain('37');
  });

  it('keeps its keepers when they are not sent', async () => {
    const one = await create({ keepers: [PEOPLE.keeper.id] });
    const params = { id: one.id };
    const kept = await server.current.do('director', warehouse.calls.update, {
      params,
      body: bodyOf(one, { name: 'K1' }),
    });
    expect(kept.data.keepers).toHaveLength(1);
    const none = await server.current.do('director', warehouse.calls.update, {
      params,
      body: bodyOf(one, { keepers: [] }),
    });
    expect(none.data.keepers).toEqual([]);
  });

  it('409 stale shows the stored version', async () => {
    const one = await create();
    const params = { id: one.id };
    const theirs = await server.current.do('director', warehouse.calls.update, {
      params,
      body: bodyOf(one, { name: `${one.name} B` }),
      ifMatch: 1,
    });
    const late = await server.current.call('director', warehouse.calls.update, {
      params,
      body: bodyOf(one),
      ifMatch: 1,
    });
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    expect(late.error.current).toEqual(theirs.data);
  });
});

describe('whose warehouses', () => {
  it('the own organization; all with allshow or an office', async () => {
    const far = await create({ organization_id: OTHER_ORGANIZATION });
    const organizations = async (who: 'keeper' | 'stranger' | 'director') => [
      ...new Set(
        (await server.current.do(who, warehouse.calls.index, { query: { per_page: 100 } })).data.map(
          (one) => one.organization.id,
        ),
      ),
    ];
    expect(await organizations('keeper')).toEqual([ORGANIZATION]);
    expect((await organizations('stranger')).sort()).toEqual([ORGANIZATION, OTHER_ORGANIZATION]);
    expect((await organizations('director')).sort()).toEqual([ORGANIZATION, OTHER_ORGANIZATION]);
    const params = { id: far.id };
    for (const call of [warehouse.calls.show, warehouse.calls.history, warehouse.calls.archive])
      expect((await server.current.call('keeper', call, { params })).status, call.id).toBe(404);
    // allshow is for reading
    const seen = await server.current.do('stranger', warehouse.calls.show, { params });
    expect(seen.data.allowed_events).toEqual([]);
    for (const call of [warehouse.calls.archive, warehouse.calls.restore])
      expect((await server.current.call('stranger', call, { params })).status, call.id).toBe(403);
    expect((await server.current.call('stranger', warehouse.calls.update, { params, body: bodyOf(far) })).status).toBe(
      403,
    );
  });

  it('makes none for another organization, nor gives one away', async () => {
    const made = await server.current.call('keeper', warehouse.calls.create, {
      body: body({ organization_id: OTHER_ORGANIZATION }),
    });
    expect([made.status, made.error.code]).toEqual([403, 'forbidden']);
    const one = await create();
    const given = await server.current.call('keeper', warehouse.calls.update, {
      params: { id: one.id },
      body: bodyOf(one, { organization_id: OTHER_ORGANIZATION }),
    });
    expect(given.status).toBe(403);
    await server.current.do('keeper', warehouse.calls.update, { params: { id: one.id }, body: bodyOf(one) });
  });

  it('needs a rule', async () => {
    const { id } = await create();
    expect((await server.current.call('nobody', warehouse.calls.index)).status).toBe(403);
    expect((await server.current.call('nobody', warehouse.calls.show, { params: { id } })).status).toBe(403);
    expect((await server.current.call('warehouseman', warehouse.calls.create, { body: body() })).status).toBe(403);
    expect((await server.current.call('warehouseman', warehouse.calls.archive, { params: { id } })).status).toBe(403);
  });
});

describe('the list', () => {
  it('is narrowed by words, kind, organization and archive', async () => {
    const tag = `Filtr${Date.now()}`;
    const one = await create({ name: `${tag} bir`, kind: 'defect', keepers: [PEOPLE.counter2.id] });
    const two = await create({ name: `${tag} ikki`, organization_id: OTHER_ORGANIZATION });
    const gone = await create({ name: `${tag} uch` });
    await server.current.do('director', warehouse.calls.archive, { params: { id: gone.id } });
    const found = async (query: object) => {
      const { data, meta } = await server.current.do('director', warehouse.calls.index, {
        query: { per_page: 100, ...query },
      });
      expect(meta.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect((await found({ search: tag })).sort()).toEqual([one.id, two.id]);
    expect(await found({ search: tag, kind: 'defect' })).toEqual([one.id]);
    expect(await found({ search: tag, organization_id: OTHER_ORGANIZATION })).toEqual([two.id]);
    expect(await found({ search: tag, status: 'archived' })).toEqual([gone.id]);
    expect(await found({ search: 'Рахимова', kind: 'defect' })).toContain(one.id);
    expect(await found({ search: 'registon' })).toContain(two.id);
    const { meta } = await server.current.do('director', warehouse.calls.index, {
      query: { search: tag, part: 'counts' },
    });
    expect(meta.statuses).toEqual({ all: 2, archived: 1 });
    const sorted = await server.current.do('director', warehouse.calls.index, {
      query: { search: tag, sort: '-name' },
    });
    expect(sorted.data.map(({ id }) => id)).toEqual([two.id, one.id]);
  });
});

it('the history has names, not ids', async () => {
  const one = await create();
  const params = { id: one.id };
  await server.current.do('director', warehouse.calls.update, {
    params,
    body: bodyOf(one, { keepers: [PEOPLE.keeper.id], kind: 'main' }),
  });
  const { data } = await server.current.do('director', warehouse.calls.history, { params });
  expect(data.map(({ event }) => event)).toEqual(['record.update', 'record.create']);
  expect(data[0]).toMatchObject({
    before: { kind: 'fund', keepers: [] },
    after: { kind: 'main', keepers: ['Dilnoza Karimova'] },
  });
});

describe('what other pages choose from', () => {
  it('warehouses that work, of the own organization or of all', async () => {
    const gone = await create();
    await server.current.do('director', warehouse.calls.archive, { params: { id: gone.id } });
    const own = await server.current.do('purchaser', warehouseAutocomplete);
    expect(new Set(own.data.map((one) => one.organization_id))).toEqual(new Set([ORGANIZATION]));
    expect(own.data.map(({ id }) => id)).not.toContain(gone.id);
    const all = await server.current.do('director', warehouseAutocomplete);
    expect(all.data.length).toBeGreaterThan(own.data.length);
    expect((await server.current.call('nobody', warehouseAutocomplete)).status).toBe(403);
  });

  it('territories with their organizations, of both services alike', async () => {
    const tree = await server.current.do('nobody', organizationTerritory);
    expect(tree.data[0]).toMatchObject({
      name: 'Toshkent',
      organizations: [{ name: 'Chilonzor filiali' }, { name: 'Registon filiali' }],
    });
    expect(await server.current.do('nobody', organizationTerritories)).toEqual(tree);
  });
});

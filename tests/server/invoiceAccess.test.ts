/** Who sees and changes which invoices, and their list (decisions 38, 47). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
  invoiceUploadFile,
} from '../../contract/invoices/heads.ts';
import { lineCreate, lineCreateMany, lineDelete, lineIndex, lineUpdate } from '../../contract/invoices/lines.ts';
import { attachSerials, serialIndex } from '../../contract/invoices/serials.ts';
import { NOTHING } from './acts.ts';
import { invoiceAccessKit, OTHER_SHOP } from './invoiceAccessKit.ts';
import { confirmed, dollars, draft, firstLine, head, line, newNumber, phones, send, sent, show } from './invoiceKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PLAIN, withServer } from './world.ts';

const server = withServer();
const { refused } = invoiceAccessKit(server);

/** Somebody for a while elsewhere, or with other rules. */
async function being(
  who: PersonName,
  change: { organization_id?: number; office?: boolean; rules?: readonly string[] },
  command: () => Promise<void>,
): Promise<void> {
  const { kysely } = server.current.db;
  const { id } = PEOPLE[who];
  const before = await kysely
    .selectFrom('app_user')
    .select(['organization_id', 'office'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rules = await kysely.selectFrom('position_rule').selectAll().where('position_id', '=', id).execute();
  const give = async (given: { resource: string; action: string }[]) => {
    await kysely.deleteFrom('position_rule').where('position_id', '=', id).execute();
    for (const rule of given) {
      await kysely
        .insertInto('rule')
        .values(rule)
        .onConflict((row) => row.doNothing())
        .execute();
      await kysely
        .insertInto('position_rule')
        .values({ position_id: id, ...rule })
        .execute();
    }
  };
  const { rules: other, ...place } = change;
  if (Object.keys(place).length > 0) await kysely.updateTable('app_user').set(place).where('id', '=', id).execute();
  if (other) {
    await give(other.map((rule) => ({ resource: rule.split('.')[0] as string, action: rule.split('.')[1] as string })));
  }
  try {
    await command();
  } finally {
    await kysely.updateTable('app_user').set(before).where('id', '=', id).execute();
    if (other) await give(rules.map(({ resource, action }) => ({ resource, action })));
  }
}

describe('who sees and does what', () => {
  it('own organization, office, `allshow`, the storekeeper’s calls, strangers', async () => {
    const id = await draft(server.current, [phones(1)]);
    const sees = async (who: PersonName) =>
      (await server.current.call(who, invoiceShow, { params: { id } })).status === 200 &&
      (await server.current.call(who, invoiceIndex, { query: { id } })).body.meta.total === 1;
    expect(await sees('purchaser')).toBe(true);
    expect(await sees('accountant')).toBe(true);
    expect((await server.current.call('nobody', invoiceShow, { params: { id } })).status).toBe(403);
    expect((await server.current.call('nobody', invoiceIndex)).status).toBe(403);
    // The storekeeper reaches serial numbers alone.
    expect((await server.current.call('warehouseman', invoiceShow, { params: { id } })).status).toBe(403);
    const { id: lineId } = await firstLine(server.current, id);
    expect((await server.current.call('warehouseman', serialIndex, { params: { id: lineId } })).status).toBe(200);
    await being('warehouseman', { organization_id: OTHER_ORGANIZATION }, async () => {
      expect((await server.current.call('warehouseman', serialIndex, { params: { id: lineId } })).status).toBe(404);
    });
    const rules = ['product_invoice.show'];
    await being('stranger', { rules, organization_id: ORGANIZATION }, async () => {
      expect(await sees('stranger')).toBe(true);
    });
    await being('stranger', { rules, organization_id: OTHER_ORGANIZATION }, async () => {
      expect((await server.current.call('stranger', invoiceShow, { params: { id } })).status).toBe(404);
      expect((await server.current.do('stranger', invoiceIndex, { query: { id } })).meta.total).toBe(0);
    });
    for (const lifted of [{ rules: [...rules, 'product_invoice.allshow'] }, { rules, office: true }]) {
      await being('stranger', { ...lifted, organization_id: OTHER_ORGANIZATION }, async () => {
        expect(await sees('stranger')).toBe(true);
      });
    }
    // Who made it goes on seeing it from another branch.
    await being('purchaser', { organization_id: OTHER_ORGANIZATION }, async () => {
      expect(await sees('purchaser')).toBe(true);
    });
  });

  it('general right, record, state, values: 403 before 404 before 409 before 422', async () => {
    const id = await draft(server.current);
    const create = (who: PersonName, of: number, more: object = {}) =>
      server.current.call(who, lineCreate, { params: { id: of }, body: line(more) });
    const rules = ['product_invoice.show', 'product_invoice.add'];
    await being('stranger', { rules, organization_id: OTHER_ORGANIZATION }, async () => {
      expect((await create('stranger', id)).status).toBe(404);
    });
    expect((await create('purchaser', NOTHING)).status).toBe(404);
    // The accountant lacks the general right, which is asked before the record.
    expect((await create('accountant', NOTHING)).status).toBe(403);
    // The right is asked before the state, and the state before the values.
    await server.current.do('purchaser', lineCreate, { params: { id }, body: line() });
    await send(server.current, id);
    expect((await create('accountant', id, { product_variant_id: NOTHING })).status).toBe(403);
    expect((await create('purchaser', id, { product_variant_id: NOTHING })).status).toBe(409);
    await server.current.do('purchaser', invoiceSend, { params: { id }, body: { value: false } });
    expect((await create('purchaser', id, { product_variant_id: NOTHING })).status).toBe(422);
  });

  it('entering: the author with `add`, anybody with `edit`; others only look', async () => {
    const id = await draft(server.current, [line()]);
    const { id: lineId } = await firstLine(server.current, id);
    const all = (who: PersonName) => [
      () => server.current.call(who, lineCreate, { params: { id }, body: line() }),
      () => server.current.call(who, lineCreateMany, { params: { id }, body: { lines: [line()] } }),
      () => server.current.call(who, lineUpdate, { params: { id: lineId }, body: line() }),
      () => server.current.call(who, lineDelete, { params: { id: lineId } }),
      () => server.current.call(who, invoiceChangePartner, { params: { id }, body: head(newNumber()) }),
      () =>
        server.current.call(who, invoiceUpdate, { params: { id }, body: { ...head(newNumber()), input_products: [] } }),
      () => server.current.call(who, invoiceSend, { params: { id }, body: { value: true } }),
      () => server.current.call(who, invoiceUploadFile, { params: { id }, form: fileForm({}, new Uint8Array(PNG)) }),
      () => server.current.call(who, invoiceDelete, { params: { id } }),
      () =>
        server.current.call(who, invoiceCancel, {
          params: { id },
          body: { canceled_commentary: 'Xato', canceled_commentary_type: 'other' },
        }),
    ];
    for (const ask of all('accountant')) await refused(ask, 403, 'forbidden');
    await being('stranger', { rules: ['product_invoice.show', 'product_invoice.add'] }, async () => {
      // `add` is for one's own.
      for (const ask of all('stranger')) await refused(ask, 403, 'forbidden');
    });
    await being('stranger', { rules: ['product_invoice.show', 'product_invoice.edit'] }, async () => {
      await server.current.do('stranger', lineCreate, { params: { id }, body: line() });
      await server.current.do('stranger', invoiceSend, { params: { id }, body: { value: true } });
    });
    await refused(
      () => server.current.call('purchaser', invoiceConfirm, { params: { id }, body: { value: true } }),
      403,
      'forbidden',
    );
  });

  it('serial numbers: who enters, and the storekeeper of the branch', async () => {
    const id = await draft(server.current, [phones(3)]);
    const { id: lineId } = await firstLine(server.current, id);
    const attach = (who: PersonName) =>
      server.current.call(who, attachSerials, {
        body: {
          input_product_id: lineId,
          serial_numbers: [{ serial_number: `W-${randomUUID()}`, imei_numbers: [] }],
          has_many: true,
        },
      });
    expect((await attach('purchaser')).status).toBe(200);
    expect((await attach('warehouseman')).status).toBe(200);
    await refused(() => attach('accountant'), 403, 'forbidden');
    await refused(() => attach('nobody'), 403, 'forbidden');
  });

  it('cancelling: who enters a draft, who confirms a sent one', async () => {
    const body = { canceled_commentary: 'Tovar kelmadi', canceled_commentary_type: 'goods_not_received' as const };
    const cancel = (who: PersonName, id: number) => server.current.call(who, invoiceCancel, { params: { id }, body });
    const id = await draft(server.current, [line()]);
    await refused(() => cancel('accountant', id), 403, 'forbidden');
    expect((await cancel('purchaser', id)).body.data).toMatchObject({
      status: 'cancelled',
      ...body,
      allowed_events: ['file.add'],
    });
    const other = await sent(server.current, [line()]);
    await refused(() => cancel('purchaser', other), 403, 'forbidden');
    expect((await cancel('accountant', other)).body.data.status).toBe('cancelled');
    for (const who of ['purchaser', 'accountant'] as const) {
      await refused(() => cancel(who, other), 409, 'not_allowed_now');
    }
    const done = await confirmed(server.current, [line()]);
    await refused(() => cancel('accountant', done.id), 409, 'not_allowed_now');
    for (const wrong of [
      { ...body, canceled_commentary: ' ' },
      { ...body, canceled_commentary_type: 'boredom' },
      { canceled_commentary: 'Xato' },
    ]) {
      const open = await draft(server.current);
      await refused(() => server.current.call('purchaser', invoiceCancel, { params: { id: open }, body: wrong }), 422);
    }
    expect(
      await server.current.db.kysely
        .selectFrom('stock_move')
        .select('id')
        .where('document_id', 'in', [id, other])
        .execute(),
    ).toEqual([]);
  });
});

describe('the list', () => {
  it('filters, sums over the filter, counts by state, sorts and pages', async () => {
    const other = withOther();
    await other(async (ids) => {
      const list = (query: object) => server.current.do('director', invoiceIndex, { query });
      const all = await list({ search: 'RO-' });
      expect(all.data.map((one) => one.id)).toEqual([...ids].reverse());
      expect(all.meta).toMatchObject({ total: 4, current_page: 1, per_page: 15 });
      for (const name of ['statuses', 'totals']) expect(all.meta).not.toHaveProperty(name);
      const figures = async (query: object) => ({
        ...(await list({ search: 'RO-', ...query, part: 'totals' })).meta,
        ...(await list({ search: 'RO-', ...query, part: 'counts' })).meta,
      });
      const whole = {
        total: 4,
        statuses: { draft: 2, sent: 1, confirmed: 1 },
        // 10 × 100,000 sent, 3 × 100,000 and 5 × 100.50 confirmed; two drafts of 5 × 100,000 are left out
        totals: { UZS: 1_300_000, USD: 502.5 },
        left_out: { draft: { UZS: 1_000_000 } },
      };
      expect(await figures({})).toMatchObject(whole);
      expect((await list({ search: 'RO-', part: 'exact' })).meta).toMatchObject(whole);
      expect((await list({ search: 'RO-', part: 'counts' })).data).toEqual([]);
      expect(all.data[0]).not.toHaveProperty('duplicates');
      const of = async (query: object) =>
        (await list({ search: 'ro-', ...query })).data.map((one) => ids.indexOf(one.id));
      expect(await of({ status: 'sent' })).toEqual([1]);
      expect(await figures({ status: 'sent' })).toMatchObject({
        total: 1,
        statuses: { draft: 2, sent: 1, confirmed: 1 },
        totals: { UZS: 1_000_000, USD: 0 },
        left_out: {},
      });
      expect(await of({ partner: 2 })).toEqual([3]);
      expect(await of({ organization_id: OTHER_ORGANIZATION })).toEqual([3]);
      expect(await of({ territory_id: 1 })).toEqual([3, 2, 1, 0]);
      expect(await of({ territory_id: 2 })).toEqual([]);
      expect(await of({ type: 'special' })).toEqual([0]);
      expect(await of({ date: '2026-11-02' })).toEqual([1]);
      expect(await of({ date: '2026-11-01,2026-11-02' })).toEqual([1, 0]);
      expect(await of({ id: ids[2] })).toEqual([2]);
      expect(await of({ sort: 'created_at' })).toEqual([0, 1, 2, 3]);
      expect(await of({ sort: '-created_at' })).toEqual([3, 2, 1, 0]);
      expect(await of({ sort: 'invoice_date' })).toEqual([0, 1, 2, 3]);
      expect(await of({ sort: '-invoice_date' })).toEqual([3, 2, 1, 0]);
      expect((await list({ search: '%' })).meta.total).toBe(0);
      const number = (await show(server.current, ids[0] ?? 0)).number;
      expect((await list({ search: number })).data.map((one) => one.id)).toEqual([ids[0]]);
      expect((await list({ search: 'RO-', page: 2 })).data).toEqual([]);
      for (const per_page of [30, 50, 100])
        expect((await list({ search: 'RO-', per_page })).meta.per_page).toBe(per_page);
      for (const wrong of [
        { per_page: 20 },
        { status: 'deleted' },
        { sort: 'id' },
        { date: '21.11.2026' },
        { date: '2026-02-31' },
      ]) {
        expect(
          (await server.current.call('director', invoiceIndex, { query: wrong as never })).status,
          JSON.stringify(wrong),
        ).toBe(422);
      }
    });
  });

  /** Four invoices that nothing else is called like. */
  const withOther = () => async (command: (ids: number[]) => Promise<void>) => {
    const on = server.current;
    const ids = [
      await draft(on, [line()], { number_invoice: 'RO-1', invoice_date: '2026-11-01', type: 'special' as never }),
      await sent(on, [line({ count: 10 })], { number_invoice: 'RO-2', invoice_date: '2026-11-02' }),
      (
        await confirmed(on, [line({ count: 3 }), dollars({ count: 5 })], {
          number_invoice: 'RO-3',
          invoice_date: '2026-11-03',
        })
      ).id,
      (
        await on.do('director', invoiceCreate, {
          body: { ...head('RO-4', 2), invoice_date: '2026-11-04', warehouse_list_id: OTHER_SHOP },
        })
      ).data.id,
    ];
    await on.do('director', lineCreate, { params: { id: ids[3] ?? 0 }, body: line({ count: 5 }) });
    await command(ids);
  };

  it('sums what counts; drafts and cancelled ones apart, or themselves where they are asked for', async () => {
    const on = server.current;
    const number = newNumber();
    const one = (body: Parameters<typeof line>[0]) => draft(on, [line(body)], { number_invoice: number });
    await sent(on, [line({ value: 7_000, count: 3 })], { number_invoice: number });
    await one({ value: 1_000, count: 2 });
    for (const value of [10_000, 20_000]) {
      const body = { canceled_commentary: 'Xato', canceled_commentary_type: 'other' } as const;
      await on.do('purchaser', invoiceCancel, { params: { id: await one({ value, count: 1 }) }, body });
    }
    const called = await draft(on, [dollars({ count: 2 })], { number_invoice: number });
    await on.do('purchaser', invoiceCancel, {
      params: { id: called },
      body: { canceled_commentary: 'Xato', canceled_commentary_type: 'other' },
    });
    const figures = async (query: object) => {
      const { meta } = await on.do('director', invoiceIndex, { query: { search: number, part: 'totals', ...query } });
      return { totals: meta.totals, left_out: meta.left_out };
    };
    const whole = {
      totals: { UZS: 21_000, USD: 0 },
      left_out: { draft: { UZS: 2_000 }, cancelled: { UZS: 30_000, USD: 201 } },
    };
    expect(await figures({})).toEqual(whole);
    expect(await figures({ part: 'exact' })).toEqual(whole);
    expect(await figures({ status: 'sent' })).toEqual({ totals: { UZS: 21_000, USD: 0 }, left_out: {} });
    expect(await figures({ status: 'draft' })).toEqual({ totals: { UZS: 2_000, USD: 0 }, left_out: {} });
    expect(await figures({ status: 'cancelled' })).toEqual({ totals: { UZS: 30_000, USD: 201 }, left_out: {} });
  });

  it('asks the database the same number of times for one and for many', async () => {
    const on = server.current;
    const { kysely } = on.db;
    const counted = async (command: () => Promise<unknown>): Promise<number> => {
      const executor = Object.getPrototypeOf(kysely.getExecutor()) as { executeQuery: (...of: unknown[]) => unknown };
      const base = Object.getPrototypeOf(executor) as typeof executor;
      const own = Object.hasOwn(executor, 'executeQuery') ? executor : base;
      const { executeQuery } = own;
      let asked = 0;
      own.executeQuery = function (this: unknown, ...of: unknown[]) {
        asked += 1;
        return executeQuery.apply(this, of);
      };
      try {
        await command();
      } finally {
        own.executeQuery = executeQuery;
      }
      return asked;
    };
    await on.tokenOf('director');
    const one = await draft(on, [line()], { number_invoice: 'QS-1' });
    const many = await draft(on, [], { number_invoice: 'QM-0' });
    await on.do('purchaser', lineCreateMany, {
      params: { id: many },
      body: { lines: Array.from({ length: 40 }, (_, at) => line({ product_variant_id: (at % 10) + PLAIN })) },
    });
    for (let n = 1; n < 12; n += 1) await draft(on, [line()], { number_invoice: `QM-${n}` });
    const list = (search: string) => counted(() => on.do('director', invoiceIndex, { query: { search } }));
    const few = await list('QS-');
    expect(few).toBeGreaterThan(3);
    expect(await list('QM-')).toBe(few);
    const lines = (id: number) => counted(() => on.do('director', lineIndex, { params: { id } }));
    expect(await lines(many)).toBe(await lines(one));
  });
});

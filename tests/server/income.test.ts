import { describe, expect, it } from 'vitest';
import { incomeIndex, incomeShow } from '../../contract/income.ts';
import { invoiceCancel, invoiceConfirm, invoiceCreate, invoiceSend } from '../../contract/invoices/heads.ts';
import { lineCreate, lineIndex } from '../../contract/invoices/lines.ts';
import { attachSerials } from '../../contract/invoices/serials.ts';
import { head, line } from './lifecycles/invoice.driver.ts';
import { type PersonName, PHONE, type Server, withServer } from './world.ts';

const server = withServer();

/** An invoice of five plain goods and two phones, one of them scanned. */
async function invoice(on: Server, number: string, warehouse = 1): Promise<number> {
  const { data } = await on.do('director', invoiceCreate, { body: { ...head(number), warehouse_list_id: warehouse } });
  const params = { id: data.id };
  await on.do('director', lineCreate, { params, body: line() });
  await on.do('director', lineCreate, { params, body: line({ product_variant_id: PHONE, count: 2 }) });
  await scan(on, data.id, `${number}-1`);
  return data.id;
}

async function scan(on: Server, id: number, serial_number: string) {
  const { data } = await on.do('director', lineIndex, { params: { id } });
  const phones = data.find((one) => one.product_variant.id === PHONE);
  await on.do('director', attachSerials, {
    body: {
      input_product_id: phones?.id ?? 0,
      serial_numbers: [{ serial_number, imei_numbers: [] }],
      has_many: true,
    },
  });
}

const send = (on: Server, id: number) => on.do('director', invoiceSend, { params: { id }, body: { value: true } });
const listOf = async (who: PersonName, query: Record<string, unknown> = {}) =>
  (await server.current.call(who, incomeIndex, { query: query as never })).body;

/** Every key anywhere in an answer. */
const keysOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(keysOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
      : [];

describe('goods from suppliers, for the storekeeper', () => {
  it('shows what was sent and confirmed, never a draft or what was called off', async () => {
    const on = server.current;
    const draft = await invoice(on, 'DRAFT');
    const sent = await invoice(on, 'SENT');
    await send(on, sent);
    const confirmed = await invoice(on, 'DONE');
    await scan(on, confirmed, 'DONE-2');
    await send(on, confirmed);
    await on.do('director', invoiceConfirm, { params: { id: confirmed }, body: { value: true } });
    const off = await invoice(on, 'OFF');
    await send(on, off);
    await on.do('director', invoiceCancel, {
      params: { id: off },
      body: { canceled_commentary: 'Kelmadi', canceled_commentary_type: 'goods_not_received' },
    });

    const { data, meta } = await listOf('warehouseman');
    expect(data.map((one) => one.number_invoice)).toEqual(['DONE', 'SENT']);
    expect(data[1]).toMatchObject({ lines: 2, units: 7, serials: { saved: 1, needed: 2 }, status: 'sent' });
    expect(data[0]?.serials).toEqual({ saved: 2, needed: 2 });
    expect(meta.total).toBe(2);
    expect((await listOf('warehouseman', { part: 'counts' })).meta.statuses).toEqual({ sent: 1, confirmed: 1 });
    expect((await listOf('warehouseman', { part: 'totals' })).meta.totals).toEqual({ lines: 4, units: 14 });
    for (const id of [draft, off, 999_999]) {
      const answer = await on.call('warehouseman', incomeShow, { params: { id } });
      expect(answer.status, String(id)).toBe(404);
    }
  });

  it('filters by warehouse, partner, state, day and number', async () => {
    const numbers = async (query: Record<string, unknown>) =>
      (await listOf('warehouseman', query)).data.map((one) => one.number_invoice);
    expect(await numbers({ warehouse_id: 1 })).toEqual(['DONE', 'SENT']);
    expect(await numbers({ warehouse_id: 2 })).toEqual([]);
    expect(await numbers({ partner: 2 })).toEqual([]);
    expect(await numbers({ status: 'sent' })).toEqual(['SENT']);
    expect(await numbers({ search: 'don' })).toEqual(['DONE']);
    expect(await numbers({ date: '2026-11-20' })).toEqual(['DONE', 'SENT']);
    expect(await numbers({ date: '2026-11-01,2026-11-19' })).toEqual([]);
    expect(await numbers({ sort: 'created_at' })).toEqual(['SENT', 'DONE']);
    expect((await listOf('warehouseman', { status: 'sent', part: 'counts' })).meta.statuses).toEqual({
      sent: 1,
      confirmed: 1,
    });
  });

  it('names lines with their counts, and their units when the paper asks', async () => {
    const [, sent] = (await listOf('warehouseman')).data;
    const params = { id: sent?.id ?? 0 };
    const { data } = await server.current.do('warehouseman', incomeShow, { params });
    expect(data.input_products.map((one) => [one.variant.sku, one.count, one.serials, one.units])).toEqual([
      ['SKU-1', 5, { saved: 0, needed: 0 }, []],
      ['SKU-11', 2, { saved: 1, needed: 2 }, []],
    ]);
    const paper = await server.current.do('warehouseman', incomeShow, { params, query: { units: 'true' } });
    expect(paper.data.input_products[1]?.units).toEqual([{ serial_number: 'SENT-1', imei_numbers: [] }]);
  });

  it('contains no price anywhere', async () => {
    const list = await listOf('director');
    const { data } = await server.current.do('director', incomeShow, { params: { id: list.data[0]?.id ?? 0 } });
    const keys = [...keysOf(list), ...keysOf(data)];
    expect(keys.filter((key) => /price|cost|value|sum|currency|cash|additional/.test(key))).toEqual([]);
  });

  it('holds a storekeeper to the own organization', async () => {
    const elsewhere = await invoice(server.current, 'REG', 4);
    await send(server.current, elsewhere);
    expect((await listOf('director')).data.map((one) => one.number_invoice)).toContain('REG');
    expect((await listOf('warehouseman')).data.map((one) => one.number_invoice)).not.toContain('REG');
    const show = (who: PersonName) => server.current.call(who, incomeShow, { params: { id: elsewhere } });
    expect((await show('warehouseman')).status).toBe(404);
    expect((await show('director')).status).toBe(200);
    expect((await server.current.call('purchaser', incomeIndex)).status).toBe(403);
  });
});

/** Invoices: opening, the head, duplicates (spec 7, decisions 24, 25, 43). */
import { describe, expect, it } from 'vitest';
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceHistory,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
} from '../../contract/invoices/heads.ts';
import type { Invoice } from '../../contract/invoices/invoice.ts';
import { lineCreate } from '../../contract/invoices/lines.ts';
import { attachSerials } from '../../contract/invoices/serials.ts';
import messages from '../../locales/uz/server.json' with { type: 'json' };
import { NOTHING } from './acts.ts';
import { invoiceAccessKit, OTHER_SHOP } from './invoiceAccessKit.ts';
import {
  dollars,
  draft,
  head,
  invoiceFingerprint,
  line,
  linesOf,
  newNumber,
  phones,
  scan,
  serials,
  show,
  sum,
} from './invoiceKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { refused } = invoiceAccessKit(server);

const TRANSIT = 3;

describe('opening', () => {
  it('makes a draft of the warehouse’s organization with a number of its own', async () => {
    const body = head(newNumber());
    const { data, message } = await server.current.do('purchaser', invoiceCreate, { body });
    expect(data).toMatchObject({
      status: 'draft',
      partner_id: 1,
      partner: 'Artel Savdo',
      partner_firm: 'Artel Savdo MChJ',
      organization_id: ORGANIZATION,
      territory: 'Toshkent',
      warehouse_list_id: 1,
      number_invoice: body.number_invoice,
      invoice_date: '2026-11-20',
      type: 'regular',
      comment: 'Kuzgi kirim',
      practice_day: null,
      facts: { lines: 0, missing: 0 },
      units: 0,
      totals: { UZS: 0, USD: 0 },
      duplicates: [],
      version: 1,
      created_by: { id: PEOPLE.purchaser.id },
    });
    expect(data.number).toMatch(/^CHL-26-\d{4}$/);
    expect(message).toBe('Hisob-faktura ochildi.');
    expect(data.allowed_events.sort()).toEqual(
      [
        'file.add',
        'file.remove',
        'invoice.cancel',
        'invoice.delete',
        'invoice.update',
        'line.add',
        'partner.change',
      ].sort(),
    );
  });

  it('names what is wrong in the head by its field', async () => {
    const { kysely } = server.current.db;
    const create = (more: object) => () =>
      server.current.call('purchaser', invoiceCreate, { body: { ...head(newNumber()), ...more } });
    expect((await refused(create({ partner_id: NOTHING, partner_firm_id: null }), 422, 'validation')).errors).toEqual({
      partner_id: ['Bunday hamkor yoʻq.'],
    });
    expect((await refused(create({ partner_firm_id: 2 }), 422, 'validation')).errors).toHaveProperty('partner_firm_id');
    for (const warehouse_list_id of [NOTHING, TRANSIT]) {
      const error = await refused(create({ warehouse_list_id }), 422, 'validation');
      expect(Object.keys(error.errors ?? {})).toEqual(['warehouse_list_id']);
    }
    expect((await refused(create({ number_invoice: '  ' }), 422, 'validation')).errors).toHaveProperty(
      'number_invoice',
    );
    expect((await refused(create({ invoice_date: '2026-02-30' }), 422)).errors).toHaveProperty('invoice_date');
    for (const invoice_date of ['0000-01-01', '1926-11-20', '2206-11-22'])
      expect((await refused(create({ invoice_date }), 422)).errors).toEqual({
        invoice_date: ['Sana 2000-yildan 2099-yilgacha boʻladi.'],
      });
    expect((await refused(create({ type: 'odd' }), 422)).errors).toHaveProperty('type');
    await kysely.updateTable('partner').set({ active: false }).where('id', '=', 2).execute();
    expect((await refused(create({ partner_id: 2, partner_firm_id: 2 }), 422)).errors).toHaveProperty('partner_id');
    await kysely.updateTable('partner').set({ active: true }).where('id', '=', 2).execute();
    await kysely.updateTable('partner_firm').set({ active: false }).where('id', '=', 1).execute();
    expect((await refused(create({}), 422)).errors).toHaveProperty('partner_firm_id');
    await kysely.updateTable('partner_firm').set({ active: true }).where('id', '=', 1).execute();
    await kysely.updateTable('warehouse_list').set({ active: false }).where('id', '=', 2).execute();
    expect((await refused(create({ warehouse_list_id: 2 }), 422)).errors).toHaveProperty('warehouse_list_id');
    await kysely.updateTable('warehouse_list').set({ active: true }).where('id', '=', 2).execute();
  });

  it('takes another organization’s warehouse only from the office', async () => {
    const body = { ...head(newNumber()), warehouse_list_id: OTHER_SHOP };
    await refused(() => server.current.call('purchaser', invoiceCreate, { body }), 403, 'forbidden');
    const { data } = await server.current.do('director', invoiceCreate, { body });
    expect(data).toMatchObject({ organization_id: OTHER_ORGANIZATION, organization: 'Registon filiali' });
    expect(data.number).toMatch(/^REG-26-/);
    // Another branch does not even see the paper.
    expect((await server.current.call('purchaser', invoiceShow, { params: { id: data.id } })).status).toBe(404);
  });

  it('needs `add`', async () => {
    for (const who of ['accountant', 'warehouseman', 'nobody'] as const) {
      await refused(() => server.current.call(who, invoiceCreate, { body: head(newNumber()) }), 403, 'forbidden');
    }
  });
});

describe('the head', () => {
  it('changes with its lines kept; what is left out stays', async () => {
    const id = await draft(server.current, [line(), dollars()], { type: 'special' as never });
    const before = await linesOf(server.current, id);
    const { comment: _c, type: _t, ...bare } = head(newNumber(), 2);
    const { data } = await server.current.do('purchaser', invoiceChangePartner, {
      params: { id },
      body: { ...bare, input_products: [{ any: 'thing' }] },
    });
    expect(data).toMatchObject({
      partner_id: 2,
      partner_firm_id: 2,
      number_invoice: bare.number_invoice,
      type: 'special',
      comment: 'Kuzgi kirim',
    });
    expect(await linesOf(server.current, id)).toEqual(before);
    const { data: history } = await server.current.do('purchaser', invoiceHistory, { params: { id } });
    expect(history[0]).toMatchObject({
      event: 'partner.change',
      user: { id: PEOPLE.purchaser.id },
      payload: { before: { partner_id: 1, partner: 'Artel Savdo' }, after: { partner_id: 2 } },
    });
  });

  it('is replaced with the lines in one transaction: a bad line leaves everything as it was', async () => {
    const id = await draft(server.current, [line(), line({ product_variant_id: 2 })]);
    const body = (input_products: object[]) => ({ ...head(newNumber(), 2), input_products });
    const [first] = await linesOf(server.current, id);
    const number = `LOT-${id}`;
    await server.current.do('purchaser', attachSerials, {
      body: {
        input_product_id: first?.id ?? 0,
        has_many: false,
        serial_numbers: [{ serial_number: number, imei_numbers: [] }],
      },
    });
    const error = await refused(
      () =>
        server.current.call('purchaser', invoiceUpdate, {
          params: { id },
          body: body([line(), line({ product_variant_id: NOTHING }), line({ currency_id: NOTHING })]),
        }),
      422,
      'validation',
    );
    expect(Object.keys(error.errors ?? {})).toEqual([
      'input_products.1.product_variant_id',
      'input_products.2.currency_id',
    ]);
    const { data } = await server.current.do('purchaser', invoiceUpdate, {
      params: { id },
      body: body([line({ product_variant_id: 3, count: 2, selling_price: 999, selling_price_overridden: true })]),
    });
    expect(data).toMatchObject({ partner_id: 2, units: 2, facts: { lines: 1, missing: 0 }, totals: { UZS: 200_000 } });
    const lines = await linesOf(server.current, id);
    expect(lines).toHaveLength(1);
    const { data: history } = await server.current.do('purchaser', invoiceHistory, { params: { id } });
    expect(history[0]).toMatchObject({
      event: 'invoice.update',
      payload: { lines_before: 2, lines_after: 1, overridden: ['Tovar 3'] },
    });
    // what was replaced is in the log, its numbers too
    expect(history[0]?.payload).toMatchObject({
      removed: [{ title: 'Tovar 1', count: first?.count, value: first?.value }, { title: 'Tovar 2' }],
      serials: [number],
    });
    await server.current.do('purchaser', invoiceUpdate, { params: { id }, body: body([]) });
    expect(await linesOf(server.current, id)).toEqual([]);
  });

  it('limits of a replaced invoice are those of its new organization', async () => {
    const { kysely } = server.current.db;
    await kysely
      .insertInto('product_limit')
      .values({
        organization_id: OTHER_ORGANIZATION,
        variant_id: 9,
        min: 0,
        max: 6,
        valid_from: '2026-01-01',
        status: 'valid',
      })
      .execute();
    const id = (await server.current.do('director', invoiceCreate, { body: head(newNumber()) })).data.id;
    const update = (warehouse_list_id: number) =>
      server.current.call('director', invoiceUpdate, {
        params: { id },
        body: {
          ...head(newNumber()),
          warehouse_list_id,
          input_products: [line({ product_variant_id: 9, count: 2, check: true })],
        },
      });
    const error = await refused(() => update(OTHER_SHOP), 422, 'warnings');
    expect(error.errors).toEqual({ 'input_products.0.count': ['Limitdan oshadi: yana 1 ta sigʻadi.'] });
    expect((await update(1)).status).toBe(200);
    await kysely.deleteFrom('product_limit').execute();
  });

  it('is refused when it was changed by somebody else meanwhile', async () => {
    const id = await draft(server.current);
    const change = (who: PersonName, ifMatch: number | string) =>
      server.current.call(who, invoiceChangePartner, { params: { id }, body: head(`${who}-${ifMatch}`), ifMatch });
    expect((await change('director', 1)).status).toBe(200);
    const before = await invoiceFingerprint(server.current);
    const late = await change('purchaser', 1);
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    expect(late.error.current).toMatchObject({
      id,
      version: 2,
      number_invoice: 'director-1',
    } satisfies Partial<Invoice>);
    for (const [one, body] of [
      [invoiceUpdate, { ...head('x'), input_products: [] }],
      [invoiceCancel, { canceled_commentary: 'Xato', canceled_commentary_type: 'other' }],
      [invoiceDelete, undefined],
    ] as const) {
      const answer = await server.current.call('purchaser', one as typeof invoiceUpdate, {
        params: { id },
        ...(body ? { body } : {}),
        ifMatch: 1,
      });
      expect([answer.status, answer.error.code], one.id).toEqual([409, 'stale']);
    }
    expect(await invoiceFingerprint(server.current)).toBe(before);
    await server.current.do('purchaser', lineCreate, { params: { id }, body: line() });
    const old = await server.current.call('purchaser', invoiceSend, {
      params: { id },
      body: { value: true },
      ifMatch: 2,
    });
    expect([old.status, old.error.code]).toEqual([409, 'stale']);
    const { data } = await server.current.do('purchaser', invoiceSend, {
      params: { id },
      body: { value: true },
      ifMatch: 3,
    });
    const seen = await server.current.call('accountant', invoiceConfirm, {
      params: { id },
      body: { value: true },
      ifMatch: data.version - 1,
    });
    expect([seen.status, seen.error.code]).toEqual([409, 'stale']);
  });
});

describe('a copy', () => {
  it('begins with the lines of another, at the rates of its own day and without their serial numbers and labels', async () => {
    const source = await draft(server.current, [
      sum({ count: 3, print: true, print_count: 4 }),
      dollars({ currency_change: 11_000, selling_price: 5_000_000, selling_price_overridden: true }),
      phones(2),
    ]);
    const [, , phone] = await linesOf(server.current, source);
    await scan(server.current, phone?.id ?? 0, serials(2));
    const body = { ...head(newNumber()), copy_of: source };
    const { data, message } = await server.current.do('purchaser', invoiceCreate, { body });
    const before = await linesOf(server.current, source);
    const lines = await linesOf(server.current, data.id);
    expect(lines).toHaveLength(3);
    const figures = ({ product_variant, count, value, no_cash }: (typeof lines)[number]) => {
      return [product_variant.id, count, value, no_cash];
    };
    expect(lines.map(figures)).toEqual(before.map(figures));
    expect(lines[0]).toMatchObject({ print: false, print_count: 1, selling_price: before[0]?.selling_price });
    // a price that was set by hand stays, the rate is today's
    expect(lines[1]).toMatchObject({ currency_change: 12_000, selling_price: 5_000_000 });
    expect((await show(server.current, data.id)).facts.missing).toBe(2);
    expect([data.status, data.number === (await show(server.current, source)).number]).toEqual(['draft', false]);
    expect(message).toBe(messages.actions.invoice_created);
  });

  it('names the products that are in the archive and leaves them out', async () => {
    const source = await draft(server.current, [sum(), sum({ product_variant_id: 9 })]);
    const { kysely } = server.current.db;
    await kysely.updateTable('product_variant').set({ active: false }).where('id', '=', 9).execute();
    const body = { ...head(newNumber()), copy_of: source };
    const { data, message } = await server.current.do('purchaser', invoiceCreate, { body });
    await kysely.updateTable('product_variant').set({ active: true }).where('id', '=', 9).execute();
    expect(await linesOf(server.current, data.id)).toHaveLength(1);
    expect(message).toContain('Tovar 9');
  });

  it('is made only of an invoice that the person sees, and then of nothing else', async () => {
    const number = newNumber();
    const answer = await server.current.call('purchaser', invoiceCreate, {
      body: { ...head(number), copy_of: 2_000_000 },
    });
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    const { data } = await server.current.do('director', invoiceIndex, { query: { search: number } });
    expect(data).toEqual([]);
  });
});

describe('duplicates: same partner, number and year', () => {
  it('are answered with their state and never refused', async () => {
    const number = newNumber();
    const first = await draft(server.current, [line()], { number_invoice: number });
    const second = await draft(server.current, [line()], { number_invoice: number, invoice_date: '2026-01-02' });
    const lastYear = await draft(server.current, [], { number_invoice: number, invoice_date: '2025-12-31' });
    const other = await draft(server.current, [], { number_invoice: number, partner_id: 2, partner_firm_id: 2 });
    const dropped = await draft(server.current, [], { number_invoice: number });
    await server.current.do('purchaser', invoiceDelete, { params: { id: dropped } });
    await server.current.do('purchaser', invoiceCancel, {
      params: { id: first },
      body: { canceled_commentary: 'Ikki marta', canceled_commentary_type: 'duplicate_invoice' },
    });
    expect((await show(server.current, second)).duplicates).toEqual([
      { id: first, number_invoice: number, invoice_date: '2026-11-20', status: 'cancelled' },
    ]);
    // Letters of either case, with or without spaces, are one number.
    for (const spelt of [number.toLowerCase(), ` ${number.replace('-', ' - ')} `]) {
      const again = await draft(server.current, [], { number_invoice: spelt });
      expect((await show(server.current, again)).duplicates.map(({ id }) => id)).toContain(first);
      await server.current.do('purchaser', invoiceDelete, { params: { id: again } });
    }
    const cyrillic = newNumber().replace('T', 'ТПХ');
    const large = await draft(server.current, [], { number_invoice: cyrillic });
    const little = await draft(server.current, [], { number_invoice: cyrillic.toLowerCase() });
    expect((await show(server.current, little)).duplicates).toMatchObject([{ id: large }]);
    expect((await show(server.current, lastYear)).duplicates).toEqual([]);
    expect((await show(server.current, other)).duplicates).toEqual([]);
    expect(
      (await server.current.do('purchaser', invoiceSend, { params: { id: second }, body: { value: true } })).data,
    ).toMatchObject({
      status: 'sent',
      duplicates: [{ id: first }],
    });
  });
});

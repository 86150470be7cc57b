/** Organization invoices: head, list, rights, lifecycle and files (spec 7, decisions 21, 24, 25, 38, 43, 47). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceHistory,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
  invoiceUploadFile,
} from '../../contract/invoices/heads.ts';
import type { Invoice } from '../../contract/invoices/invoice.ts';
import {
  lineCorrect,
  lineCreate,
  lineCreateMany,
  lineDelete,
  lineIndex,
  lineUpdate,
} from '../../contract/invoices/lines.ts';
import { attachSerials, serialIndex } from '../../contract/invoices/serials.ts';
import { NOTHING } from './acts.ts';
import {
  confirm,
  confirmed,
  dollars,
  draft,
  firstLine,
  head,
  invoiceFingerprint,
  line,
  linesOf,
  newNumber,
  phones,
  send,
  sent,
  show,
} from './invoiceKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();
/** Shop of the other branch, and the transit warehouse of the first. */
const OTHER_SHOP = 4;
const TRANSIT = 3;

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

/** Refused with these, and nothing changed. */
async function refused(
  ask: () => Promise<{ status: number; error: { code: string; errors?: Record<string, string[]> } }>,
  status: number,
  code?: string,
): Promise<{ code: string; errors?: Record<string, string[]> }> {
  const before = await invoiceFingerprint(server.current);
  const answer = await ask();
  expect([answer.status, code ? answer.error.code : undefined], JSON.stringify(answer.error)).toEqual([status, code]);
  expect(await invoiceFingerprint(server.current)).toBe(before);
  return answer.error;
}

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
      .values({ organization_id: OTHER_ORGANIZATION, product_variant_id: 9, max_qty: 6, valid_from: '2026-01-01' })
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

describe('the lifecycle', () => {
  it('sends, takes back, confirms; each step has its moment', async () => {
    const id = await draft(server.current);
    await refused(
      () => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: true } }),
      409,
      'no_lines',
    );
    await server.current.do('purchaser', lineCreate, { params: { id }, body: line() });
    const step = (value: boolean) => server.current.do('purchaser', invoiceSend, { params: { id }, body: { value } });
    const there = await step(true);
    expect(there.data.sent_at).not.toBeNull();
    expect(there.message).toBe('Hisob-faktura tasdiqlashga yuborildi.');
    const back = await step(false);
    expect([back.data.status, back.data.sent_at]).toEqual(['draft', null]);
    await refused(() => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: false } }), 409);
    await step(true);
    await refused(
      () => server.current.call('accountant', invoiceConfirm, { params: { id }, body: { value: false } }),
      422,
      'validation',
    );
    const { data } = (await confirm(server.current, id)).body;
    expect(data).toMatchObject({
      status: 'confirmed',
      practice_day: { date: '2026-11-21' },
      confirmed_by: { id: PEOPLE.accountant.id },
    });
    expect(Object.keys((await show(server.current, id)).moments).sort()).toEqual(['confirmed', 'draft', 'sent']);
    const { data: history } = await server.current.do('accountant', invoiceHistory, { params: { id } });
    expect(history.map((one) => one.event).reverse()).toEqual([
      'invoice.create',
      'line.add',
      'invoice.send',
      'invoice.takeBack',
      'invoice.send',
      'invoice.confirm',
    ]);
  });

  it('names the lines whose serial numbers are missing', async () => {
    const id = await draft(server.current, [line(), phones(2), phones(3, { product_variant_id: 12 })]);
    await send(server.current, id);
    const before = await invoiceFingerprint(server.current);
    const answer = await confirm(server.current, id);
    expect([answer.status, answer.error.code]).toEqual([409, 'serials_missing']);
    expect(answer.error.lines).toEqual([
      { product_variant_id: PHONE, title: 'Smartfon 11', text: '0 / 2' },
      { product_variant_id: 12, title: 'Smartfon 12', text: '0 / 3' },
    ]);
    expect(answer.error.message).toContain('5');
    expect(await invoiceFingerprint(server.current)).toBe(before);
  });

  it('a dropped draft is nowhere', async () => {
    const id = await draft(server.current, [line()]);
    const { id: lineId } = await firstLine(server.current, id);
    await server.current.do('purchaser', invoiceDelete, { params: { id } });
    for (const answer of [
      await server.current.call('director', invoiceShow, { params: { id } }),
      await server.current.call('director', lineIndex, { params: { id } }),
      await server.current.call('director', invoiceHistory, { params: { id } }),
      await server.current.call('director', lineUpdate, { params: { id: lineId }, body: line() }),
      await server.current.call('director', invoiceDelete, { params: { id } }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await server.current.do('director', invoiceIndex, { query: { id } })).meta.total).toBe(0);
    const { data } = await confirmedLines();
    expect((await server.current.call('director', invoiceDelete, { params: { id: data.id } })).status).toBe(409);
  });

  const confirmedLines = async () => ({ data: await confirmed(server.current, [line()]) });
});

describe('Idempotency-Key', () => {
  it('every writing call answers its first answer again and does nothing twice', async () => {
    const id = await draft(server.current, [line(), phones(2)]);
    const [plain, phone] = await linesOf(server.current, id);
    const serial_numbers = [1, 2].map((n) => ({ serial_number: `KEY-${n}`, imei_numbers: [] }));
    const asked: [string, (key: string) => Promise<{ status: number; body: unknown }>][] = [
      ['create', (key) => server.current.call('purchaser', invoiceCreate, { body: head('KEY-1'), key })],
      [
        'head',
        (key) => server.current.call('purchaser', invoiceChangePartner, { params: { id }, body: head('KEY-2'), key }),
      ],
      ['line', (key) => server.current.call('purchaser', lineCreate, { params: { id }, body: line(), key })],
      [
        'many',
        (key) => server.current.call('purchaser', lineCreateMany, { params: { id }, body: { lines: [line()] }, key }),
      ],
      [
        'change',
        (key) =>
          server.current.call('purchaser', lineUpdate, {
            params: { id: plain?.id ?? 0 },
            body: line({ count: 9 }),
            key,
          }),
      ],
      ['delete', (key) => server.current.call('purchaser', lineDelete, { params: { id: plain?.id ?? 0 }, key })],
      [
        'scan',
        (key) =>
          server.current.call('warehouseman', attachSerials, {
            body: { input_product_id: phone?.id ?? 0, serial_numbers, has_many: true },
            key,
          }),
      ],
      [
        'file',
        (key) =>
          server.current.call('purchaser', invoiceUploadFile, {
            params: { id },
            form: fileForm({}, new Uint8Array(PNG)),
            key,
          }),
      ],
      ['send', (key) => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: true }, key })],
      [
        'confirm',
        (key) => server.current.call('accountant', invoiceConfirm, { params: { id }, body: { value: true }, key }),
      ],
      [
        'correct',
        (key) =>
          server.current.call('accountant', lineCorrect, {
            params: { id: phone?.id ?? 0 },
            body: { count: 2, value: 1_100_000 },
            key,
          }),
      ],
    ];
    for (const [name, ask] of asked) {
      const key = randomUUID();
      const first = await ask(key);
      expect(first.status, `${name} ${JSON.stringify(first.body)}`).toBe(200);
      const before = await invoiceFingerprint(server.current);
      const again = await ask(key);
      expect(again.body, name).toEqual(first.body);
      expect(await invoiceFingerprint(server.current), name).toBe(before);
    }
  });
});

describe('files', () => {
  it('are added in every state but a dropped one, taken off until confirmed, read by who sees the invoice', async () => {
    const id = await draft(server.current, [line()]);
    const add = async () =>
      (
        await server.current.do('purchaser', invoiceUploadFile, {
          params: { id },
          form: fileForm({}, new Uint8Array(PNG)),
        })
      ).data;
    const remove = (who: PersonName, fileId: number) =>
      server.current.call(who, invoiceDeleteFile, { params: { id: fileId } });
    const file = await add();
    expect(file).toMatchObject({ type: 'image/png', created_by: { id: PEOPLE.purchaser.id } });
    expect((await show(server.current, id)).files).toEqual([file]);
    expect((await server.current.call('accountant', fileDownload, { params: { id: file.id } })).status).toBe(200);
    expect((await server.current.call('nobody', fileDownload, { params: { id: file.id } })).status).toBe(404);
    await refused(() => remove('accountant', file.id), 403, 'forbidden');
    await refused(() => remove('nobody', file.id), 403, 'forbidden');
    await refused(() => remove('purchaser', NOTHING), 404, 'not_found');
    expect((await remove('purchaser', file.id)).status).toBe(200);
    const kept = await add();
    await send(server.current, id);
    await confirm(server.current, id);
    await refused(() => remove('purchaser', kept.id), 409, 'not_allowed_now');
    await add();
    expect((await show(server.current, id)).files).toHaveLength(2);
    await refused(
      () =>
        server.current.call('purchaser', invoiceUploadFile, {
          params: { id },
          form: fileForm({}, new Uint8Array([1, 2, 3])),
        }),
      422,
    );
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
        totals: { UZS: 1_500_000 + 800_000, USD: 502.5 },
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

/** Invoices brought to where a test begins, over HTTP, and what they left in the ledgers. */
import { expect } from 'vitest';
import { invoiceConfirm, invoiceCreate, invoiceSend, invoiceShow } from '../../contract/invoices/heads.ts';
import type { Invoice } from '../../contract/invoices/invoice.ts';
import { type InputProduct, type LineBody, lineCreate, lineIndex } from '../../contract/invoices/lines.ts';
import { attachSerials, type NewSerial } from '../../contract/invoices/serials.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { head, line, newSerial, WAREHOUSE } from './lifecycles/invoice.driver.ts';
import { PHONE, type Server } from './world.ts';

export { head, line, newSerial, WAREHOUSE };

let numbers = 0;
export const newNumber = () => `T-${++numbers}`;

export const sum = (more: Partial<LineBody> = {}) => line(more);
/** A line in dollars at the rate of the practice day. */
export const dollars = (more: Partial<LineBody> = {}) =>
  line({ currency_id: 2, value: 100.5, currency_change: 12_000, ...more });
export const phones = (count: number, more: Partial<LineBody> = {}) =>
  line({ product_variant_id: PHONE, count, value: 1_000_000, ...more });
export const serials = (n: number): NewSerial[] =>
  Array.from({ length: n }, () => ({ serial_number: newSerial(), imei_numbers: [] }));

export async function draft(
  server: Server,
  lines: readonly LineBody[] = [],
  more: Partial<ReturnType<typeof head>> = {},
): Promise<number> {
  const { data } = await server.do('purchaser', invoiceCreate, { body: { ...head(newNumber()), ...more } });
  for (const body of lines) await server.do('purchaser', lineCreate, { params: { id: data.id }, body });
  return data.id;
}

export const show = async (server: Server, id: number) =>
  (await server.do('director', invoiceShow, { params: { id } })).data;
export const linesOf = async (server: Server, id: number): Promise<InputProduct[]> =>
  (await server.do('director', lineIndex, { params: { id } })).data;
export const firstLine = async (server: Server, id: number): Promise<InputProduct> => {
  const [first] = await linesOf(server, id);
  if (!first) throw new Error('the invoice has no line');
  return first;
};

export const scan = (server: Server, lineId: number, entries: readonly NewSerial[]) =>
  server.do('warehouseman', attachSerials, {
    body: { input_product_id: lineId, serial_numbers: [...entries], has_many: true },
  });

export const send = (server: Server, id: number) =>
  server.do('purchaser', invoiceSend, { params: { id }, body: { value: true } });
export const confirm = (server: Server, id: number, key?: string) =>
  server.call('accountant', invoiceConfirm, { params: { id }, body: { value: true }, ...(key ? { key } : {}) });

/** A sent invoice; serial goods have their numbers. */
export async function sent(
  server: Server,
  lines: readonly LineBody[],
  more: Partial<ReturnType<typeof head>> = {},
): Promise<number> {
  const id = await draft(server, lines, more);
  for (const one of await linesOf(server, id)) {
    if (one.serials.needed > 0) await scan(server, one.id, serials(one.serials.needed));
  }
  await send(server, id);
  return id;
}

export async function confirmed(
  server: Server,
  lines: readonly LineBody[],
  more: Partial<ReturnType<typeof head>> = {},
): Promise<Invoice> {
  const answer = await confirm(server, await sent(server, lines, more));
  if (answer.status !== 200) throw new Error(`confirming answered ${answer.status}: ${JSON.stringify(answer.error)}`);
  return answer.body.data;
}

/** Units of a product in a warehouse. */
export async function stockIn(server: Server, variantId: number, warehouseId = WAREHOUSE): Promise<number> {
  const { qty } = await server.db.kysely
    .selectFrom('stock_balance')
    .select(({ fn }) => fn.sum<number | null>('qty').as('qty'))
    .where('warehouse_id', '=', warehouseId)
    .where('product_variant_id', '=', variantId)
    .executeTakeFirstOrThrow();
  return Number(qty ?? 0);
}

export const movesOf = (server: Server, documentId: number) =>
  server.db.kysely
    .selectFrom('stock_move')
    .select(['product_variant_id', 'warehouse_id', 'qty', 'cost', 'practice_day_id', 'batch_id', 'serial_id'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute();

export const debtsOf = (server: Server, documentId: number) =>
  server.db.kysely
    .selectFrom('partner_entry')
    .select(['partner_id', 'partner_firm_id', 'currency_id', 'amount', 'practice_day_id'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute();

export async function debtTo(server: Server, partnerId: number, currencyId: number): Promise<number> {
  const rows = await server.db.kysely
    .selectFrom('partner_balance')
    .select('amount')
    .where('partner_id', '=', partnerId)
    .where('currency_id', '=', currencyId)
    .execute();
  return rows.reduce((total, row) => total + Number(row.amount), 0);
}

export async function expectLedgersClean(server: Server): Promise<void> {
  for (const report of await checkLedgers(server.db)) expect(report.differences, report.ledger).toEqual([]);
}

/** Everything that a refused call on an invoice must not change, as one text. */
export async function invoiceFingerprint(server: Server): Promise<string> {
  const { kysely } = server.db;
  const counted = await Promise.all(
    (['event_log', 'stock_move', 'stock_batch', 'partner_entry', 'serial_number', 'file', 'idempotency'] as const).map(
      async (table) =>
        (
          await kysely
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
    ),
  );
  return JSON.stringify([
    counted,
    await kysely.selectFrom('document').select(['id', 'status', 'version']).orderBy('id').execute(),
    await kysely.selectFrom('product_invoice').selectAll().orderBy('id').execute(),
    await kysely.selectFrom('input_product').selectAll().orderBy('id').execute(),
    await kysely.selectFrom('input_serial_code').selectAll().orderBy('code').orderBy('product_invoice_id').execute(),
  ]);
}

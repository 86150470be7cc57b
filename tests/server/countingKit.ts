/** Goods, counts and stock of tests that count acts. */
import { expect } from 'vitest';
import { actComplete, actForm } from '../../contract/counting/acts.ts';
import { addManually, type CountRow, resolveMoved, rowsShow } from '../../contract/counting/matrix.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { takeOldest } from '../../server/stock/posting.ts';
import { stockOf } from './acts.ts';
import { ORGANIZATION, PHONE, PLAIN, type Server, stockIn } from './world.ts';

export const SHOP = 1;

/** Helpers bound to the server of a test file. */
export function countingKit(server: { readonly current: Server }) {
  let made = 0;

  /** A product of its own for a test, so that tests do not count each other's goods. */
  async function product(serial = false): Promise<number> {
    made += 1;
    const { id } = await server.current.db.kysely
      .insertInto('product_variant')
      .values({
        product_id: serial ? PHONE : PLAIN,
        title: `Yangi tovar ${String(made).padStart(3, '0')}`,
        sku: `NEW-${made}`,
        barcode: null,
        is_serial_number: serial,
        imei_count: serial ? 2 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const comesIn = (variantId: number, qty: number, serials?: string[]) =>
    server.current.db.tx((trx) =>
      stockIn(trx, ORGANIZATION, SHOP, { lines: [{ variantId, qty, ...(serials ? { serials } : {}) }] }),
    );

  /** A sale: the oldest batches first, units by name. */
  async function goesOut(variantId: number, qty: number, serials: string[] = []): Promise<void> {
    const { db } = server.current;
    const ids = serials.length
      ? (
          await db.kysely
            .selectFrom('serial_number')
            .select('id')
            .where('product_variant_id', '=', variantId)
            .where('serial_number', 'in', serials)
            .execute()
        ).map((row) => row.id)
      : [];
    await db.tx(async (trx) => {
      const { id } = await createDocument(trx, {
        kind: 'sale',
        organizationId: ORGANIZATION,
        status: 'posted',
        userId: 1,
        now: new Date(),
      });
      await takeOldest(trx, {
        documentId: id,
        organizationId: ORGANIZATION,
        userId: 1,
        lines: serials.length ? [] : [{ variantId, qty }],
        serials: ids.map((serialId) => ({ serialId, state: 'sold' })),
      });
    });
  }

  async function rowOf(actId: number, variantId: number): Promise<CountRow> {
    const { data } = await server.current.do('keeper', rowsShow, { params: { actId } });
    const row = data.find((one) => one.product_variant.id === variantId);
    if (!row) throw new Error(`no row of ${variantId}`);
    return row;
  }

  const byHand = (actId: number, variantId: number, count: number, serial_numbers?: string[]) =>
    server.current.call('keeper', addManually, {
      params: { actId },
      body: {
        product_variant_id: variantId,
        listed_products: [{ product_variant_id: variantId, count, ...(serial_numbers ? { serial_numbers } : {}) }],
      },
    });

  const keep = (actId: number, variantId: number, figure: 'count' | 'difference') =>
    server.current.call('keeper', resolveMoved, {
      params: { actId },
      body: { product_variant_id: variantId, keep: figure },
    });

  const complete = (actId: number) => server.current.call('keeper', actComplete, { params: { actId } });

  const form = (id: number) => server.current.call('keeper', actForm, { params: { id } });

  const piecesOf = async (variantId: number) => (await stockOf(server.current)).pieces.get(variantId) ?? 0;

  async function expectSoundLedger(): Promise<void> {
    for (const report of await checkLedgers(server.current.db)) {
      expect(report.differences, report.ledger).toEqual([]);
      // Neither an invoice nor money has come in here, and so no debt.
      if (!/invoices|partners|clients|cash/.test(report.ledger)) expect(report.checked).toBeGreaterThan(0);
    }
  }

  return { product, comesIn, goesOut, rowOf, byHand, keep, complete, form, piecesOf, expectSoundLedger };
}

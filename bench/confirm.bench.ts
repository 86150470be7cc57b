/**
 * Confirming an invoice of 1,000 lines: the whole call (rights, lifecycle, prices, batches, moves, debt, log, answer)
 * against bare INSERTs of the batches, moves and debt that it writes, in one transaction with the same triggers.
 */
import { CompiledQuery } from 'kysely';
import { invoiceConfirm, invoiceCreate, invoiceSend } from '../contract/invoices/heads.ts';
import { lineCreateMany } from '../contract/invoices/lines.ts';
import { byTurns, engines, openBenchServer, report, supply, timed } from './kit.ts';

const CONFIRMED_LINES = 1_000;
const ROUNDS = 9;
// No budget was asked for: 2.0 was measured on the embedded database.
const BUDGET = 2.5;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await supply(server);
  const variants = server.variants.slice(0, CONFIRMED_LINES);
  let made = 0;
  const invoice = async (): Promise<number> => {
    const { data } = await server.call(0, invoiceCreate, undefined, {
      partner_id: 1,
      number_invoice: `B-${++made}`,
      invoice_date: '2026-11-21',
      warehouse_list_id: 1,
    });
    const figures = { currency_id: 1, currency_change: 1, no_cash: 100, additional: 0, other_additional: 0 };
    const lines = variants.map((product_variant_id, n) => ({
      product_variant_id,
      ...figures,
      value: 1_000 + made * 100,
      count: (n % 9) + 1,
      selling_price: 1_000 + made * 100,
    }));
    await server.call(0, lineCreateMany, { id: data.id }, { lines });
    await server.call(0, invoiceSend, { id: data.id }, { value: true });
    return data.id;
  };

  const ours = async () => {
    const id = await invoice();
    return timed(() => server.call(0, invoiceConfirm, { id }, { value: true }));
  };
  const bare = async () => {
    const id = await invoice();
    const insert = (text: string) => CompiledQuery.raw(text, [id]);
    return timed(() =>
      server.database.tx(async (trx) => {
        await trx.executeQuery(
          insert(
            `INSERT INTO stock_batch (product_variant_id, document_id, cost, value)
             SELECT product_variant_id, $1::int, value, value FROM input_product WHERE product_invoice_id = $1::int`,
          ),
        );
        await trx.executeQuery(
          insert(
            `INSERT INTO stock_move (warehouse_id, product_variant_id, batch_id, qty, cost, document_id,
                                     practice_day_id, created_by)
             SELECT 1, b.product_variant_id, b.id, l.count, b.cost, $1::int, 1, 1
             FROM stock_batch b JOIN input_product l ON l.product_invoice_id = $1::int
               AND l.product_variant_id = b.product_variant_id
             WHERE b.document_id = $1::int`,
          ),
        );
        await trx.executeQuery(
          insert(
            `INSERT INTO partner_entry (partner_id, currency_id, amount, document_id, practice_day_id, created_by)
             SELECT 1, 1, sum(value * count), $1::int, 1, 1 FROM input_product WHERE product_invoice_id = $1::int`,
          ),
        );
      }),
    );
  };
  const { ours: a, bare: b } = await byTurns(ROUNDS, ours, bare);
  report(`confirming ${CONFIRMED_LINES} lines, ${server.engine}`, a, b, BUDGET, 'bare INSERTs');
  await server.close();
}

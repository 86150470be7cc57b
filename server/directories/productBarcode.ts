/** Further barcodes of variants: a variant is found by each of them. */
import { sql } from 'kysely';
import { productBarcode } from '../../contract/directories/productBarcode.ts';
import { serveDirectory } from '../directory/serve.ts';
import { areNewBarcodes, barcodeFaults } from '../stock/barcodeFaults.ts';
import { refreshKeys } from '../stock/variantKeys.ts';

serveDirectory(productBarcode, {
  wrongIn: { barcode: ({ db }, barcode, further) => barcodeFaults(db, barcode, { further }) },
  acceptsMany: ({ db }, changes) =>
    areNewBarcodes(
      db,
      changes.map(({ id, body: { barcode } }) => ({ barcode, further: id })),
    ),
  async writeMany({ db }, changes) {
    const ids = changes.map(({ id }) => id);
    const before = changes.flatMap(({ before }) => before?.variant.id ?? []);
    await refreshKeys(
      db,
      sql`v.id = ANY (${before}::integer[]) OR v.id IN (
        SELECT b.variant_id FROM product_barcode b WHERE b.id = ANY (${ids}::integer[]))`,
    );
  },
  async write({ db }, id, { before }) {
    await refreshKeys(
      db,
      sql`v.id IN (${before?.variant.id ?? null}::integer, (SELECT b.variant_id FROM product_barcode b WHERE b.id = ${id}))`,
    );
  },
});

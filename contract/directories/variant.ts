/** Variants of products: what is bought, counted and sold (areas 2.2, 4.11 `/products/products`). */
import { defineDirectory } from '../directory/directory.ts';
import { barcode, bool, decimal, image, quantity, ref, sum, text } from '../directory/fields.ts';

export const variant = defineDirectory({
  name: 'variant',
  service: 'warehouse',
  rule: 'product',
  rules: { show: 'product_residue.report' },
  resource: 'product_variant',
  label: 'title',
  key: 'sku',
  ownChoices: true,
  fields: {
    title: text(500, { search: true, sort: true }),
    product: ref('product', { filter: true, list: 'hidden' }),
    sku: text(64, { search: true, sort: true, unique: true }),
    /** The one that is printed; without it the shop gives one of its own (decision 39). Others are of `productBarcode`. */
    barcode: barcode({ search: true, optional: true }),
    is_serial_number: bool({ filter: true }),
    imei_count: quantity({ max: 2, list: 'hidden' }),
    warranty: quantity({ max: 120, optional: true, list: 'hidden' }),
    weight: decimal({ max: 10_000, optional: true, list: 'hidden' }),
    volume: decimal({ max: 1000, optional: true, list: 'hidden' }),
    /** Its own, where it looks otherwise than its product. */
    photo: image({ optional: true, list: 'hidden' }),
  },
  /** Of its product; the price that is valid now; units in all warehouses; whether it is locked where the person works. */
  extra: {
    category: text(200),
    brand: text(100, { optional: true }),
    price: sum({ optional: true }),
    stock: quantity(),
    locked: bool(),
  },
  stale: ['residueIndex', 'residueBatches'],
});

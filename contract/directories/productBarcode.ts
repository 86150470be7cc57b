/** Further barcodes of a variant, beside the one of its own (decision 96). */
import { defineDirectory } from '../directory/directory.ts';
import { barcode, ref } from '../directory/fields.ts';

export const productBarcode = defineDirectory({
  name: 'productBarcode',
  service: 'warehouse',
  rule: 'product',
  rules: { show: 'product_residue.report' },
  label: 'barcode',
  fields: {
    barcode: barcode({ search: true, sort: true, unique: true }),
    variant: ref('variant', { search: true, filter: true }),
  },
  stale: ['variantGetAll'],
});

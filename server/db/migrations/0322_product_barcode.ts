/** Barcodes are digits: they are sorted as they are. */
export const sql0322 = /* sql */ `
DROP INDEX product_barcode_barcode;
ALTER TABLE product_barcode DROP COLUMN barcode_order;
CREATE INDEX product_barcode_barcode ON product_barcode (active, barcode, id);
`;

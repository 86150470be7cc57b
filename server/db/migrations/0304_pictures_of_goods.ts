/** Pictures of products and of their variants. */
export const sql0304 = /* sql */ `
-- variant
ALTER TABLE product_variant ADD COLUMN photo_id integer REFERENCES file;
CREATE INDEX product_variant_photo ON product_variant (photo_id);
-- product
ALTER TABLE product ADD COLUMN photo_id integer REFERENCES file;
CREATE INDEX product_photo ON product (photo_id);
`;

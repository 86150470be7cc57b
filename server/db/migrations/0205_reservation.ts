/**
 * Orders keep goods for some hours: a reservation ends by its own clock, so that nothing depends on when the server marks
 * the order expired (V1; decisions 64, 66). How often an order was prolonged is compared with a setting.
 */
export const sql0205 = /* sql */ `
ALTER TABLE reservation ADD COLUMN until timestamptz;
ALTER TABLE sale_order DROP COLUMN prolonged;
ALTER TABLE sale_order ADD COLUMN prolonged integer NOT NULL DEFAULT 0 CHECK (prolonged >= 0);
DROP INDEX sale_order_until;
-- the list by the hour that goods are kept until, the job of those whose hour is over
CREATE INDEX sale_order_until ON sale_order (reserved_until, id);
CREATE INDEX sale_order_total ON sale_order (total, id);
`;

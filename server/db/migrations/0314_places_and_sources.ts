/**
 * Stages of a special order stand in one order: each has a place of its own (areas 4.5). Electronic orders come from
 * marketplaces, too (areas 2.4, 4.17).
 */
export const sql0314 = /* sql */ `
-- stages that shared a place keep their order
UPDATE special_order_status s SET place = o.place FROM (
  SELECT id, (row_number() OVER (ORDER BY place, id))::integer AS place FROM special_order_status) o
WHERE o.id = s.id AND EXISTS (SELECT 1 FROM special_order_status GROUP BY place HAVING count(*) > 1);
CREATE UNIQUE INDEX special_order_status_place_once ON special_order_status (place);
ALTER TABLE electron_order_setting DROP CONSTRAINT electron_order_setting_source_check;
ALTER TABLE electron_order_setting ADD CONSTRAINT electron_order_setting_source_check
  CHECK (source IN ('site', 'application', 'telegram', 'call', 'marketplace'));
`;

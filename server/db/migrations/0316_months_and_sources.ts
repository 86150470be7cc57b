/**
 * Percentages of collectors hold by the month (areas 4.15), and electronic orders do not come from Telegram (areas 2.4).
 * Nothing reads either yet.
 */
export const sql0316 = /* sql */ `
-- of two revisions of one month the one that was written later holds, as of two of one day
UPDATE collector_percent SET valid_from = date_trunc('month', valid_from)::date WHERE extract(day FROM valid_from) <> 1;
ALTER TABLE collector_percent ADD CONSTRAINT collector_percent_starts_month CHECK (extract(day FROM valid_from) = 1);
-- what was written of Telegram becomes the application's, or is given up where the application has its own
WITH spare AS (
  UPDATE electron_order_setting t SET status = 'dropped', version = t.version + 1 FROM electron_order_setting before
  WHERE before.id = t.id AND t.source = 'telegram' AND t.status <> 'dropped'
    AND EXISTS (SELECT 1 FROM electron_order_setting WHERE source = 'application' AND status <> 'dropped')
  RETURNING t.id, before.status)
INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, at)
SELECT 'electronOrderSetting', id, 'settingRevision', 'revision.drop', status, 'dropped', now() FROM spare;
UPDATE electron_order_setting SET source = 'application' WHERE source = 'telegram';
ALTER TABLE electron_order_setting DROP CONSTRAINT electron_order_setting_source_check;
ALTER TABLE electron_order_setting ADD CONSTRAINT electron_order_setting_source_check
  CHECK (source IN ('site', 'application', 'call', 'marketplace'));
`;

/** Notices of what is no document: requests, dated settings, the work of somebody who left. */
export const sql0185 = `
ALTER TABLE notice ALTER COLUMN document_id DROP NOT NULL;
-- Of a record: its kind as in record_log.
ALTER TABLE notice ADD COLUMN kind text;
ALTER TABLE notice ADD COLUMN record_id integer;
ALTER TABLE notice ADD CONSTRAINT notice_about CHECK (
  (document_id IS NULL) = (record_id IS NOT NULL) AND (record_id IS NULL) = (kind IS NULL));
`;

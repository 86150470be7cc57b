/** Practice days and months get who opened and closed them, and row versions (areas 3.2). */
export const sql0007 = /* sql */ `
ALTER TABLE practice_month
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by integer REFERENCES app_user;
ALTER TABLE practice_day
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN opened_by integer REFERENCES app_user,
  ADD COLUMN closed_by integer REFERENCES app_user;
-- What a day has: counted in its list, asked before it is reopened.
CREATE INDEX document_practice_day ON document (practice_day_id) WHERE practice_day_id IS NOT NULL;
CREATE INDEX partner_entry_practice_day ON partner_entry (practice_day_id);
-- What blocks the closing of a day: few documents wait at a time.
CREATE INDEX document_waiting ON document (organization_id, kind) WHERE status IN ('sent', 'completed');
`;

/** Whose a draft of an announcement is: `created_by` stays, a leaver's drafts get another owner (decision 90). */
export const sql0311 = /* sql */ `
ALTER TABLE announcement ADD COLUMN owner_id integer REFERENCES app_user;
UPDATE announcement SET owner_id = created_by;
ALTER TABLE announcement ALTER COLUMN owner_id SET NOT NULL;
CREATE INDEX announcement_owner ON announcement (owner_id);
CREATE TRIGGER announcement_owner BEFORE INSERT ON announcement FOR EACH ROW EXECUTE FUNCTION owner_of_new();
`;

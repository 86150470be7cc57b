/**
 * Employees as records with a state of their own, and whose the open work is: `created_by` stays for "not the author",
 * `owner_id` says who goes on with it (decision 90).
 */
export const sql0140 = /* sql */ `
-- whether somebody works here follows from the state
ALTER TABLE app_user ADD COLUMN status text NOT NULL DEFAULT 'active'
  CHECK (status IN ('active', 'suspended', 'dismissed'));
-- who was disabled from a terminal has handed nothing over: that is done on the page
UPDATE app_user SET status = 'suspended' WHERE NOT active;
ALTER TABLE app_user DROP COLUMN active;
ALTER TABLE app_user ADD COLUMN active boolean GENERATED ALWAYS AS (status IN ('active')) STORED;
ALTER TABLE app_user ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE app_user ADD COLUMN created_by integer REFERENCES app_user;
ALTER TABLE app_user ADD COLUMN updated_at timestamp with time zone;
ALTER TABLE app_user ADD COLUMN since timestamp with time zone NOT NULL DEFAULT now();
UPDATE app_user SET since = created_at;
ALTER TABLE app_user ADD COLUMN fullname_order text COLLATE "C" GENERATED ALWAYS AS (name_order(fullname)) STORED;
ALTER TABLE app_user ADD CHECK (char_length(fullname) BETWEEN 1 AND 120);
ALTER TABLE app_user ADD CHECK (char_length(username) BETWEEN 1 AND 40);
ALTER TABLE app_user ADD CHECK (phone ~ '^[+]998[0-9]{9}$');
CREATE INDEX app_user_fullname ON app_user (fullname_order, id);
CREATE INDEX app_user_username ON app_user (username, id);
CREATE INDEX app_user_office ON app_user (office, id);
CREATE INDEX app_user_status ON app_user (status, id);
CREATE INDEX app_user_organization ON app_user (organization_id);
CREATE UNIQUE INDEX app_user_username_once ON app_user (lower(username));
CREATE INDEX app_user_list ON app_user (active, search_key, id);

-- open work is handed to somebody else; who made it stays
CREATE FUNCTION owner_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := coalesce(NEW.owner_id, NEW.created_by);
  RETURN NEW;
END $$;
ALTER TABLE document ADD COLUMN owner_id integer REFERENCES app_user;
ALTER TABLE test ADD COLUMN owner_id integer REFERENCES app_user;
ALTER TABLE black_list_entry ADD COLUMN owner_id integer REFERENCES app_user;
UPDATE document SET owner_id = created_by;
UPDATE test SET owner_id = created_by;
UPDATE black_list_entry SET owner_id = created_by;
ALTER TABLE document ALTER COLUMN owner_id SET NOT NULL;
ALTER TABLE test ALTER COLUMN owner_id SET NOT NULL;
ALTER TABLE black_list_entry ALTER COLUMN owner_id SET NOT NULL;
DROP INDEX document_list_author;
CREATE INDEX document_list_author ON document (kind, owner_id, created_at, id);
DROP INDEX document_queue_author;
CREATE INDEX document_queue_author ON document (kind, status, owner_id, organization_id, since, id);
CREATE INDEX document_owner ON document (owner_id);
CREATE INDEX test_owner ON test (owner_id);
CREATE INDEX black_list_entry_owner ON black_list_entry (owner_id);
CREATE TRIGGER document_owner BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION owner_of_new();
CREATE TRIGGER test_owner BEFORE INSERT ON test FOR EACH ROW EXECUTE FUNCTION owner_of_new();
CREATE TRIGGER black_list_entry_owner BEFORE INSERT ON black_list_entry FOR EACH ROW EXECUTE FUNCTION owner_of_new();
`;

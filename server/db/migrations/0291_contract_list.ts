/**
 * What the list of contracts is filtered by, beside what it is sorted by: an index cannot reach over two tables, and walking
 * an order past 300,000 contracts for the fifteen of a state or a branch takes seconds. The document stays what is true;
 * these columns follow it by trigger. Drafts have no day of signing: in the order they come after every day.
 */
export const sql0291 = /* sql */ `
ALTER TABLE contract ADD COLUMN listed_status text, ADD COLUMN listed_organization integer, ADD COLUMN listed_owner integer,
  ADD COLUMN listed_at timestamptz,
  ADD COLUMN listed_day date GENERATED ALWAYS AS (coalesce(signed_on, 'infinity'::date)) STORED;
UPDATE contract c SET listed_status = d.status, listed_organization = d.organization_id, listed_owner = d.owner_id,
    listed_at = d.created_at
  FROM document d WHERE d.id = c.id;
ALTER TABLE contract ALTER COLUMN listed_status SET NOT NULL, ALTER COLUMN listed_organization SET NOT NULL,
  ALTER COLUMN listed_owner SET NOT NULL, ALTER COLUMN listed_at SET NOT NULL;
CREATE FUNCTION contract_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT status, organization_id, owner_id, created_at
    INTO NEW.listed_status, NEW.listed_organization, NEW.listed_owner, NEW.listed_at FROM document WHERE id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER contract_listed BEFORE INSERT OR UPDATE OF listed_status, listed_organization, listed_owner, listed_at
  ON contract FOR EACH ROW EXECUTE FUNCTION contract_listed();
CREATE FUNCTION document_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contract SET listed_status = NEW.status WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER document_listed AFTER UPDATE OF status, organization_id, owner_id, created_at ON document
  FOR EACH ROW WHEN (NEW.kind = 'contract' AND (OLD.status, OLD.organization_id, OLD.owner_id, OLD.created_at)
    IS DISTINCT FROM (NEW.status, NEW.organization_id, NEW.owner_id, NEW.created_at))
  EXECUTE FUNCTION document_listed();

DROP INDEX contract_signed_on;
DROP INDEX contract_total;
-- each order: of all, of a state, of a branch
CREATE INDEX contract_list_at ON contract (listed_at, id);
CREATE INDEX contract_list_at_state ON contract (listed_status, listed_at, id);
CREATE INDEX contract_list_at_branch ON contract (listed_organization, listed_at, id);
CREATE INDEX contract_list_day ON contract (listed_day, listed_at, id);
CREATE INDEX contract_list_day_state ON contract (listed_status, listed_day, listed_at, id);
CREATE INDEX contract_list_day_branch ON contract (listed_organization, listed_day, listed_at, id);
CREATE INDEX contract_list_total ON contract (total, id);
CREATE INDEX contract_list_total_state ON contract (listed_status, total, id);
CREATE INDEX contract_list_total_branch ON contract (listed_organization, total, id);
CREATE INDEX contract_list_owner ON contract (listed_owner, listed_organization);
`;

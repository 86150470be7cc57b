/**
 * Debts that are given up (areas 3.1 "debt.writeOff"; decision 71): an entry of the ledger of clients for each unpaid
 * instalment. What was given up is neither owed nor paid, so balances and instalments have it beside what is paid.
 */
export const sql0310 = /* sql */ `
ALTER TABLE contract
  -- the practice date of its writing off
  ADD COLUMN written_off_on date,
  ADD COLUMN write_off_reason text CHECK (char_length(write_off_reason) BETWEEN 1 AND 500),
  -- the decision: while it is named here it cannot be taken off
  ADD COLUMN write_off_file_id integer REFERENCES file,
  ADD CHECK (written_off_on IS NULL OR (write_off_reason IS NOT NULL AND write_off_file_id IS NOT NULL));
CREATE INDEX contract_write_off_file ON contract (write_off_file_id) WHERE write_off_file_id IS NOT NULL;

ALTER TABLE instalment ADD COLUMN written_off numeric(18, 0) NOT NULL DEFAULT 0 CHECK (written_off >= 0),
  ADD CONSTRAINT instalment_covered CHECK (paid + written_off <= amount);
CREATE TRIGGER instalment_written_off_guard BEFORE UPDATE OF written_off ON instalment
  FOR EACH STATEMENT EXECUTE FUNCTION only_by_ledger('instalment.written_off');
ALTER TABLE client_balance ADD COLUMN written_off numeric(18, 0) NOT NULL DEFAULT 0 CHECK (written_off >= 0);

ALTER TABLE client_entry DROP CONSTRAINT client_entry_kind_check, DROP CONSTRAINT client_entry_check,
  DROP CONSTRAINT client_entry_check1, DROP CONSTRAINT client_entry_check2, DROP CONSTRAINT client_entry_check3,
  DROP CONSTRAINT client_entry_check4;
ALTER TABLE client_entry
  ADD CONSTRAINT client_entry_kind CHECK (kind IN ('charge', 'payment', 'prepaid_in', 'prepaid_out', 'write_off')),
  ADD CONSTRAINT client_entry_amount CHECK (amount > 0 OR (kind = 'payment' AND amount < 0)),
  ADD CONSTRAINT client_entry_source CHECK ((kind IN ('charge', 'write_off')) = (source_id IS NULL)),
  ADD CONSTRAINT client_entry_instalment CHECK ((kind IN ('payment', 'write_off')) = (instalment_id IS NOT NULL)),
  ADD CONSTRAINT client_entry_counts CHECK ((kind = 'payment') = (counts_on IS NOT NULL)),
  ADD CONSTRAINT client_entry_free CHECK (contract_id IS NOT NULL OR kind IN ('prepaid_in', 'prepaid_out'));

CREATE OR REPLACE FUNCTION client_entry_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_balance AS b (client_id, organization_id, contract_id, charged, owed, prepaid)
    SELECT client_id, organization_id, contract_id, 0, 0, 0 FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (client_id, organization_id, contract_id) DO NOTHING;
  UPDATE client_balance b SET charged = b.charged + a.charged, owed = b.owed + a.charged - a.paid - a.written_off,
      prepaid = b.prepaid + a.prepaid, written_off = b.written_off + a.written_off
    FROM (SELECT client_id, organization_id, contract_id,
        coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0) AS charged,
        coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0) AS paid,
        coalesce(sum(amount) FILTER (WHERE kind = 'write_off'), 0) AS written_off,
        coalesce(sum(CASE kind WHEN 'prepaid_in' THEN amount WHEN 'prepaid_out' THEN -amount END), 0) AS prepaid
      FROM added GROUP BY 1, 2, 3) a
    WHERE b.client_id = a.client_id AND b.organization_id = a.organization_id
      AND b.contract_id IS NOT DISTINCT FROM a.contract_id;
  UPDATE instalment i SET paid = i.paid + a.paid, written_off = i.written_off + a.written_off
    FROM (SELECT instalment_id, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0) AS paid,
        coalesce(sum(amount) FILTER (WHERE kind = 'write_off'), 0) AS written_off
      FROM added WHERE instalment_id IS NOT NULL GROUP BY 1) a
    WHERE i.id = a.instalment_id AND (a.paid <> 0 OR a.written_off <> 0);
  UPDATE contract c SET oldest_due = (
      SELECT min(i.due) FROM instalment i WHERE i.contract_id = c.id AND i.paid < i.amount AND i.paid + i.written_off < i.amount)
    FROM client_balance b
    WHERE c.id IN (SELECT contract_id FROM added WHERE kind IN ('charge', 'payment', 'write_off')) AND b.contract_id = c.id
      AND b.charged > 0;
  RETURN NULL;
END $$;
`;

/**
 * Suppliers become records of a declared directory: names and tax numbers stand once whatever their letter case. Values of
 * firms change places within one statement, so what may be there once is looked at when that is over.
 */
export const sql0170 = /* sql */ `
ALTER TABLE partner DROP CONSTRAINT partner_name_key;
ALTER TABLE partner DROP CONSTRAINT partner_stir_key;
ALTER TABLE partner
  ALTER COLUMN stir SET NOT NULL,
  ALTER COLUMN updated_at DROP NOT NULL,
  ALTER COLUMN updated_at DROP DEFAULT,
  ADD CHECK (char_length(name) BETWEEN 1 AND 200),
  ADD CHECK (phone ~ '^[+]998[0-9]{9}$');
ALTER INDEX partner_list RENAME TO partner_name;
CREATE UNIQUE INDEX partner_name_once ON partner (lower(name));
CREATE UNIQUE INDEX partner_stir_once ON partner (lower(stir));

DROP INDEX partner_firm_stir;
ALTER TABLE partner_firm
  DROP COLUMN version,
  ALTER COLUMN stir SET NOT NULL,
  ADD CHECK (char_length(name) BETWEEN 1 AND 200),
  ADD CHECK (char_length(bank) BETWEEN 1 AND 200),
  DROP CONSTRAINT partner_firm_partner_id_name_key,
  ADD CONSTRAINT partner_firm_name UNIQUE (partner_id, name) DEFERRABLE INITIALLY IMMEDIATE,
  ADD CONSTRAINT partner_firm_stir EXCLUDE USING btree (stir WITH =) WHERE (active) DEFERRABLE INITIALLY IMMEDIATE;
CREATE INDEX partner_firm_lines ON partner_firm (partner_id, id);
`;

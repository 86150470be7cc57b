/** Certificates for clients about contracts (areas 2.3; decision 61). */
export const sql0251 = /* sql */ `
CREATE TABLE payment_certificate (
  id integer PRIMARY KEY REFERENCES document,
  contract_id integer NOT NULL REFERENCES contract,
  statement text NOT NULL CHECK (statement IN ('paid', 'debt', 'schedule')),
  as_of date NOT NULL,
  client_id integer NOT NULL REFERENCES client,
  owed numeric(15,0) CHECK (owed BETWEEN 0 AND 1000000000000),
  issued_on date,
  annulled_on date,
  annulled_by text CHECK (char_length(annulled_by) BETWEEN 1 AND 40),
  -- as it is printed, frozen when it was issued
  form jsonb,
  search_key text NOT NULL DEFAULT ''
);
CREATE INDEX payment_certificate_as_of ON payment_certificate (as_of, id);
CREATE INDEX payment_certificate_statement ON payment_certificate (statement, id);
CREATE INDEX payment_certificate_contract ON payment_certificate (contract_id);
CREATE INDEX payment_certificate_client ON payment_certificate (client_id);
CREATE INDEX payment_certificate_search ON payment_certificate USING gin (search_key gin_trgm_ops);
`;

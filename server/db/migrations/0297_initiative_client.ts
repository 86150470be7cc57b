/** People whom partners have brought (areas 2.4, 3.5). */
export const sql0297 = /* sql */ `
-- initiativeClient
CREATE TABLE initiative_client (
  id integer PRIMARY KEY REFERENCES document,
  partner_id integer NOT NULL REFERENCES initiative_partner,
  fullname text NOT NULL CHECK (char_length(fullname) BETWEEN 1 AND 200),
  phone text NOT NULL CHECK (phone ~ '^[+]998[0-9]{9}$'),
  pinfl text CHECK (pinfl ~ '^[0-9]{14}$'),
  goods text CHECK (char_length(goods) BETWEEN 1 AND 300),
  valid_until date NOT NULL,
  called_on date,
  result text CHECK (char_length(result) BETWEEN 1 AND 500),
  client_id integer REFERENCES client,
  fee numeric(15,0) CHECK (fee BETWEEN 0 AND 1000000000000),
  search_key text NOT NULL DEFAULT '',
  -- the terms that were in force on the day on which the person was brought (V13), and the contract that earned the fee
  terms_id integer NOT NULL REFERENCES initiative_setting,
  contract_id integer REFERENCES contract
);
CREATE INDEX initiative_client_valid_until ON initiative_client (valid_until, id);
CREATE INDEX initiative_client_fee ON initiative_client (fee, id);
CREATE INDEX initiative_client_partner ON initiative_client (partner_id);
CREATE INDEX initiative_client_client ON initiative_client (client_id);
CREATE INDEX initiative_client_search ON initiative_client USING gin (search_key gin_trgm_ops);
-- by whom a new client was brought
CREATE INDEX initiative_client_phone ON initiative_client (phone);
CREATE INDEX initiative_client_pinfl ON initiative_client (pinfl);
`;

/** Applications of clients (areas 2.3, 3.1), and the runs of the scoring that answer them. */
export const sql0260 = /* sql */ `
-- questionnaire
CREATE TABLE questionnaire (
  id integer PRIMARY KEY REFERENCES document,
  client_id integer NOT NULL REFERENCES client,
  goods numeric(15,0) NOT NULL CHECK (goods BETWEEN 1 AND 1000000000),
  first_payment numeric(15,0) NOT NULL CHECK (first_payment BETWEEN 0 AND 1000000000),
  term integer NOT NULL CHECK (term BETWEEN 1 AND 60),
  employment text NOT NULL CHECK (employment IN ('official', 'self_employed', 'pensioner', 'none')),
  guarantor_id integer REFERENCES client,
  relation text CHECK (relation IN ('spouse', 'parent', 'child', 'sibling', 'relative', 'colleague', 'other')),
  note text CHECK (char_length(note) BETWEEN 1 AND 1000),
  client_kind text CHECK (client_kind IN ('new', 'repeat', 'informal')),
  score integer CHECK (score BETWEEN 0 AND 1000000000),
  credit_limit numeric(15,0) CHECK (credit_limit BETWEEN 0 AND 1000000000000),
  valid_until date,
  reviewed_by_id integer REFERENCES app_user,
  comment text CHECK (char_length(comment) BETWEEN 1 AND 500),
  offered boolean NOT NULL DEFAULT false,
  offered_goods numeric(15,0) CHECK (offered_goods BETWEEN 0 AND 1000000000000),
  offered_first_payment numeric(15,0) CHECK (offered_first_payment BETWEEN 0 AND 1000000000000),
  offered_term integer CHECK (offered_term BETWEEN 0 AND 1000000000),
  offered_guarantor boolean NOT NULL DEFAULT false,
  search_key text NOT NULL DEFAULT '',
  -- the client as the card had it when it was handed in, and the contract that was signed on it
  snapshot jsonb,
  contract_id integer REFERENCES contract
);
CREATE INDEX questionnaire_goods ON questionnaire (goods, id);
CREATE INDEX questionnaire_credit_limit ON questionnaire (credit_limit, id);
CREATE INDEX questionnaire_valid_until ON questionnaire (valid_until, id);
CREATE INDEX questionnaire_client ON questionnaire (client_id);
CREATE INDEX questionnaire_guarantor ON questionnaire (guarantor_id);
CREATE INDEX questionnaire_reviewed_by ON questionnaire (reviewed_by_id);
CREATE INDEX questionnaire_search ON questionnaire USING gin (search_key gin_trgm_ops);
CREATE INDEX questionnaire_contract ON questionnaire (contract_id);

-- one run answers an application
ALTER TABLE scoring_run ADD COLUMN questionnaire_id integer UNIQUE REFERENCES questionnaire;
`;

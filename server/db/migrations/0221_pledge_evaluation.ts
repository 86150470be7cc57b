/** Evaluations of cars that are offered as a pledge (areas 2.3, 3.4). */
export const sql0221 = /* sql */ `
-- pledgeEvaluation
CREATE TABLE pledge_evaluation (
  id integer PRIMARY KEY REFERENCES document,
  client_id integer NOT NULL REFERENCES client,
  model_id integer NOT NULL REFERENCES pledge_car_model,
  plate text NOT NULL CHECK (plate ~ '^[0-9]{2} ([A-Z] [0-9]{3} [A-Z]{2}|[0-9]{3} [A-Z]{3})$'),
  vin text NOT NULL CHECK (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  year text NOT NULL CHECK (year ~ '^[0-9]{4}$'),
  mileage integer NOT NULL CHECK (mileage BETWEEN 0 AND 2000000),
  condition text NOT NULL CHECK (condition IN ('excellent', 'good', 'fair', 'poor')),
  market numeric(15,0) CHECK (market BETWEEN 0 AND 1000000000000),
  wear numeric(5,2) CHECK (wear BETWEEN 0 AND 100),
  value numeric(15,0) CHECK (value BETWEEN 0 AND 1000000000000),
  max_share numeric(5,2) CHECK (max_share BETWEEN 0 AND 100),
  accepted numeric(15,0) CHECK (accepted BETWEEN 0 AND 1000000000000),
  valid_until date,
  valued_by_id integer REFERENCES app_user,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  search_key text NOT NULL DEFAULT '',
  -- the revisions of wear and of terms that it used (V13)
  wear_id integer REFERENCES car_wear_percent,
  terms_id integer REFERENCES pledge_setting
);
CREATE INDEX pledge_evaluation_year ON pledge_evaluation (year, id);
CREATE INDEX pledge_evaluation_accepted ON pledge_evaluation (accepted, id);
CREATE INDEX pledge_evaluation_valid_until ON pledge_evaluation (valid_until, id);
CREATE INDEX pledge_evaluation_client ON pledge_evaluation (client_id);
CREATE INDEX pledge_evaluation_model ON pledge_evaluation (model_id);
CREATE INDEX pledge_evaluation_valued_by ON pledge_evaluation (valued_by_id);
CREATE INDEX pledge_evaluation_search ON pledge_evaluation USING gin (search_key gin_trgm_ops);
CREATE INDEX pledge_evaluation_vin ON pledge_evaluation (vin);
`;

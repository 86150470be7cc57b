/** Appeals of clients (areas 2.3, 3.4). */
export const sql0220 = /* sql */ `
-- appeal
CREATE TABLE appeal (
  id integer PRIMARY KEY REFERENCES document,
  client_id integer NOT NULL REFERENCES client,
  kind_id integer NOT NULL REFERENCES classifier_value,
  channel text NOT NULL CHECK (channel IN ('call', 'branch', 'telegram', 'site')),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  due date NOT NULL,
  answer text CHECK (char_length(answer) BETWEEN 1 AND 2000),
  answered_by text CHECK (answered_by IN ('call', 'sms', 'branch', 'telegram')),
  answer_author_id integer REFERENCES app_user,
  complaint boolean NOT NULL DEFAULT false,
  search_key text NOT NULL DEFAULT ''
);
CREATE INDEX appeal_due ON appeal (due, id);
CREATE INDEX appeal_channel ON appeal (channel, id);
CREATE INDEX appeal_client ON appeal (client_id);
CREATE INDEX appeal_kind ON appeal (kind_id);
CREATE INDEX appeal_answer_author ON appeal (answer_author_id);
CREATE INDEX appeal_search ON appeal USING gin (search_key gin_trgm_ops);
`;

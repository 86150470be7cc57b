/** What other people did that concerns a person: the bell. */
export const sql0070 = /* sql */ `
CREATE TABLE notice (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,
  machine text NOT NULL,
  event text NOT NULL,
  -- The part of the document that it is about: a list of counting. It may be gone since.
  subject_id integer,
  -- None: the server itself.
  by_id integer REFERENCES app_user,
  words text,
  at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notice_user ON notice (user_id, at, id);
CREATE INDEX notice_unread ON notice (user_id) WHERE read_at IS NULL;
CREATE INDEX notice_document ON notice (document_id);
CREATE INDEX notice_at ON notice (at);
`;

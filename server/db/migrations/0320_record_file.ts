/** Files of records that are no documents: the card of a client has copies of what the client showed (decision 82). */
export const sql0320 = /* sql */ `
CREATE TABLE record_file (
  file_id integer PRIMARY KEY REFERENCES file ON DELETE CASCADE,
  -- of the declaration that the file names
  record_id integer NOT NULL
);
CREATE INDEX record_file_record ON record_file (record_id, file_id);
`;

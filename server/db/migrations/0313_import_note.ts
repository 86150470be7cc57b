/** What a row of a file does to the other days of what it is about: said before it is written. */
export const sql0313 = /* sql */ `
ALTER TABLE import_row ADD COLUMN notes jsonb NOT NULL DEFAULT '[]';
`;

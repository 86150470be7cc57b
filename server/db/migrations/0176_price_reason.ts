/** Why a selling price was set, and by whom (decision 79); prices of the catalogue have neither. */
export const sql0176 = `
ALTER TABLE price ADD COLUMN reason text CHECK (char_length(reason) BETWEEN 1 AND 300),
  ADD COLUMN created_by integer REFERENCES app_user;
CREATE INDEX price_created_by ON price (created_by);
`;

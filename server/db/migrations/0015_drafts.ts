/** What a person writes in a form with personal data and has not saved (decision 98: never kept in a browser). */
export const sql0015 = `
CREATE TABLE form_draft (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  form text NOT NULL,
  -- A record's number, or 'new'.
  of text NOT NULL,
  -- One opening of the form.
  visit text NOT NULL,
  at timestamptz NOT NULL,
  -- Kept until then.
  until timestamptz NOT NULL,
  fields jsonb NOT NULL,
  base jsonb NOT NULL,
  PRIMARY KEY (user_id, form, of, visit)
);
`;

/** What each person's dashboard shows (areas 4.24). */
export const sql0010 = /* sql */ `
CREATE TABLE user_dashboard (
  user_id integer PRIMARY KEY REFERENCES app_user,
  -- False: as the release has it. A person who chose nothing has no widgets.
  chosen boolean NOT NULL,
  version integer NOT NULL
);
CREATE TABLE user_widget (
  user_id integer NOT NULL REFERENCES user_dashboard,
  position integer NOT NULL,
  widget text NOT NULL,
  size text NOT NULL,
  PRIMARY KEY (user_id, widget)
);
`;

/** Where people are stopped: how often a step was refused, by day. No payload and no person. */
export const sql0013 = `
CREATE TABLE refused_step (
  day date NOT NULL,
  chart text NOT NULL,
  -- Empty where the refusal came before the row was looked at.
  state text NOT NULL,
  event text NOT NULL,
  -- The error's code, or the key of its message.
  reason text NOT NULL,
  position_id integer NOT NULL REFERENCES position,
  organization_id integer NOT NULL REFERENCES organization,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (day, chart, state, event, reason, position_id, organization_id)
);
`;

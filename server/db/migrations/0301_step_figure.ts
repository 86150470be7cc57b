/**
 * What the gallery knows of times and steps without reading the log: stays that have ended, by month, branch, person and
 * length, on both clocks; steps by day. Both are counted as steps are taken, and taken from the log here, once.
 */
const branchOf = (alias: string) => `CASE
      WHEN ${alias}.machine = 'counter' THEN (SELECT d.organization_id FROM computing_act_user c
        JOIN document d ON d.id = c.act_of_count_id WHERE c.id = ${alias}.id)
      WHEN ${alias}.machine = 'practiceDay' THEN (SELECT organization_id FROM practice_day WHERE id = ${alias}.id)
      WHEN ${alias}.machine IN (SELECT DISTINCT machine FROM event_log)
        THEN (SELECT organization_id FROM document WHERE id = ${alias}.id)
    END`;
const dayOf = (at: string) => `(${at} AT TIME ZONE 'Asia/Tashkent')::date`;

/** What the steps that the log has would have left. */
export const figuresOfLog = [
  /* sql */ `
INSERT INTO step_figure (chart, kind, day, state, event, after, organization_id, user_id, count)
SELECT s.machine, coalesce(s.kind, ''), ${dayOf('s.at')}, coalesce(s.before, ''), s.event, coalesce(s.after, ''),
       coalesce(u.organization_id, 0), coalesce(s.user_id, 0), count(*)
FROM step_log s LEFT JOIN app_user u ON u.id = s.user_id WHERE s.machine IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
  /* sql */ `
INSERT INTO stay_figure (chart, kind, state, month, organization_id, user_id, clock, span, count)
SELECT s.machine, s.kind, s.state, date_trunc('month', ${dayOf('s.until')})::date, coalesce(s.branch, 0), s.user_id,
       c.clock, stay_span(c.minutes), count(*)
FROM (
  SELECT l.machine, coalesce(l.kind, '') AS kind, l.after AS state, l.at AS since, ${branchOf('l')} AS branch,
         lead(l.at) OVER stays AS until, coalesce(lead(l.user_id) OVER stays, 0) AS user_id
  FROM step_log l WHERE l.machine IS NOT NULL AND l.after IS NOT NULL AND l.after IS DISTINCT FROM l.before
  WINDOW stays AS (PARTITION BY l.machine, l.kind, l.id ORDER BY l.seq)
) s CROSS JOIN LATERAL (VALUES
  ('working', working_minutes(s.branch, s.since, s.until)),
  ('calendar', greatest(0, date_part('epoch', s.until - s.since) / 60))
) c (clock, minutes)
WHERE s.until IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
] as const;

export const sql0301 = /* sql */ `
CREATE TABLE stay_figure (
  chart text NOT NULL,
  -- Of what is in record_log, as it is called there; empty for documents.
  kind text NOT NULL,
  state text NOT NULL,
  -- The first day of the month in which the stay ended.
  month date NOT NULL,
  -- 0: it belongs to no branch, and the calendar is its working time.
  organization_id integer NOT NULL,
  -- Who ended it; 0: the system.
  user_id integer NOT NULL,
  clock text NOT NULL CHECK (clock IN ('working', 'calendar')),
  span integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (chart, kind, state, clock, month, organization_id, user_id, span)
);
CREATE TABLE step_figure (
  chart text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  -- Empty where it began.
  state text NOT NULL,
  event text NOT NULL,
  after text NOT NULL,
  -- Of the person, as in refused_step; 0: the system.
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (chart, kind, day, state, event, after, organization_id, user_id)
);
${figuresOfLog.join(';\n')};
`;

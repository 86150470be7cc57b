/**
 * What the queue of a person is read by: since when a row is in its state, with indexes; and how long stays in each
 * state were, counted as steps are taken. Both are taken from the log here, once.
 */
const TABLES = [
  'document',
  'computing_act_user',
  'practice_day',
  'practice_month',
  'announcement',
  'test',
  'test_attempt',
  'markup_category',
  'partner',
  'warehouse_list',
];

/** A row that came into its state before there was a log has been in it since it began. */
const sinceOf = (table: string, machines: string, kind = 'true', began = 'created_at') => /* sql */ `
UPDATE ${table} t SET since = coalesce((
  SELECT max(s.at) FROM step_log s WHERE s.machine IN (${machines}) AND ${kind} AND s.id = t.id
    AND s.after IS NOT NULL AND s.after IS DISTINCT FROM s.before), ${began});`;

export const sql0016 = /* sql */ `
${TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN since timestamptz NOT NULL DEFAULT now();`).join('\n')}
${sinceOf('document', "'countingAct', 'invoice'")}
${sinceOf('computing_act_user', "'counter'", 'true', 'coalesce(started_at, now())')}
${sinceOf('practice_day', "'practiceDay'", 'true', 'opened_at')}
${sinceOf('practice_month', "'practiceMonth'", 'true', 'now()')}
${sinceOf('announcement', "'announcement'")}
${sinceOf('test', "'staffTest'")}
${sinceOf('test_attempt', "'testSitting'")}
${sinceOf('markup_category', "'settingRevision'")}
${sinceOf('partner', "'directoryRecord'", "s.kind = 'partner'")}
${sinceOf('warehouse_list', "'directoryRecord'", "s.kind = 'warehouse'")}

CREATE INDEX document_queue ON document (kind, status, organization_id, since, id);
CREATE INDEX document_queue_author ON document (kind, status, created_by, organization_id, since, id);

-- Minutes between two moments in which the branch had a day open; all of them where there is no branch.
CREATE FUNCTION working_minutes(branch integer, came timestamptz, left_at timestamptz) RETURNS double precision
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN branch IS NULL THEN greatest(0, date_part('epoch', left_at - came) / 60) ELSE coalesce((
    SELECT sum(date_part('epoch', least(d.closed_at, left_at) - greatest(d.opened_at, came))) / 60
    FROM practice_day d
    WHERE d.organization_id = branch AND d.opened_at < left_at AND coalesce(d.closed_at, left_at) > came), 0) END
$$;
-- A stay is counted in a span of minutes; each span is a twentieth longer than the one before it.
CREATE FUNCTION stay_span(minutes double precision) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(ln(1 + minutes) / ln(1.05))::integer
$$;
CREATE FUNCTION span_end(span integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT power(1.05::double precision, span + 1) - 1
$$;
CREATE TABLE state_stay (
  chart text NOT NULL,
  state text NOT NULL,
  span integer NOT NULL,
  count integer NOT NULL DEFAULT 1,
  PRIMARY KEY (chart, state, span)
);
INSERT INTO state_stay (chart, state, span, count)
SELECT chart, state, stay_span(working_minutes(branch, since, until)), count(*) FROM (
  SELECT s.machine AS chart, s.after AS state, s.at AS since,
         lead(s.at) OVER (PARTITION BY s.machine, s.kind, s.id ORDER BY s.seq) AS until,
         CASE s.machine
           WHEN 'counter' THEN (SELECT d.organization_id FROM computing_act_user c
             JOIN document d ON d.id = c.act_of_count_id WHERE c.id = s.id)
           WHEN 'practiceDay' THEN (SELECT organization_id FROM practice_day WHERE id = s.id)
           WHEN 'countingAct' THEN (SELECT organization_id FROM document WHERE id = s.id)
           WHEN 'invoice' THEN (SELECT organization_id FROM document WHERE id = s.id)
         END AS branch
  FROM step_log s WHERE s.machine IS NOT NULL AND s.after IS NOT NULL AND s.after IS DISTINCT FROM s.before
) stays WHERE until IS NOT NULL GROUP BY 1, 2, 3;
`;

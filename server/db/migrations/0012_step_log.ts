/**
 * One shape of the log for every lifecycle: chart, record, event, state before and after, payload, person, moment. New
 * rows are written in it; the view reads older ones as if they had been, so that nobody else reconstructs their states.
 */
const record = (kind: string, machine: string, before: string, after: string, join = '') => `
  SELECT '${machine}', l.kind, l.record_id, l.id, l.at, l.event, ${before}, ${after}, l.user_id, l.payload
  FROM record_log l ${join} WHERE l.machine IS NULL AND l.kind ${kind}`;

const byStatus = (kind: string, machine: string) =>
  record(`= '${kind}'`, machine, "l.payload #>> '{before,status}'", "l.payload #>> '{after,status}'");

export const sql0012 = `
ALTER TABLE record_log ADD COLUMN machine text, ADD COLUMN state_before text, ADD COLUMN state_after text;
CREATE INDEX record_log_machine ON record_log (machine, record_id, id);
-- The row that subject_id names where it has a lifecycle of its own: a counter beside its act.
ALTER TABLE event_log ADD COLUMN subject_machine text, ADD COLUMN subject_before text, ADD COLUMN subject_after text;
CREATE INDEX event_log_subject ON event_log (subject_machine, subject_id, id) WHERE subject_machine IS NOT NULL;

CREATE VIEW step_log (machine, kind, id, seq, at, event, before, after, user_id, payload) AS
  SELECT l.machine, NULL::text, l.document_id, l.id, l.at, l.event, l.state_before, l.state_after, l.user_id, l.payload
  FROM event_log l
  UNION ALL
  SELECT l.subject_machine, NULL, l.subject_id, l.id, l.at, l.event, l.subject_before, l.subject_after, l.user_id,
         l.payload
  FROM event_log l WHERE l.subject_machine IS NOT NULL
  UNION ALL
  SELECT 'counter', NULL, l.subject_id, l.id, l.at, l.event,
         CASE l.event WHEN 'counter.add' THEN NULL WHEN 'counter.rename' THEN 'assigned'
           WHEN 'counter.start' THEN 'assigned' ELSE 'counting' END,
         CASE l.event WHEN 'counter.start' THEN 'counting' WHEN 'counter.submit' THEN 'submitted'
           WHEN 'counter.release' THEN 'submitted' ELSE 'assigned' END,
         l.user_id, l.payload
  FROM event_log l
  WHERE l.subject_machine IS NULL AND l.machine = 'countingAct' AND l.event IN
    ('counter.add', 'counter.rename', 'counter.start', 'counter.submit', 'counter.release')
  UNION ALL
  SELECT l.machine, l.kind, l.record_id, l.id, l.at, l.event, l.state_before, l.state_after, l.user_id, l.payload
  FROM record_log l WHERE l.machine IS NOT NULL
  UNION ALL ${byStatus('practice_day', 'practiceDay')}
  UNION ALL ${byStatus('practice_month', 'practiceMonth')}
  UNION ALL ${byStatus('announcement', 'announcement')}
  UNION ALL ${byStatus('test', 'staffTest')}
  UNION ALL ${record(
    "= 'markup_category'",
    'settingRevision',
    "l.payload ->> 'before'",
    "CASE l.event WHEN 'revision.create' THEN 'draft' ELSE l.payload ->> 'after' END",
  )}
  UNION ALL ${record(
    "IN ('partner', 'warehouse')",
    'directoryRecord',
    "CASE l.event WHEN 'record.create' THEN NULL WHEN 'record.restore' THEN 'archived' ELSE 'active' END",
    "CASE l.event WHEN 'record.archive' THEN 'archived' ELSE 'active' END",
  )}
  UNION ALL ${record(
    "= 'test_attempt'",
    'testSitting',
    `coalesce(l.payload #>> '{before,status}', CASE l.event WHEN 'test.start' THEN 'ready'
      WHEN 'test.submit' THEN 'answering' WHEN 'time.isUp' THEN 'answering' WHEN 'attempt.give' THEN 'spent' END)`,
    `coalesce(l.payload #>> '{after,status}', CASE WHEN l.event = 'test.start' THEN 'answering'
      WHEN l.event = 'attempt.give' THEN 'ready' WHEN r.passed THEN 'passed' WHEN r.tries_left = 0 THEN 'spent'
      WHEN r.tries_left > 0 THEN 'ready' END)`,
    `LEFT JOIN test_result r ON l.event IN ('test.submit', 'time.isUp') AND r.attempt_id = l.record_id
      AND r.sitting = (l.payload ->> 'sitting')::integer`,
  )};
`;

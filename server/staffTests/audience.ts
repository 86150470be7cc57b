import { sql } from 'kysely';

/** Whether a person (alias `u`) is one whom a test (alias `t`) is for: positions, organizations, both at once, or everybody. */
export const inAudience = sql`(t.everyone OR (
  (EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id)
    OR EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id))
  AND (NOT EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id)
    OR EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id AND p.position_id = u.position_id))
  AND (NOT EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id)
    OR EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id AND o.organization_id = u.organization_id))))`;

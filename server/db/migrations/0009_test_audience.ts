/** Whether a test is for everybody is stored explicitly, not as an empty list of names: a draft may have no audience yet. */
export const sql0009 = /* sql */ `
ALTER TABLE test ADD COLUMN everyone boolean NOT NULL DEFAULT false;
UPDATE test t SET everyone = true
WHERE NOT EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id)
  AND NOT EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id);
`;

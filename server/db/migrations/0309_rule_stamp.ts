/**
 * The rules of a position or of a person have a stamp that each change raises, so that a request reads them only when they
 * are others than before. Of the statement, not of its rows: a position's rules are written some hundreds at once.
 */
const raised = (table: string, of: 'position' | 'user', id: string) => `
CREATE FUNCTION stamp_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rule_stamp (of, id) SELECT DISTINCT '${of}', ${id} FROM changed ORDER BY 2
  ON CONFLICT (of, id) DO UPDATE SET stamp = rule_stamp.stamp + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_${table}();
CREATE TRIGGER ${table}_taken AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_${table}();
CREATE TRIGGER ${table}_before AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_${table}();
CREATE TRIGGER ${table}_after AFTER UPDATE ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_${table}();
`;

export const sql0309 = /* sql */ `
CREATE TABLE rule_stamp (
  of text NOT NULL CHECK (of IN ('position', 'user')),
  id integer NOT NULL,
  stamp integer NOT NULL DEFAULT 1,
  PRIMARY KEY (of, id)
);
INSERT INTO rule_stamp (of, id) SELECT DISTINCT 'position', position_id FROM position_rule;
INSERT INTO rule_stamp (of, id) SELECT DISTINCT 'user', user_id FROM user_rule;
${raised('position_rule', 'position', 'position_id')}
${raised('user_rule', 'user', 'user_id')}`;

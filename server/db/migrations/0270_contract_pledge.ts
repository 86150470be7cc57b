/** The car that is a contract's pledge (areas 3.4; decision 77). */
export const sql0270 = /* sql */ `
ALTER TABLE contract ADD COLUMN pledge_evaluation_id integer REFERENCES pledge_evaluation;
CREATE INDEX contract_pledge_evaluation ON contract (pledge_evaluation_id) WHERE pledge_evaluation_id IS NOT NULL;
-- the days that close look for what was paid on them
CREATE INDEX contract_pledged_closed ON contract (closed_on) WHERE pledge_evaluation_id IS NOT NULL;
`;

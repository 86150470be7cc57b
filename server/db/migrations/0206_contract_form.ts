/** The form of a contract is frozen when it is signed (decision 87); its list is sorted by the day of signing and by its total. */
export const sql0206 = /* sql */ `
ALTER TABLE contract ADD COLUMN form jsonb;
ALTER TABLE contract ADD COLUMN discount numeric(18, 0) NOT NULL DEFAULT 0 CHECK (discount >= 0);
CREATE INDEX contract_signed_on ON contract (signed_on, id);
CREATE INDEX contract_total ON contract (total, id);
`;

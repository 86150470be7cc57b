/** Documents of every kind are found by their number as it is typed: small letters, any part of it. */
export const sql0017 = /* sql */ `
CREATE INDEX document_number_search ON document USING gin (lower(number) gin_trgm_ops);
`;

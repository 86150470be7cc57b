/** A photograph of a price tag or an offer. */
export const sql0147 = /* sql */ `
ALTER TABLE competitor_news ADD COLUMN photo_id integer REFERENCES file;
CREATE INDEX competitor_news_photo ON competitor_news (photo_id);
`;

/** Brands as a directory: with archive, history and search. */
import { type Migration, sql } from 'kysely';
import { searchKey } from '../../../contract/search.ts';

const sql0130 = /* sql */ `
-- a name is a brand whatever its letter case: products of another spelling go to the brand that came first
CREATE TEMPORARY TABLE brand_kept ON COMMIT DROP AS
  SELECT id, first_value(id) OVER (PARTITION BY lower(name) ORDER BY id) AS kept FROM brand;
UPDATE product p SET brand_id = k.kept FROM brand_kept k WHERE k.id = p.brand_id AND k.kept <> k.id;
DELETE FROM brand b USING brand_kept k WHERE k.id = b.id AND k.kept <> k.id;
-- the rule by lower case holds for both
ALTER TABLE brand DROP CONSTRAINT brand_name_key;

-- brand
ALTER TABLE brand ADD CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE brand ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE brand ADD COLUMN created_at timestamp with time zone NOT NULL DEFAULT now();
ALTER TABLE brand ADD COLUMN created_by integer REFERENCES app_user;
ALTER TABLE brand ADD COLUMN updated_at timestamp with time zone;
ALTER TABLE brand ADD COLUMN since timestamp with time zone NOT NULL DEFAULT now();
ALTER TABLE brand ADD COLUMN search_key text NOT NULL DEFAULT '';
ALTER TABLE brand ADD COLUMN name_order text COLLATE "C" GENERATED ALWAYS AS (name_order(name)) STORED;
CREATE INDEX brand_name ON brand (active, name_order, id);
CREATE UNIQUE INDEX brand_name_once ON brand (lower(name));
CREATE INDEX brand_search ON brand USING gin (search_key gin_trgm_ops);

-- a brand of which there are active products is in use
ALTER TABLE product ADD COLUMN active boolean NOT NULL DEFAULT true;
CREATE INDEX product_brand ON product (brand_id);
`;

export const brands0130: Migration = {
  async up(db) {
    await sql.raw(sql0130).execute(db);
    const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM brand`.execute(db);
    await sql`UPDATE brand b SET search_key = named.key
      FROM unnest(${rows.map((row) => row.id)}::integer[], ${rows.map((row) => searchKey(row.name))}::text[])
        AS named(id, key) WHERE b.id = named.id`.execute(db);
  },
};

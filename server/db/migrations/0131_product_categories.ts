/** Categories of products as a directory: with archive, history and the code of the tax classifier. */
export const sql0131 = /* sql */ `
-- below one category a name stands once in each language, whatever its letter case: later ones are told apart by their id
UPDATE product_category c SET name_uz = left(c.name_uz, 180) || ' (' || c.id || ')' FROM (
  SELECT id, row_number() OVER (PARTITION BY parent_id, lower(name_uz) ORDER BY id) AS place FROM product_category
) n WHERE n.id = c.id AND n.place > 1;
UPDATE product_category c SET name_ru = left(c.name_ru, 180) || ' (' || c.id || ')' FROM (
  SELECT id, row_number() OVER (PARTITION BY parent_id, lower(name_ru) ORDER BY id) AS place FROM product_category
) n WHERE n.id = c.id AND n.place > 1;
ALTER TABLE product_category DROP CONSTRAINT product_category_parent_id_name_uz_key;

-- category
ALTER TABLE product_category ADD CHECK (char_length(name_uz) BETWEEN 1 AND 200);
ALTER TABLE product_category ADD CHECK (char_length(name_ru) BETWEEN 1 AND 200);
ALTER TABLE product_category ADD COLUMN classifier_code text CHECK (classifier_code ~ '^[0-9]{17}$');
ALTER TABLE product_category ADD COLUMN active boolean NOT NULL DEFAULT true;
ALTER TABLE product_category ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE product_category ADD COLUMN created_at timestamp with time zone NOT NULL DEFAULT now();
ALTER TABLE product_category ADD COLUMN created_by integer REFERENCES app_user;
ALTER TABLE product_category ADD COLUMN updated_at timestamp with time zone;
ALTER TABLE product_category ADD COLUMN since timestamp with time zone NOT NULL DEFAULT now();
ALTER TABLE product_category ADD COLUMN name_uz_order text COLLATE "C" GENERATED ALWAYS AS (name_order(name_uz)) STORED;
ALTER TABLE product_category ADD COLUMN name_ru_order text COLLATE "C" GENERATED ALWAYS AS (name_order(name_ru)) STORED;
CREATE INDEX product_category_classifier_code ON product_category (active, classifier_code, id);
CREATE INDEX product_category_parent ON product_category (parent_id);
CREATE UNIQUE INDEX product_category_name_uz_once ON product_category (coalesce(parent_id, 0), lower(name_uz));
CREATE UNIQUE INDEX product_category_name_ru_once ON product_category (coalesce(parent_id, 0), lower(name_ru));
CREATE INDEX product_category_search ON product_category USING gin (search_key gin_trgm_ops);

-- a category of which there are products is in use
CREATE INDEX product_category_of ON product (category_id);
`;

/**
 * What lists sort, filter and search by, each with its index. Orders of names are stored columns: their expression is
 * the one that `uzbekOrder` had when this landed, and a test holds the two together.
 */
export const nameOrder = (column: string) => /* sql */ `
translate(replace(replace(replace(replace(replace(replace(
  translate(lower(${column}), '''\`’‘ʻʼ´', 'ʻʻʻʻʻʻʻ'),
  'oʻ', '{'), 'gʻ', '|'), 'sh', '}'), 'ch', '~'), 'ng', U&'\\007F'), 'ʻ', ''),
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲ',
  U&'${cyrillicPlaces()}${cyrillicPlaces()}')`;

/** The 37 letters of both Cyrillic alphabets, in their order. */
function cyrillicPlaces(): string {
  return Array.from({ length: 37 }, (_, at) => `\\${(0xe000 + at).toString(16).toUpperCase()}`).join('');
}

export const sql0014 = /* sql */ `
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ---------------------------------------------------------------- documents: by day, organization, state, author
DROP INDEX document_kind_org;
DROP INDEX document_kind_created;
CREATE INDEX document_list ON document (kind, created_at, id) INCLUDE (status);
CREATE INDEX document_list_organization ON document (kind, organization_id, created_at, id);
CREATE INDEX document_list_state ON document (kind, status, created_at, id);
CREATE INDEX document_list_author ON document (kind, created_by, created_at, id);

-- ---------------------------------------------------------------- invoices: their papers
CREATE INDEX product_invoice_date ON product_invoice (invoice_date, id);
CREATE INDEX product_invoice_special ON product_invoice (id) WHERE type = 'special';
-- Both numbers as they are searched: small letters, one form of apostrophe, a space before each.
ALTER TABLE product_invoice ADD COLUMN search_key text NOT NULL DEFAULT '';
CREATE FUNCTION numbers_key(own text, other text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT ' ' || lower(translate(own || ' ' || other, '''\`’‘ʻʼ´', ''))
$$;
UPDATE product_invoice i SET search_key = numbers_key(d.number, i.number_invoice) FROM document d WHERE d.id = i.id;
CREATE FUNCTION product_invoice_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT numbers_key(d.number, NEW.number_invoice) INTO NEW.search_key FROM document d WHERE d.id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER product_invoice_key BEFORE INSERT OR UPDATE OF number_invoice ON product_invoice
  FOR EACH ROW EXECUTE FUNCTION product_invoice_key();
CREATE INDEX product_invoice_search ON product_invoice USING gin (search_key gin_trgm_ops);

-- ---------------------------------------------------------------- directories, people, tests, announcements, days
ALTER TABLE partner ADD COLUMN name_order text COLLATE "C" GENERATED ALWAYS AS (${nameOrder('name')}) STORED;
ALTER TABLE warehouse_list ADD COLUMN name_order text COLLATE "C" GENERATED ALWAYS AS (${nameOrder('name')}) STORED;
ALTER TABLE test ADD COLUMN title_order text COLLATE "C" GENERATED ALWAYS AS (${nameOrder('title')}) STORED;
CREATE INDEX partner_list ON partner (active, name_order, id);
CREATE INDEX warehouse_list_name ON warehouse_list (active, name_order, id);
CREATE INDEX warehouse_list_kind ON warehouse_list (active, kind, organization_id, id);
CREATE INDEX app_user_list ON app_user (active, search_key, id);
CREATE INDEX test_list_title ON test (title_order, id);
CREATE INDEX test_list_from ON test (starts_at, id);
CREATE INDEX test_list_created ON test (created_at, id);
CREATE INDEX test_list_state ON test (status, created_at, id);
CREATE INDEX announcement_list ON announcement (created_at, id);
CREATE INDEX announcement_list_state ON announcement (status, created_at, id);
CREATE INDEX practice_day_list ON practice_day (date, organization_id);
CREATE INDEX practice_day_list_state ON practice_day (status, date, organization_id);
CREATE INDEX partner_search ON partner USING gin (search_key gin_trgm_ops);
CREATE INDEX warehouse_list_search ON warehouse_list USING gin (search_key gin_trgm_ops);
CREATE INDEX organization_search ON organization USING gin (search_key gin_trgm_ops);
CREATE INDEX app_user_search ON app_user USING gin (search_key gin_trgm_ops);
CREATE INDEX product_variant_search ON product_variant USING gin (search_key gin_trgm_ops);
CREATE INDEX test_search ON test USING gin (search_key gin_trgm_ops);
CREATE INDEX announcement_search ON announcement USING gin (search_key gin_trgm_ops);
CREATE INDEX organization_territory ON organization (territory_id);
`;

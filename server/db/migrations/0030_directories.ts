/** The order of names as a function, for the generated order columns of directories; the first declared ones. */
import { nameOrder } from './0014_lists.ts';

export const sql0030 = /* sql */ `
CREATE FUNCTION name_order(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $order$
  SELECT ${nameOrder('name')}
$order$;

-- ---------------------------------------------------------------- warehouse
ALTER TABLE warehouse_list ADD COLUMN created_by integer REFERENCES app_user;
ALTER TABLE warehouse_list ADD COLUMN updated_at timestamp with time zone;
ALTER TABLE warehouse_list ADD CHECK (char_length(name) BETWEEN 1 AND 200);
CREATE UNIQUE INDEX warehouse_list_name_once ON warehouse_list (coalesce(organization_id, 0), lower(name));
DROP INDEX warehouse_list_kind;
CREATE INDEX warehouse_list_kind ON warehouse_list (active, kind, id);
`;

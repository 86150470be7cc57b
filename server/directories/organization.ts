/**
 * Organizations: an office keeps all of them, who works in a branch sees and writes the own one (decision 91). Used while
 * people, goods, warehouses, an unclosed day or open documents are there (decision 92); the code stays once documents have it.
 */
import { sql } from 'kysely';
import { ORGANIZATION_CODE, organization } from '../../contract/directories/organization.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { forbidden } from '../http/refusal.ts';

serveDirectory(organization, {
  visible: ({ office, organizationId }) => (office ? sql`true` : sql`r.id = ${organizationId}`),
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; people: number; warehouses: number }>`
      SELECT o.id,
        (SELECT count(*)::integer FROM app_user u WHERE u.organization_id = o.id AND u.active) AS people,
        (SELECT count(*)::integer FROM warehouse_list w WHERE w.organization_id = o.id AND w.active) AS warehouses
      FROM organization o WHERE o.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  },
  async freeze(db, { id }) {
    const { rows } = await sql`SELECT 1 FROM document WHERE organization_id = ${id} LIMIT 1`.execute(db);
    return rows.length === 0 ? {} : { code: 'code_on_documents' };
  },
  acceptsMany: 'each',
  async refuse({ user }, { id, body }) {
    if (id === null && !user.office) throw forbidden('errors.organization_by_office');
    const faults: Faults = {};
    if (!ORGANIZATION_CODE.test(body.code)) faults.code = [{ key: 'organization_code' }];
    return faults;
  },
});

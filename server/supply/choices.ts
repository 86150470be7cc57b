/** What pages of supply choose warehouses and branches from. */
import type { Kysely } from 'kysely';
import {
  organizationTerritories,
  organizationTerritory,
  warehouseAutocomplete,
} from '../../contract/invoices/choices.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { type Implementation, implement } from '../http/implement.ts';

type Db = Kysely<Schema>;

export const supplyChoiceCalls: Implementation[] = [
  implement(warehouseAutocomplete, {
    async handle({ db, user }) {
      const all = user.office || allows(user.rules, 'product_invoice.allshow|base_repository.allshow');
      let warehouses = db
        .selectFrom('warehouse_list')
        .innerJoin('organization', 'organization.id', 'warehouse_list.organization_id')
        .select(['warehouse_list.id', 'warehouse_list.name', 'warehouse_list.kind'])
        .select(['organization_id', 'organization.name as organization'])
        .where('warehouse_list.active', '=', true);
      if (!all) warehouses = warehouses.where('organization_id', '=', user.organizationId);
      return { data: await warehouses.orderBy('organization.search_key').orderBy('warehouse_list.id').execute() };
    },
  }),

  implement(organizationTerritory, { handle: ({ db }) => territoryTree(db) }),
  implement(organizationTerritories, { handle: ({ db }) => territoryTree(db) }),
];

/** Every territory with its organizations that work, by name: names of branches are no secret here. */
async function territoryTree(db: Db) {
  const territories = await db
    .selectFrom('territory')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const organizations = await db
    .selectFrom('organization')
    .select(['id', 'name', 'territory_id'])
    .where('active', '=', true)
    .orderBy('search_key')
    .orderBy('id')
    .execute();
  return {
    data: territories.map((territory) => ({
      ...territory,
      organizations: organizations
        .filter((organization) => organization.territory_id === territory.id)
        .map(({ id, name }) => ({ id, name })),
    })),
  };
}

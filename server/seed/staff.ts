/** People, rights, branches and warehouses of the demo data. */
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { ids, insertColumns } from './columns.ts';
import {
  type DemoOrganization,
  type DemoUser,
  demoPeople,
  ORGANIZATIONS,
  POSITIONS,
  TERRITORIES,
  WAREHOUSE_NAMES,
} from './people.ts';
import { Random } from './random.ts';
import { insertStandard } from './standard.ts';

export async function seedPeople(trx: Trx, passwordHash: string): Promise<number> {
  await insertStandard(trx);
  const organizations = ORGANIZATIONS;
  await insertColumns(trx, 'organization', {
    id: ['int', organizations.map((one) => one.id)],
    name: ['text', organizations.map((one) => one.name)],
    short_name: ['text', organizations.map((one) => one.short)],
    code: ['text', organizations.map((one) => one.code)],
    kind: ['text', organizations.map((one) => one.kind)],
    territory_id: ['int', organizations.map((one) => TERRITORIES.indexOf(one.territory) + 1)],
    parent_id: ['int', organizations.map((one) => one.parent)],
    address: ['text', organizations.map((one) => one.address)],
    phone: ['text', organizations.map((one) => one.phone)],
    scoring_required: ['bool', organizations.map((one) => one.kind === 'branch' && one.code !== 'CHL')],
    aliases: ['text', organizations.map((one) => one.ru)],
    search_key: [
      'text',
      organizations.map(({ name, short, code, address, phone, ru }) =>
        searchKey([name, short, code, address, phone.slice(1), ru].join(' ')),
      ),
    ],
  });
  const warehouses = organizations.flatMap((one) => warehousesOf(one));
  await insertColumns(trx, 'warehouse_list', {
    id: ['int', warehouses.map((warehouse) => warehouse.id)],
    organization_id: ['int', warehouses.map((warehouse) => warehouse.organization)],
    name: ['text', warehouses.map((warehouse) => WAREHOUSE_NAMES[warehouse.kind])],
    kind: ['text', warehouses.map((warehouse) => warehouse.kind)],
    search_key: ['text', warehouses.map((warehouse) => searchKey(WAREHOUSE_NAMES[warehouse.kind]))],
  });
  const people = demoPeople();
  const positionIds = new Map(POSITIONS.map((position) => [position.name, position.id]));
  const random = new Random('telefonlar');
  await insertColumns(trx, 'app_user', {
    id: ['int', ids(people.length)],
    username: ['text', people.map((person) => person.username)],
    password_hash: ['text', people.map(() => passwordHash)],
    password_expired: ['bool', people.map((person) => person.passwordExpired)],
    fullname: ['text', people.map((person) => person.fullname)],
    phone: ['text', people.map(() => random.fill(`+998${random.pick(['90', '91', '93', '94', '97', '99'])}#######`))],
    position_id: ['int', people.map((person) => positionIds.get(person.position))],
    organization_id: ['int', people.map((person) => person.organization)],
    office: ['bool', people.map((person) => person.office)],
    prizma_status: ['bool', people.map((person) => person.position === 'Skoring mutaxassisi')],
    search_key: ['text', people.map((person) => searchKey(`${person.fullname} ${person.username}`))],
  });
  await seedKeepers(trx, warehouses, people);
  return people.length;
}

/** Storekeepers keep what is in their organization; goods in transit are nobody's. */
async function seedKeepers(trx: Trx, warehouses: readonly DemoWarehouse[], people: readonly DemoUser[]): Promise<void> {
  const kept = warehouses.flatMap(({ id, organization, kind }) =>
    kind === 'transit'
      ? []
      : people.flatMap((person, at) =>
          person.organization === organization && person.position === 'Omborchi'
            ? [{ warehouse: id, user: at + 1 }]
            : [],
        ),
  );
  await insertColumns(trx, 'warehouse_keeper', {
    warehouse_id: ['int', kept.map((one) => one.warehouse)],
    user_id: ['int', kept.map((one) => one.user)],
  });
}

interface DemoWarehouse {
  id: number;
  organization: number;
  kind: keyof typeof WAREHOUSE_NAMES;
}

/** Four to an organization; the office keeps only what it uses itself, the central warehouse has no shop layer. */
export function warehousesOf(organization: DemoOrganization): DemoWarehouse[] {
  const kinds = {
    branch: ['shop', 'main', 'defect', 'transit'],
    warehouse: ['main', 'defect', 'transit'],
    office: ['main'],
  } as const;
  return kinds[organization.kind].map((kind, at) => ({
    id: (organization.id - 1) * 4 + at + 1,
    organization: organization.id,
    kind,
  }));
}

/** Branches, shops, warehouses and offices of the chain (areas 2.1, 4.26 `/settings/requisites`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { bool, code, oneOf, phone, quantity, ref, text } from '../directory/fields.ts';

/** It leads the numbers of an organization's documents. */
export const ORGANIZATION_CODE = /^[A-Z]{2,6}$/;

export const organization = defineDirectory({
  name: 'organization',
  service: 'warehouse',
  rule: 'requisite',
  label: 'name',
  key: 'code',
  tree: 'parent',
  ownChoices: true,
  fields: {
    name: text(200, { search: true, sort: true, unique: true }),
    short_name: text(60, { search: true, sort: true, list: 'hidden' }),
    code: code(20, { search: true, sort: true, unique: true }),
    kind: oneOf(['branch', 'office', 'shop', 'warehouse'], { filter: true, sort: true }),
    territory: ref('territory', { optional: true, filter: true, sort: true }),
    parent: ref('organization', { optional: true, list: 'hidden' }),
    address: text(300, { optional: true, search: true }),
    phone: phone({ optional: true, search: true }),
    /** Decision 73: its contracts need a finished scoring run. */
    scoring_required: bool({ filter: true }),
    /** What people call it in other languages and ways: it is found by them. */
    aliases: text(200, { optional: true, search: true, list: 'hidden' }),
  },
  /** People who work there and warehouses that are kept there. */
  extra: { people: quantity(), warehouses: quantity() },
  stale: ['organizationTerritory', 'organizationTerritories', 'warehouseAutocomplete', ...readingIds('territory')],
});

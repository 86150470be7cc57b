/** Regions in which organizations stand (areas 2.1, 4.26): a level above branches in filters and in the tree of branches. */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { quantity, text } from '../directory/fields.ts';

export const territory = defineDirectory({
  name: 'territory',
  service: 'cash',
  rule: 'requisite',
  label: 'name',
  fields: { name: text(100, { search: true, sort: true, unique: true }) },
  extra: { organizations: quantity() },
  stale: ['organizationTerritory', 'organizationTerritories', ...readingIds('organization')],
});

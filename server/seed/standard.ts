/** What every installation begins with, demo or not: the regions of the country, all rules, and positions with theirs. */
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { ids, insertColumns, moveSequence } from './columns.ts';
import { POSITIONS, TERRITORIES } from './people.ts';
import { titledRules } from './ruleTitles.ts';

export async function insertStandard(trx: Trx): Promise<void> {
  await insertColumns(trx, 'territory', {
    id: ['int', ids(TERRITORIES.length)],
    name: ['text', TERRITORIES],
    search_key: ['text', TERRITORIES.map((name) => searchKey(name))],
  });
  await insertColumns(trx, 'rule', {
    resource: ['text', titledRules.map((rule) => rule.resource)],
    action: ['text', titledRules.map((rule) => rule.action)],
    title_uz: ['text', titledRules.map((rule) => rule.uz)],
    title_ru: ['text', titledRules.map((rule) => rule.ru)],
    area: ['text', titledRules.map((rule) => rule.area)],
    search_key: [
      'text',
      titledRules.map(({ uz, ru, resource, action }) => searchKey(`${uz} ${ru} ${resource} ${action}`)),
    ],
  });
  await insertColumns(trx, 'position', {
    id: ['int', POSITIONS.map((position) => position.id)],
    name_uz: ['text', POSITIONS.map((position) => position.name)],
    name_ru: ['text', POSITIONS.map((position) => position.ru)],
    kind: ['text', POSITIONS.map((position) => position.kind)],
    search_key: ['text', POSITIONS.map(({ name, ru }) => searchKey(`${name} ${ru}`))],
  });
  const given = POSITIONS.flatMap((position) => position.rules.map((rule) => ({ ...rule, position: position.id })));
  await insertColumns(trx, 'position_rule', {
    position_id: ['int', given.map((rule) => rule.position)],
    resource: ['text', given.map((rule) => rule.resource)],
    action: ['text', given.map((rule) => rule.action)],
  });
  for (const table of ['territory', 'position'] as const) await moveSequence(trx, table);
}

/** What every installation begins with, demo or not: the regions of the country, all rules, and positions with theirs. */
import type { Trx } from '../db/open.ts';
import { ids, insertColumns, moveSequence } from './columns.ts';
import { POSITIONS, TERRITORIES } from './people.ts';
import { allRules } from './rules.ts';

export async function insertStandard(trx: Trx): Promise<void> {
  await insertColumns(trx, 'territory', { id: ['int', ids(TERRITORIES.length)], name: ['text', TERRITORIES] });
  await insertColumns(trx, 'rule', {
    resource: ['text', allRules.map((rule) => rule.resource)],
    action: ['text', allRules.map((rule) => rule.action)],
  });
  await insertColumns(trx, 'position', {
    id: ['int', POSITIONS.map((position) => position.id)],
    name: ['text', POSITIONS.map((position) => position.name)],
    name_ru: ['text', POSITIONS.map((position) => position.ru)],
    kind: ['text', POSITIONS.map((position) => position.kind)],
  });
  const given = POSITIONS.flatMap((position) => position.rules.map((rule) => ({ ...rule, position: position.id })));
  await insertColumns(trx, 'position_rule', {
    position_id: ['int', given.map((rule) => rule.position)],
    resource: ['text', given.map((rule) => rule.resource)],
    action: ['text', given.map((rule) => rule.action)],
  });
  for (const table of ['territory', 'position'] as const) await moveSequence(trx, table);
}

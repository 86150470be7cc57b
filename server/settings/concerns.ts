/**
 * Whom the steps of a dated setting concern that a second person settles: who may settle what was written, and who wrote it
 * what became of it.
 */
import { sql } from 'kysely';
import { type AnySetting, planRule, scopeOf } from '../../contract/setting/setting.ts';
import type { RevisionEvent } from '../../machines/settingRevision/settingRevision.machine.ts';
import type { Table } from '../directory/table.ts';
import { holdsRule } from '../http/heldRules.ts';
import type { Concern } from '../lifecycle/stages.ts';

/** So many people are told of a draft at most: any of them settles it. */
const MOST_SETTLERS = 50;

export function concernsOfSetting({ spec }: AnySetting, table: Table) {
  if (!spec.confirm) return {};
  const scope = scopeOf(spec);
  /** Who sees the revision: of a setting of branches not everybody does. */
  const sees = (id: number) =>
    scope === undefined
      ? sql`true`
      : sql`(office OR ${holdsRule(`${spec.rule}.allshow`)} OR organization_id =
          (SELECT r.${sql.ref(`${scope}_id`)} FROM ${sql.table(table.name)} r WHERE r.id = ${id}))`;
  const written = (id: number) => sql`
    SELECT w.user_id FROM record_log w WHERE w.kind = ${spec.name} AND w.record_id = ${id}
      AND w.user_id IS NOT NULL AND w.event IN ('revision.create', 'revision.update')`;
  return {
    concernsNew: (id: number): Concern => ({
      people: sql`SELECT id FROM app_user WHERE active AND ${holdsRule(planRule(spec))}
        AND ${holdsRule(`${spec.rule}.show`)} AND ${sees(id)} ORDER BY id LIMIT ${MOST_SETTLERS}`,
    }),
    concerns: ({ id }: { id: number }, event: RevisionEvent['type']): Concern | undefined =>
      event === 'revision.plan' || event === 'revision.drop' ? { people: written(id) } : undefined,
  };
}

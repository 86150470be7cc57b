/** Subjects of a setting as rows of a file that can be read back: what is in force, and from which day. */
import type { Chosen } from '../../contract/directory/fields.ts';
import { type AnySetting, scopeOf } from '../../contract/setting/setting.ts';
import { VALID_FROM } from '../../contract/sheet.ts';
import type { Row } from '../directory/sheet/values.ts';
import type { SubjectRow } from './revisions.ts';

/**
 * @param all every row of the list: of a tree, records of one name are called by their ways from the top
 * @param branch whose list it is
 */
export function sheetRows(
  { spec }: AnySetting,
  rows: readonly SubjectRow[],
  all: readonly SubjectRow[],
  branch: Chosen | undefined,
): (SubjectRow & Row)[] {
  const { inherits } = spec;
  const byId = new Map(all.map((row) => [row.id, row]));
  const nodeOf = (row: SubjectRow) => row[inherits ?? ''] as Chosen;
  const named = new Map<string, number>();
  if (inherits !== undefined)
    for (const row of all) named.set(nodeOf(row).title, (named.get(nodeOf(row).title) ?? 0) + 1);

  function wayOf(row: SubjectRow): string {
    const above = byId.get(row.parent_id as number);
    return above === undefined ? nodeOf(row).title : `${wayOf(above)} / ${nodeOf(row).title}`;
  }
  const placed = (row: SubjectRow): Chosen => {
    const { id, title } = nodeOf(row);
    return { id, title: (named.get(title) ?? 0) > 1 ? wayOf(row) : title };
  };

  return rows.map((row) => {
    const figures = Object.fromEntries(Object.keys(spec.fields).map((name) => [name, row.in_force?.[name] ?? null]));
    return {
      ...row,
      ...figures,
      // in a tree what holds may be of another record, or of every branch
      ...(inherits !== undefined && { [scopeOf(spec) ?? '']: branch ?? null, [inherits]: placed(row) }),
      [VALID_FROM]: row.in_force?.valid_from ?? null,
      // a revision in force does not change any more: its id says all
      key: row.in_force === null ? null : String(row.in_force.id),
    };
  });
}

/**
 * Settings of a tree (`inherits`): a record without figures of its own takes those of the nearest one above it. Of one
 * record the branch's own go before those of every branch.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FieldOf } from '../../contract/directory/fields.ts';
import { type AnySetting, scopeOf } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import { type Target, targetOf, titleIn } from '../directory/targets.ts';
import type { Language } from '../http/messages.ts';
import { inForceOf } from './inForce.ts';
import { tableOfSetting } from './table.ts';

/** The tree of a setting, and the column of its revisions that names a record of it. */
function treeOf({ spec }: AnySetting): { tree: Target & { readonly above: string }; to: string; column: string } {
  const { to } = spec.subject[spec.inherits as string] as FieldOf<'ref'>;
  const tree = targetOf(to);
  if (tree.above === undefined) throw new Error(`${spec.name} inherits ${to}, which is no tree`);
  return { tree: { ...tree, above: tree.above }, to, column: `${spec.inherits}_id` };
}

/** Revisions of one branch and of every branch, on an alias; without a branch those of every branch alone. */
export function inBranch({ spec }: AnySetting, alias: string, branch: number | null): RawBuilder<unknown> {
  const scope = scopeOf(spec);
  if (scope === undefined) return sql`true`;
  const column = sql.ref(`${alias}.${scope}_id`);
  return sql`(${column} IS NULL OR ${column} = ${branch}::integer)`;
}

/**
 * What holds in records of the tree on a day, as a subquery: the columns of the revision, and `start`, the record that it
 * holds in. A record in which nothing holds is left out.
 * @param starts selects ids of records
 * @param day or what selects it
 * @param branch whose figures; null: those of every branch
 */
export function nearestOf(
  declared: unknown,
  starts: RawBuilder<unknown>,
  day: string | RawBuilder<unknown>,
  branch: number | null = null,
): RawBuilder<unknown> {
  const setting = declared as AnySetting;
  const { tree, column } = treeOf(setting);
  const scope = scopeOf(setting.spec);
  const ownFirst = scope === undefined ? sql`` : sql`, ${sql.ref(`r.${scope}_id`)} NULLS LAST`;
  const above = sql.ref(`k.${tree.above}`);
  return sql`(
    WITH RECURSIVE climb AS (
      SELECT s.id AS start, s.id AS at, 0 AS height FROM (${starts}) AS s (id)
      UNION
      SELECT c.start, ${above}, c.height + 1 FROM climb c JOIN ${sql.table(tree.table)} k ON k.id = c.at
      WHERE ${above} IS NOT NULL
    )
    SELECT DISTINCT ON (c.start) c.start, r.*
    FROM climb c JOIN ${inForceOf(setting, day)} r ON ${sql.ref(`r.${column}`)} = c.at
    WHERE ${inBranch(setting, 'r', branch)}
    ORDER BY c.start, c.height${ownFirst})`;
}

/** A record of the tree with its own revisions, and with the one that holds in it. */
export interface Node {
  readonly id: number;
  readonly title: string;
  readonly parent_id: number | null;
  readonly depth: number;
  readonly first: number | null;
  readonly current: number | null;
  readonly next: string | null;
  readonly planned: number;
  readonly drafts: number;
}

interface Wanted {
  readonly branch: number | null;
  /** Or what selects it. */
  readonly day: string | RawBuilder<unknown>;
  /** What the person sees, on `r`. */
  readonly seen: RawBuilder<unknown>;
}

/** The whole tree, each record after the one above it, those of one level by name; what is archived is left out. */
export async function nodesOf(
  db: Kysely<Schema>,
  language: Language,
  setting: AnySetting,
  { branch, day, seen }: Wanted,
): Promise<Node[]> {
  const { tree, to, column } = treeOf(setting);
  const [title, above] = [titleIn(to, 'k', language), sql.ref(`k.${tree.above}`)];
  const of = sql.ref(`r.${column}`);
  const mine = inBranch(setting, 'r', branch);
  const later = sql`${mine} AND r.status = 'planned' AND r.valid_from > ${day}::date`;
  const { rows } = await sql<Node>`
    WITH RECURSIVE tree AS (
      SELECT k.id, ${title} AS title, ${above} AS parent_id, 0 AS depth, ARRAY[${title}] AS titles
      FROM ${sql.table(tree.table)} k WHERE ${above} IS NULL AND k.active
      UNION ALL
      SELECT k.id, ${title}, ${above}, t.depth + 1, t.titles || ${title}
      FROM ${sql.table(tree.table)} k JOIN tree t ON ${above} = t.id WHERE k.active
    ), own AS (
      SELECT ${of} AS id, min(r.id) AS first,
        min(r.valid_from) FILTER (WHERE ${later}) AS next, count(*) FILTER (WHERE ${later})::integer AS planned,
        count(*) FILTER (WHERE ${mine} AND r.status = 'draft')::integer AS drafts
      FROM ${sql.table(tableOfSetting(setting).name)} r WHERE ${seen} GROUP BY 1
    )
    SELECT t.id, t.title, t.parent_id, t.depth, o.first, h.id AS current, o.next, coalesce(o.planned, 0) AS planned,
      coalesce(o.drafts, 0) AS drafts
    FROM tree t LEFT JOIN own o ON o.id = t.id
    LEFT JOIN ${nearestOf(setting, sql`SELECT id FROM tree`, day, branch)} h ON h.start = t.id
    ORDER BY t.titles, t.id`.execute(db);
  return rows;
}

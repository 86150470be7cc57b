/**
 * Rows of a dated setting that are bands of one axis (`band` of its declaration): km, days, points. Two that hold on one day
 * may touch (1–30, 31–60) and have no value in common, else it would be chance which of them a document takes. One rule for
 * a revision that is written by hand, one that is settled or given up, and for the rows of a file together.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { sentName } from '../../contract/directory/fields.ts';
import { formatNumber } from '../../contract/figures.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import { columnsOf } from '../directory/columns.ts';
import type { Table } from '../directory/table.ts';
import { conflict } from '../http/refusal.ts';
import type { Faults } from './faults.ts';
import { countsOn } from './revisions.ts';
import { subjectOf } from './table.ts';

type Db = Kysely<Schema>;
type Body = Readonly<Record<string, unknown>>;
type Band = NonNullable<AnySetting['spec']['band']>;

interface Among {
  readonly setting: AnySetting;
  readonly table: Table;
}

interface Overlap {
  readonly row: number;
  /** The row itself begins within the other one. */
  readonly begins: boolean;
  readonly from: number;
  readonly to: number | null;
  readonly day: string;
}

/** The other row in words: where it begins and ends, and from which day on. */
function valuesOf({ from, to, day }: Overlap): { band: string; day: string } {
  const figure = (value: number) => formatNumber(value, { decimals: 6, trim: true });
  return { band: to === null ? `${figure(from)}+` : `${figure(from)}–${figure(to)}`, day };
}

/** The type of the end of a band, as it is stored. */
const endType = ({ spec }: AnySetting, { to }: Band) => {
  const field = spec.fields[to];
  const [column] = field === undefined ? [] : columnsOf(to, field);
  return sql.raw(column?.type ?? 'numeric');
};

/**
 * The first other band that each of the rows overlaps on a day on which both hold; rows without one are left out.
 * @param asked a query of rows that nobody has settled yet: the columns of their subject, `ends`, `day` and `row`
 * @param without a revision that is left aside
 */
async function overlapsOf(
  db: Db,
  { setting, table }: Among,
  band: Band,
  asked: RawBuilder<unknown>,
  without: number | null = null,
): Promise<Overlap[]> {
  const names = subjectOf(setting).map(({ name }) => name);
  const listed = (alias?: string) =>
    sql.join(names.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));
  const family = names.filter((name) => name !== band.from);
  const same = family.map((name) => sql`${sql.ref(`o.${name}`)} IS NOT DISTINCT FROM ${sql.ref(`a.${name}`)}`);
  const [from, other] = [sql.ref(`a.${band.from}`), sql.ref(`o.${band.from}`)];
  const { rows } = await sql<Overlap>`
    WITH asked AS MATERIALIZED (${asked}),
    days AS (
      SELECT ${listed()}, ends, day, row, NULL::integer AS id FROM asked UNION ALL
      SELECT ${listed('r')}, ${sql.ref(`r.${band.to}`)}, r.valid_from, NULL, r.id
      FROM ${sql.table(table.name)} r WHERE ${countsOn('r')} AND r.id IS DISTINCT FROM ${without}::integer),
    held AS MATERIALIZED (
      SELECT * FROM (
        SELECT *, lead(day) OVER (PARTITION BY ${listed()} ORDER BY day, row NULLS FIRST, id) AS next FROM days) d
      WHERE next IS NULL OR next > day)
    SELECT DISTINCT ON (a.row) a.row, ${from} >= ${other} AS begins, ${other}::float8 AS "from", o.ends::float8 AS "to",
      to_char(o.day, 'DD.MM.YYYY') AS day
    FROM held a JOIN held o ON ${sql.join([...same, sql`${other} <> ${from}`], sql` AND `)}
      AND (o.ends IS NULL OR o.ends >= ${from}) AND (a.ends IS NULL OR a.ends >= ${other})
      AND (a.next IS NULL OR a.next > o.day) AND (o.next IS NULL OR o.next > a.day)
    WHERE a.row IS NOT NULL ORDER BY a.row, ${other}, o.day`.execute(db);
  return rows;
}

/** Columns of a row that is asked about, of JSON values by their name on the wire. */
const read = (setting: AnySetting, band: Band, textOf: (name: string) => RawBuilder<unknown>) =>
  sql.join([
    ...subjectOf(setting).map(({ name, type }) => sql`${textOf(name)}::${type} AS ${sql.ref(name)}`),
    sql`${textOf(band.to)}::${endType(setting, band)} AS ends`,
    sql`${textOf('valid_from')}::date AS day`,
  ]);

/** Where a row is refused: at the beginning that is written and lies within the other band, else at the end. */
const faultsOf = (band: Band, overlap: Overlap, isNew: boolean): Faults => ({
  [isNew && overlap.begins ? band.from : band.to]: [{ key: 'band_overlaps', values: valuesOf(overlap) }],
});

/** Faults of revisions that would hold beside each other and what is settled. @param isNew their subject is written too */
export async function bandFaults(db: Db, among: Among, bodies: readonly Body[], isNew: boolean): Promise<Faults[]> {
  const { setting } = among;
  const { band } = setting.spec;
  const faults: Faults[] = bodies.map(() => ({}));
  if (band === undefined || bodies.length === 0) return faults;
  const given = JSON.stringify(bodies.map((body, row) => ({ row, body: sentIn(setting, body) })));
  const asked = sql`SELECT ${read(setting, band, (name) => sql`(i.body->>${name}::text)`)}, i.row
    FROM jsonb_to_recordset(${given}::jsonb) AS i(row integer, body jsonb)`;
  for (const overlap of await overlapsOf(db, among, band, asked)) faults[overlap.row] = faultsOf(band, overlap, isNew);
  return faults;
}

/** A revision as it would be sent: references of one that is stored are by name. */
function sentIn({ spec }: AnySetting, body: Body): Body {
  const ids = Object.entries(spec.subject).flatMap(([name, field]) => {
    const sent = sentName(name, field);
    return sent === name || sent in body ? [] : [[sent, (body[name] as { id: number } | null)?.id ?? null]];
  });
  return { ...body, ...Object.fromEntries(ids) };
}

/** Faults of rows of a file by their number. @param rows a condition on `p`, the rows that would be written */
export async function bandFaultsOfFile(
  db: Db,
  among: Among,
  rows: RawBuilder<unknown>,
): Promise<{ row: number; faults: Faults }[]> {
  const { setting } = among;
  const { band } = setting.spec;
  if (band === undefined) return [];
  // of a row that was changed since its export, the end that was chosen
  const said = (name: string) =>
    name === band.to
      ? sql`(CASE WHEN p.conflicts @> ${JSON.stringify([{ field: name, take: 'file' }])}::jsonb
          THEN (SELECT c->>'sent' FROM jsonb_array_elements(p.conflicts) c WHERE c->>'field' = ${name})
          ELSE p.body->>${name}::text END)`
      : sql`(p.body->>${name}::text)`;
  const asked = sql`SELECT ${read(setting, band, said)}, p.row FROM import_row p WHERE ${rows}`;
  const overlaps = await overlapsOf(db, among, band, asked);
  return overlaps.map((overlap) => ({ row: overlap.row, faults: faultsOf(band, overlap, true) }));
}

/** Nobody settles or gives up anything of the setting until this is done: what was compared stays. */
export async function holdBands(db: Db, { setting, table }: Among): Promise<void> {
  if (setting.spec.band) await sql`LOCK TABLE ${sql.table(table.name)} IN SHARE ROW EXCLUSIVE MODE`.execute(db);
}

/** Why a revision is not given up: what held before would reach into another band. */
export const BAND_NEEDED = 'errors.dropped_band_overlaps';

/**
 * Given up, the figures before it hold on: they may reach into a band that was made beside it.
 * @throws Refusal 409 that names the other row
 */
export async function requireBandLeft(db: Db, among: Among, id: number): Promise<void> {
  const { setting, table } = among;
  const { band } = setting.spec;
  if (band === undefined) return;
  await holdBands(db, among);
  const same = subjectOf(setting).map(
    ({ name }) => sql`${sql.ref(`r.${name}`)} IS NOT DISTINCT FROM ${sql.ref(`g.${name}`)}`,
  );
  const names = sql.join(subjectOf(setting).map(({ name }) => sql.ref(`r.${name}`)));
  const asked = sql`SELECT ${names}, ${sql.ref(`r.${band.to}`)} AS ends, g.valid_from AS day, 1 AS row
    FROM ${sql.table(table.name)} g JOIN ${sql.table(table.name)} r ON ${sql.join(same, sql` AND `)}
    WHERE g.id = ${id} AND g.status = 'planned' AND ${countsOn('r')} AND (r.valid_from, r.id) < (g.valid_from, g.id)
    ORDER BY r.valid_from DESC, r.id DESC LIMIT 1`;
  const [overlap] = await overlapsOf(db, among, band, asked, id);
  if (overlap === undefined) return;
  throw conflict('not_allowed_now', { messageKey: BAND_NEEDED, values: valuesOf(overlap) });
}

/**
 * The figures of acts of counting, found by the database: what counters agree on, what is final, what moved
 * (decisions 17, 19, 20). One definition serves matrix, facts, list, completing and forming.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CounterStatus } from '../../contract/counting/shared.ts';
import {
  type ActQuestions,
  type CountingActContext,
  NO_COUNTERS,
} from '../../machines/countingAct/countingAct.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { Among } from '../lists/declared.ts';

type Db = Kysely<Schema>;

/**
 * Common table expressions over the acts of `ids`:
 * - `per_serial`: what a counter entered of serial goods, by serial number;
 * - `per_counter`: a counter's count of a product. A product is counted when something of it was found or a zero was
 *   entered: an entry taken back leaves it blank, not zero (decisions 19, 34);
 * - `agreed`: the count on which all who entered one agree, serial goods by their sets;
 * - `final`: the manual count, else the agreed one, with the stock as loaded and as it is now;
 * - `strangers`: counted serial numbers of units that are on the books elsewhere.
 */
export function figures(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${counted(ids)}, ${finals(ids)}, ${strangers(ids)}`;
}

function counted(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  // The counters by name, so that their entries are found by the index: by the join alone all entries ever made are read.
  const ofActs = sql`e.computing_act_user_id = ANY(ARRAY(SELECT id FROM computing_act_user WHERE act_of_count_id = ANY(${ids})))`;
  return sql`
    acts AS MATERIALIZED (
      SELECT a.id, d.organization_id, d.status, a.loaded_at IS NOT NULL AS loaded
      FROM act_of_count a JOIN document d ON d.id = a.id WHERE a.id = ANY(${ids})
    ),
    per_serial AS (
      SELECT c.act_of_count_id AS act_id, e.computing_act_user_id AS counter_id, e.product_variant_id AS variant_id,
             e.serial_number, sum(e.count)::integer AS n, bool_or(e.count = 0) AS zero
      FROM count_entry e JOIN computing_act_user c ON c.id = e.computing_act_user_id
      WHERE ${ofActs} AND e.serial_number IS NOT NULL
      GROUP BY 1, 2, 3, 4
    ),
    -- Sets are put in order only where there are any: an ordered aggregate would sort all lines.
    per_counter AS (
      SELECT act_id, counter_id, variant_id, n,
             CASE WHEN units IS NULL THEN '{}' ELSE ARRAY(SELECT u FROM unnest(units) u ORDER BY u) END AS serials
      FROM (
        SELECT act_id, counter_id, variant_id, sum(n)::integer AS n,
               array_agg(serial_number) FILTER (WHERE n > 0 AND serial_number IS NOT NULL) AS units
        FROM (
          SELECT act_id, counter_id, variant_id, serial_number, n, zero FROM per_serial
          UNION ALL
          SELECT c.act_of_count_id, e.computing_act_user_id, e.product_variant_id, NULL, e.count, e.count = 0
          FROM count_entry e JOIN computing_act_user c ON c.id = e.computing_act_user_id
          WHERE ${ofActs} AND e.serial_number IS NULL
        ) entered
        GROUP BY 1, 2, 3 HAVING sum(n) > 0 OR bool_or(zero)
      ) of_product
    ),
    agreed AS (
      SELECT act_id, variant_id, jsonb_object_agg(counter_id, n) AS counts,
             (min(n) = max(n) AND min(serials) = max(serials)) AS agree, min(n) AS n, min(serials) AS serials
      FROM per_counter GROUP BY 1, 2
    ),
    stock AS (
      SELECT a.id AS act_id, b.product_variant_id AS variant_id, sum(b.qty)::integer AS qty
      FROM acts a
      JOIN warehouse_list w ON w.organization_id = a.organization_id AND w.active AND w.kind <> 'transit'
      JOIN stock_balance b ON b.warehouse_id = w.id
      WHERE a.loaded
      GROUP BY 1, 2
    )`;
}

function finals(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    -- Every source as rows of one table, brought together by grouping: joins of CTEs have no statistics and would be
    -- nested loops over thousands of lines.
    facts AS (
      SELECT act_of_count_id AS act_id, product_variant_id AS variant_id, true AS is_line, qty AS residue, cost,
             NULL::jsonb AS counts, NULL::boolean AS agree, NULL::integer AS n, NULL::text[] AS serials,
             NULL::integer AS manual, NULL::text[] AS manual_serials, NULL::text AS keep, NULL::integer AS version,
             NULL::integer AS posted_difference, NULL::integer AS posted_moved, NULL::integer AS stock_now
      FROM count_residue WHERE act_of_count_id = ANY(${ids})
      UNION ALL
      SELECT act_id, variant_id, true, NULL, NULL, counts, agree, n, serials, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM agreed
      UNION ALL
      SELECT act_of_count_id, product_variant_id, true, NULL, NULL, NULL, NULL, NULL, NULL, manual_count, manual_serials,
             keep, version, NULL, NULL, NULL
      FROM count_decision WHERE act_of_count_id = ANY(${ids})
      UNION ALL
      SELECT act_of_count_id, product_variant_id, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             difference, moved_since, NULL
      FROM count_result WHERE act_of_count_id = ANY(${ids})
      UNION ALL
      SELECT act_id, variant_id, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, qty
      FROM stock
    ),
    gathered AS (
      SELECT act_id, variant_id, max(residue) AS residue, max(cost) AS residue_cost,
             (array_agg(counts) FILTER (WHERE counts IS NOT NULL))[1] AS counts,
             bool_and(agree) AS agree, max(n) AS n, min(serials) AS serials, max(manual) AS manual,
             min(manual_serials) AS manual_serials, max(keep) AS keep, max(version) AS version,
             max(posted_difference) AS posted_difference, max(posted_moved) AS posted_moved, max(stock_now) AS stock_now
      FROM facts GROUP BY 1, 2 HAVING bool_or(is_line)
    ),
    final AS NOT MATERIALIZED (
      SELECT g.act_id, g.variant_id,
             coalesce(g.residue, 0) AS residue,
             g.residue_cost, g.counts, g.manual, g.keep, coalesce(g.version, 0) AS version,
             coalesce(g.manual, CASE WHEN g.agree THEN g.n END) AS final_count,
             CASE WHEN g.manual IS NOT NULL THEN g.manual_serials WHEN g.agree THEN g.serials END AS final_serials,
             (g.manual IS NULL AND g.agree IS FALSE) AS disagreement,
             g.posted_difference IS NOT NULL AS posted, g.posted_difference,
             CASE WHEN a.status IN ('completed', 'formed') THEN coalesce(g.posted_moved, 0)
                  WHEN a.loaded THEN coalesce(g.stock_now, 0) - coalesce(g.residue, 0) ELSE 0 END AS moved,
             coalesce(g.stock_now, 0) AS stock_now
      FROM gathered g JOIN acts a ON a.id = g.act_id
    ),
    differences AS (
      SELECT f.*,
             CASE WHEN f.posted THEN f.posted_difference
                  WHEN f.final_count IS NULL THEN NULL
                  WHEN f.keep = 'count' THEN f.final_count - f.stock_now
                  ELSE f.final_count - f.residue END AS difference
      FROM final f
    )`;
}

function strangers(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    -- Counted serial numbers whose unit is on the books somewhere else: another branch, a client, a partner, on the way,
    -- or in stock as another product. A unit that was here at loading and left since is a move, not a stranger.
    strangers AS (
      SELECT DISTINCT p.act_id, p.variant_id, p.serial_number
      FROM (
        SELECT act_id, variant_id, serial_number FROM per_serial WHERE n > 0
        UNION
        SELECT act_of_count_id, product_variant_id, unnest(manual_serials) FROM count_decision
        WHERE act_of_count_id = ANY(${ids})
      ) p
      JOIN acts a ON a.id = p.act_id AND a.status NOT IN ('formed', 'cancelled')
      JOIN serial_code k ON k.code = p.serial_number
      JOIN serial_number n ON n.id = k.serial_id
      LEFT JOIN warehouse_list w ON w.id = n.warehouse_id
      WHERE CASE WHEN n.product_variant_id <> p.variant_id THEN k.in_stock
        ELSE n.state NOT IN ('new', 'written_off')
          AND (w.id IS NULL OR w.organization_id <> a.organization_id OR w.kind = 'transit')
          AND NOT EXISTS (SELECT 1 FROM count_residue_serial r WHERE r.act_of_count_id = p.act_id AND r.serial_id = n.id)
        END
    )`;
}

/** Facts of one act for its lifecycle: counters by state, and what is still to be decided. */
export async function factsOf(db: Db, actId: number, depth: 'counters' | 'all' = 'all'): Promise<CountingActContext> {
  const facts = await factsOfActs(db, [actId], depth === 'all' ? [actId] : []);
  return facts.get(actId) ?? NO_COUNTERS;
}

/** Facts of several acts at once; what is still to be decided only of those in `asked`, of the others nothing. */
export async function factsOfActs(
  db: Db,
  actIds: readonly number[],
  asked: readonly number[],
): Promise<Map<number, CountingActContext>> {
  const facts = new Map(actIds.map((id) => [id, { ...NO_COUNTERS }]));
  if (actIds.length === 0) return facts;
  const counters = await db
    .selectFrom('computing_act_user')
    .select(({ fn }) => ['act_of_count_id', 'status', fn.countAll<number>().as('n')])
    .where('act_of_count_id', 'in', actIds)
    .groupBy(['act_of_count_id', 'status'])
    .execute();
  for (const row of counters) {
    const own = facts.get(row.act_of_count_id);
    if (own) own[row.status as CounterStatus] = Number(row.n);
  }
  if (asked.length === 0) return facts;
  // The same as asking `final`, without its figures: every list handed in asks this, and most lines ask nothing.
  const ids = sql`${[...asked]}::integer[]`;
  const questions = await sql<ActQuestions & { act_id: number }>`
    WITH ${counted(ids)}, ${strangers(ids)},
    moved AS (
      SELECT of_product.act_id, of_product.variant_id
      FROM (
        SELECT act_id, variant_id FROM (
          SELECT act_id, variant_id, qty FROM stock
          UNION ALL
          SELECT act_of_count_id, product_variant_id, -qty FROM count_residue WHERE act_of_count_id = ANY(${ids})
        ) of_source GROUP BY 1, 2 HAVING sum(qty) <> 0
      ) of_product
      JOIN acts a ON a.id = of_product.act_id AND a.status NOT IN ('completed', 'formed')
    ),
    -- Brought together by grouping, as in gathered.
    lines AS (
      SELECT act_id, variant_id, bool_and(agree) AS agree, min(serials) AS serials, max(manual) AS manual,
             min(manual_serials) AS manual_serials, max(keep) AS keep, bool_or(moved) AS moved, min(away) AS away
      FROM (
        SELECT act_id, variant_id, agree, serials, NULL::integer AS manual, NULL::text[] AS manual_serials,
               NULL::text AS keep, NULL::boolean AS moved, NULL::text[] AS away
        FROM agreed
        UNION ALL
        SELECT act_of_count_id, product_variant_id, NULL, NULL, manual_count, manual_serials, keep, NULL, NULL
        FROM count_decision WHERE act_of_count_id = ANY(${ids})
        UNION ALL
        SELECT act_id, variant_id, NULL, NULL, NULL, NULL, NULL, true, NULL FROM moved
        UNION ALL
        SELECT act_id, variant_id, NULL, NULL, NULL, NULL, NULL, NULL, array_agg(serial_number) FROM strangers GROUP BY 1, 2
      ) of_source GROUP BY 1, 2
    )
    SELECT act_id, count(*) FILTER (WHERE agree IS FALSE AND manual IS NULL)::integer AS disagreements,
           count(*) FILTER (WHERE (agree OR manual IS NOT NULL) AND keep IS NULL AND moved)::integer AS moved,
           count(*) FILTER (WHERE away && CASE WHEN manual IS NOT NULL THEN manual_serials WHEN agree THEN serials END)::integer
             AS elsewhere
    FROM lines
    GROUP BY 1`.execute(db);
  for (const { act_id, ...found } of questions.rows)
    facts.set(act_id, { ...(facts.get(act_id) ?? NO_COUNTERS), ...found });
  return facts;
}

/** How far acts have come: lines of the count, and those that somebody entered or decided. Without their figures. */
export async function progressOf(
  db: Db,
  actIds: readonly number[],
): Promise<Map<number, { lines: number; counted: number }>> {
  if (actIds.length === 0) return new Map();
  const ids = sql`${[...actIds]}::integer[]`;
  const { rows } = await sql<{ act_id: number; lines: number; counted: number }>`
    WITH ${counted(ids)}
    SELECT act_id, count(*)::integer AS lines, count(*) FILTER (WHERE entered)::integer AS counted
    FROM (
      SELECT act_id, variant_id, bool_or(entered) AS entered
      FROM (
        SELECT act_of_count_id AS act_id, product_variant_id AS variant_id, false AS entered
        FROM count_residue WHERE act_of_count_id = ANY(${ids})
        UNION ALL SELECT act_id, variant_id, true FROM per_counter
        UNION ALL SELECT act_of_count_id, product_variant_id, manual_count IS NOT NULL
        FROM count_decision WHERE act_of_count_id = ANY(${ids})
      ) of_source GROUP BY 1, 2
    ) of_product GROUP BY 1`.execute(db);
  return new Map(rows.map(({ act_id, ...own }) => [act_id, own]));
}

/** What a difference in units or money adds up to: what is missing and what is over, before the two are netted. */
export const netted = (amount: RawBuilder<unknown>) => ({
  shortage: sql`coalesce(sum(least(${amount}, 0)), 0)`,
  surplus: sql`coalesce(sum(greatest(${amount}, 0)), 0)`,
});

/** Differences in money at cost: below zero, above it, and both together. */
export interface DifferenceSums {
  shortage_sum: number;
  surplus_sum: number;
  difference_sum: number;
}

export const nettedSums = (row: { shortage_sum: unknown; surplus_sum: unknown } | undefined): DifferenceSums => {
  const [shortage_sum, surplus_sum] = [Number(row?.shortage_sum ?? 0), Number(row?.surplus_sum ?? 0)];
  return { shortage_sum, surplus_sum, difference_sum: shortage_sum + surplus_sum };
};

/** Differences of acts in money at cost. */
export async function differenceSumsOf(db: Db, actIds: readonly number[]): Promise<Map<number, DifferenceSums>> {
  if (actIds.length === 0) return new Map();
  const { shortage, surplus } = netted(sql`f.difference * coalesce(f.residue_cost, v.last_cost)`);
  const { rows } = await sql<{ act_id: number; shortage_sum: number; surplus_sum: number }>`
    WITH ${figures(sql`${[...actIds]}::integer[]`)}
    SELECT f.act_id, ${shortage} AS shortage_sum, ${surplus} AS surplus_sum
    FROM differences f JOIN product_variant v ON v.id = f.variant_id GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.act_id, nettedSums(row)]));
}

/** What completed acts of a statement that selects ids have counted, as it was written down. */
export async function storedSumsOf(
  db: Db,
  ids: RawBuilder<unknown>,
  among: Among,
): Promise<DifferenceSums & { counted: number }> {
  const { shortage, surplus } = netted(sql`t.difference * coalesce(r.cost, v.last_cost)`);
  const { rows } = await sql<{ counted: number; shortage_sum: number; surplus_sum: number }>`
    SELECT count(*)::integer AS counted, ${shortage} AS shortage_sum, ${surplus} AS surplus_sum
    FROM count_result t JOIN product_variant v ON v.id = t.product_variant_id
    LEFT JOIN count_residue r ON r.act_of_count_id = t.act_of_count_id AND r.product_variant_id = t.product_variant_id
    WHERE t.act_of_count_id IN (${ids}) AND ${among(sql`t.act_of_count_id`)}`.execute(db);
  return { counted: rows[0]?.counted ?? 0, ...nettedSums(rows[0]) };
}

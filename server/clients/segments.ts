/** Clients of a segment: counted a slice at a time, so that neither who asks nor anybody else waits. */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type SegmentFact, type SegmentSlice, segmentPreview } from '../../contract/segments.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { dayOfDebts } from '../sale/standing.ts';

/** Clients of a slice: some milliseconds, also on the embedded database. */
const SLICE = 2_000;
const MOST_NAMED = 20;

export interface SegmentRule {
  readonly gender: string | null;
  readonly region_id: number | null;
  readonly conditions: readonly {
    readonly fact: SegmentFact;
    readonly at_least: number | null;
    readonly at_most: number | null;
  }[];
}

/** Over the contracts of a client that were signed and not called off. */
const contracts = (what: RawBuilder<unknown>) =>
  sql`(SELECT ${what} FROM contract k JOIN document d ON d.id = k.id
    WHERE k.client_id = c.id AND k.signed_on IS NOT NULL AND d.status <> 'cancelled')`;

/** Each fact of a client `c` on a day; null where there is none, which no bound holds of. */
const FACTS: Readonly<Record<SegmentFact, (today: string) => RawBuilder<unknown>>> = {
  age: (today) => sql`extract(year FROM age(${today}::date, c.birth_date))`,
  salary: () => sql`c.salary`,
  contracts: () => contracts(sql`count(*)`),
  closed_contracts: () => contracts(sql`count(k.closed_on)`),
  owed: () =>
    sql`(SELECT coalesce(sum(b.owed), 0) FROM contract k JOIN client_balance b ON b.contract_id = k.id WHERE k.client_id = c.id)`,
  overdue_days: () =>
    contracts(sql`greatest(0, coalesce(max(${dayOfDebts(sql`d.organization_id`)} - k.oldest_due), 0))`),
  days_since_contract: (today) => contracts(sql`${today}::date - max(k.signed_on)`),
};

function holds({ gender, region_id, conditions }: SegmentRule, today: string): RawBuilder<unknown> {
  const all = [
    ...(gender === null ? [] : [sql`c.gender = ${gender}`]),
    ...(region_id === null ? [] : [sql`c.region_id = ${region_id}`]),
    ...conditions.flatMap(({ fact, at_least, at_most }) => [
      ...(at_least === null ? [] : [sql`${FACTS[fact](today)} >= ${at_least}::numeric`]),
      ...(at_most === null ? [] : [sql`${FACTS[fact](today)} <= ${at_most}::numeric`]),
    ]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` AND `);
}

/** The next slice of the clients after one of them. */
export async function sliceOf(
  db: Kysely<Schema>,
  rule: SegmentRule,
  after: number,
  today: string,
): Promise<SegmentSlice> {
  const { rows } = await sql<{ examined: number; last: number | null; found: number[] }>`
    WITH slice AS (SELECT id FROM client WHERE id > ${after} ORDER BY id LIMIT ${SLICE})
    SELECT count(*)::integer AS examined, max(s.id) AS last,
           coalesce(array_agg(s.id ORDER BY s.id) FILTER (WHERE c.active AND ${holds(rule, today)}), '{}') AS found
    FROM slice s JOIN client c ON c.id = s.id`.execute(db);
  const { examined = 0, last = null, found = [] } = rows[0] ?? {};
  const { rows: people } = await sql<{ id: number; fullname: string }>`
    SELECT id, fullname FROM client WHERE id = ANY (${found.slice(0, MOST_NAMED)}::integer[]) ORDER BY id`.execute(db);
  return { examined, matched: found.length, people, next: examined < SLICE ? null : last };
}

async function countOf(db: Kysely<Schema>, rule: SegmentRule, today: string): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const slice: SegmentSlice = await sliceOf(db, rule, after, today);
    total += slice.matched;
    after = slice.next;
    await setImmediate();
  }
  return total;
}

/** Counts segments that were never counted since they were written, or not since yesterday. */
export async function countSegments({ kysely }: Database, now = new Date()): Promise<void> {
  const { rows } = await sql<Omit<SegmentRule, 'conditions'> & { id: number; version: number }>`
    SELECT id, version, gender, region_id FROM segment
    WHERE active AND (counted_at IS NULL OR counted_at < ${now}::timestamptz - interval '1 day') ORDER BY id`.execute(
    kysely,
  );
  for (const { id, version, ...rule } of rows) {
    const { rows: conditions } = await sql<SegmentRule['conditions'][number]>`
      SELECT fact, at_least, at_most FROM segment_condition WHERE segment_id = ${id} AND active ORDER BY id`.execute(
      kysely,
    );
    const total = await countOf(kysely, { ...rule, conditions }, tashkentDay(now));
    // of one that was changed meanwhile it is not the size
    await sql`UPDATE segment SET clients = ${total}, counted_at = ${now} WHERE id = ${id} AND version = ${version}`.execute(
      kysely,
    );
  }
}

export const segmentImplementations: Implementation[] = [
  implement(segmentPreview, {
    handle: async ({ db, now, body: { after, ...rule } }) => ({
      data: await sliceOf(db, rule, after, tashkentDay(now)),
    }),
  }),
];

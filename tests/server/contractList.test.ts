/**
 * The list of contracts is read within a state, a branch or days of signing by indexes over columns that follow the
 * document: every filter with every sort, page by page there and back, against one plain statement.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QueryOf } from '../../contract/bodies.ts';
import { type ClientContract, clientContractIndex } from '../../contract/clientContracts.ts';
import { type Contract, contractIndex } from '../../contract/sale/contracts.ts';
import type { Among } from '../../server/lists/declared.ts';
import { contractTotals } from '../../server/sale/totals.ts';
import { expectTotals } from './totalsKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const kysely = () => server.current.db.kysely;
const CONTRACTS = 120;

beforeAll(async () => {
  await sql`INSERT INTO client (fullname, birth_date, gender, search_key)
    SELECT 'Mijoz ' || n, '1990-01-01', 'male', ' mijoz ' || n FROM generate_series(1, 9) n`.execute(kysely());
  // days of signing that many share, an order that the making does not have, drafts and called off ones without a day
  const made = sql`(SELECT n, (SELECT min(id) FROM client) + n % 9 AS client, 1 + (n % 7) / 5 AS branch,
    (ARRAY['closed', 'active', 'draft', 'active', 'cancelled', 'signed', 'awaiting_handover'])[1 + n % 7] AS status,
    timestamptz '2026-03-01 10:00:00.123456+05' + (n / 3) * interval '11 hours' AS at
    FROM generate_series(1, ${CONTRACTS}::integer) n)`;
  await sql`INSERT INTO document (id, kind, organization_id, number, status, created_by, created_at)
    SELECT 10000 + n, 'sale_order', branch, 'LO-' || n, 'converted', ${PEOPLE.director.id}::integer, at FROM ${made} m
    UNION ALL SELECT 20000 + n, 'contract', branch, 'LS-' || n, status, ${PEOPLE.director.id}::integer, at FROM ${made} m`.execute(
    kysely(),
  );
  await sql`INSERT INTO sale_order (id, client_id, warehouse_id) SELECT 10000 + n, client, 1 FROM ${made} m`.execute(
    kysely(),
  );
  await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, goods, first_payment,
      term, markup, total, payment_day, charged_on)
    SELECT 20000 + n, client, 10000 + n, 1, 1,
      CASE WHEN status <> 'draft' AND n % 11 <> 0 THEN at::date + n % 5 END, 1000, 0, 3, 0, 1000 + n * 37 % 19 * 100, 5,
      CASE WHEN status IN ('active', 'closed') AND n % 11 <> 0 THEN at::date END FROM ${made} m`.execute(kysely());
  for (const [person, resource] of [
    [PEOPLE.viewer.id, 'contract'],
    [PEOPLE.director.id, 'incomes'],
  ] as const)
    await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${person}, ${resource}, 'show', true)
      ON CONFLICT DO NOTHING`.execute(kysely());
});

type Query = QueryOf<typeof contractIndex>;

/** All ids, fifteen at a time; back from the last page too. */
async function walk(who: PersonName, query: Query): Promise<number[]> {
  const page = async (place: { after?: string; before?: string }) =>
    server.current.do(who, contractIndex, { query: { ...query, ...place, part: 'rows' } });
  const ids: number[][] = [];
  let at = await page({});
  for (;;) {
    ids.push(at.data.map(({ id }) => id));
    const { next } = at.meta;
    if (!next) break;
    at = await page({ after: next });
  }
  const back: number[][] = [];
  for (let { previous } = at.meta; previous; ) {
    const before = await page({ before: previous });
    back.unshift(before.data.map(({ id }) => id));
    previous = before.meta.previous;
  }
  expect([...back.flat(), ...(ids.at(-1) ?? [])], JSON.stringify(query)).toEqual(ids.flat());
  return ids.flat();
}

const ORDERS = {
  created_at: ['d.created_at', 'c.id'],
  signed_on: ["coalesce(c.signed_on, 'infinity')", 'd.created_at', 'c.id'],
  total: ['c.total', 'c.id'],
} as const;

/** By the document and the contract themselves. */
async function plain(query: Query, branch?: number): Promise<number[]> {
  const [from = '', to = from] = query.date?.split(',') ?? [];
  const sort = query.sort ?? '-created_at';
  const order = ORDERS[sort.replace('-', '') as keyof typeof ORDERS].map(
    (column) => `${column} ${sort.startsWith('-') ? 'DESC' : 'ASC'}`,
  );
  const { rows } = await sql<{ id: number }>`SELECT c.id FROM contract c JOIN document d ON d.id = c.id
    WHERE ${query.status ? sql`d.status = ${query.status}` : sql`true`}
      AND ${query.organization_id ? sql`d.organization_id = ${query.organization_id}` : sql`true`}
      AND ${query.client_id ? sql`c.client_id = ${query.client_id}` : sql`true`}
      AND ${query.date ? sql`c.signed_on BETWEEN ${from}::date AND ${to}::date` : sql`true`}
      AND ${branch ? sql`d.organization_id = ${branch}` : sql`true`}
    ORDER BY ${sql.raw(order.join(', '))}`.execute(kysely());
  return rows.map(({ id }) => id);
}

const SORTS = Object.keys(ORDERS).flatMap((name) => [name, `-${name}`]) as NonNullable<Query['sort']>[];
const FILTERS: Query[] = [
  {},
  ...(['draft', 'active', 'closed', 'cancelled'] as const).map((status) => ({ status })),
  { organization_id: ORGANIZATION },
  { organization_id: OTHER_ORGANIZATION },
  { date: '2026-03-05' },
  { date: '2026-03-02,2026-03-20' },
  { date: '2020-01-01' },
  { date: '2000-01-01,2099-12-31' },
  { status: 'active', date: '2026-03-02,2026-03-30' },
  { status: 'awaiting_handover', organization_id: OTHER_ORGANIZATION },
  { organization_id: ORGANIZATION, date: '2026-03-02,2026-03-30' },
  { status: 'active', organization_id: ORGANIZATION, date: '2026-03-02,2026-03-30' },
];

describe('the list of contracts', () => {
  it('has of each filter in each order what a plain statement has, there and back', async () => {
    for (const filter of FILTERS)
      for (const sort of SORTS) {
        const query = { ...filter, sort };
        expect(await walk('director', query), JSON.stringify(query)).toEqual(await plain(query));
      }
    const client = { client_id: await someClient() };
    expect(await walk('director', client)).toEqual(await plain(client));
    expect((await plain({ status: 'draft' })).length).toBeGreaterThan(15);
  }, 240_000);

  it('of a person of one branch has that branch, and the own contracts of another one', async () => {
    for (const sort of SORTS)
      for (const filter of [{}, { status: 'active' as const }, { date: '2026-03-02,2026-03-30' }]) {
        const query = { ...filter, sort };
        expect(await walk('viewer', query), JSON.stringify(query)).toEqual(await plain(query, ORGANIZATION));
      }
    const [elsewhere = 0] = await plain({ organization_id: OTHER_ORGANIZATION });
    const before = await walk('viewer', {});
    await sql`UPDATE document SET owner_id = ${PEOPLE.viewer.id} WHERE id = ${elsewhere}`.execute(kysely());
    expect(before).not.toContain(elsewhere);
    expect((await walk('viewer', {})).sort()).toEqual([...before, elsewhere].sort());
    expect(await walk('viewer', { organization_id: OTHER_ORGANIZATION })).toEqual([elsewhere]);
    // …and of one before the person's own in the order of branches
    const [here = 0] = await plain({ organization_id: ORGANIZATION });
    const moved = (to: number) =>
      sql`UPDATE app_user SET organization_id = ${to} WHERE id = ${PEOPLE.viewer.id}`.execute(kysely());
    await sql`UPDATE document SET owner_id = ${PEOPLE.viewer.id} WHERE id = ${here}`.execute(kysely());
    await moved(OTHER_ORGANIZATION);
    expect(await walk('viewer', { organization_id: ORGANIZATION })).toEqual([here]);
    await moved(ORGANIZATION);
  }, 240_000);

  it('counts what it shows', async () => {
    for (const filter of FILTERS) {
      const { meta } = await server.current.do('director', contractIndex, { query: { ...filter, part: 'counts' } });
      const all = await plain(filter);
      expect(meta.total, JSON.stringify(filter)).toBe(all.length);
      const { data } = await server.current.do('director', contractIndex, {
        query: { ...filter, part: 'rows', page: 3 },
      });
      expect(
        data.map(({ id }) => id),
        JSON.stringify(filter),
      ).toEqual(all.slice(30, 45));
    }
  });

  it('sums what its columns show over every page, without drafts and what was called off', async () => {
    for (const who of ['director', 'viewer'] as const)
      for (const filter of FILTERS) {
        const counts = ({ status }: Contract) =>
          filter.status === undefined ? !['draft', 'cancelled'].includes(status) : true;
        await expectTotals<Contract>(server.current, who, contractIndex, filter, {
          total: (row) => (counts(row) ? row.total : 0),
          first_payment: (row) => (counts(row) ? row.first_payment : 0),
          owed: (row) => (counts(row) ? row.owed : 0),
          paid: (row) => (counts(row) ? row.paid + row.prepaid : 0),
        });
      }
  }, 240_000);

  it('sums to the last row by ranges of ids as it does at once', async () => {
    const stated = sql`SELECT c.id, c.listed_status AS state FROM contract c`;
    const all = await contractTotals(kysely(), stated, () => sql`true`, undefined);
    const ranges = [0, 20_030, 20_031, 20_077, 99_999];
    const parts = await Promise.all(
      ranges.slice(1).map((to, at) => {
        const among: Among = (column) => sql`${column} > ${ranges[at]} AND ${column} <= ${to}`;
        return contractTotals(kysely(), sql`${stated} WHERE ${among(sql`c.id`)}`, among, undefined);
      }),
    );
    expect(all.total).toBeGreaterThan(0);
    for (const key of Object.keys(all)) expect(parts.reduce((sum, part) => sum + (part[key] ?? 0), 0)).toBe(all[key]);
  });

  it('follows the document, and nothing else writes what it is filtered by', async () => {
    const [id = 0] = await plain({ status: 'signed' });
    await sql`UPDATE document SET status = 'cancelled', organization_id = ${OTHER_ORGANIZATION} WHERE id = ${id}`.execute(
      kysely(),
    );
    await sql`UPDATE contract SET listed_status = 'closed', listed_organization = ${ORGANIZATION} WHERE id = ${id}`.execute(
      kysely(),
    );
    const listed = { status: 'cancelled' as const, organization_id: OTHER_ORGANIZATION };
    expect(await walk('director', listed)).toContain(id);
    expect(await walk('director', listed)).toEqual(await plain(listed));
  });
});

describe('contracts as scoring sees them', () => {
  it('sum what their columns show', async () => {
    for (const filter of [{}, { status: 'closed' }, { organization_id: ORGANIZATION }])
      await expectTotals<ClientContract>(server.current, 'director', clientContractIndex, filter, {
        total: ({ total }) => total,
        owed: ({ owed }) => owed,
      });
  });

  it('have in each state and branch what a plain statement has', async () => {
    for (const sort of ['signed_on', '-total'] as const)
      for (const filter of [{}, { status: 'closed' as const }, { organization_id: ORGANIZATION }]) {
        const { data } = await server.current.do('director', clientContractIndex, {
          query: { ...filter, sort, per_page: 100 },
        });
        const all = await plain({ ...filter, sort });
        const { rows } = await sql<{ id: number }>`SELECT c.id FROM contract c JOIN document d ON d.id = c.id
          WHERE c.charged_on IS NOT NULL AND d.status IN ('active', 'closed')`.execute(kysely());
        const shown = new Set(rows.map(({ id }) => id));
        expect(data.map(({ id }) => id)).toEqual(all.filter((id) => shown.has(id)).slice(0, 100));
      }
  });
});

async function someClient(): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM client`.execute(kysely());
  return rows[0]?.id ?? 0;
}

/**
 * The engine of lists (decision 93): every sort and filter that a list declares has its index, every sort is walked
 * forward and back over ties and NULLs, and counts and sums are parts of their own.
 */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { COUNTED } from '../../contract/common.ts';
import { actIndex } from '../../contract/counting/acts.ts';
import { calls } from '../../contract/index.ts';
import { invoiceIndex } from '../../contract/invoices/heads.ts';
import { sortsOf } from '../../server/directory/list.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { declaredLists, type ListDeclaration } from '../../server/lists/declared.ts';
import { wayTo } from '../../server/lists/expected.ts';
import { kept } from '../../server/lists/kept.ts';
import { answerList, pageStatement } from '../../server/lists/list.ts';
import { Slices } from '../../server/lists/slices.ts';
import { withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const run = (statement: RawBuilder<unknown>) => statement.execute(server.current.db.kysely);

/** Found by computing: a ledger on a day, an audience, a relevance. Nothing of them is read by an index of its own. */
const COMPUTED = [
  'announcementReaders',
  'appealAnswererGetAll',
  'appealKindGetAll',
  'batchGetAll',
  'categoryGetAll',
  'counterIndex',
  'partnerEntries',
  'receiptGetAll',
  'residueIndex',
  'testResultBranches',
  'testResultIndex',
  'testResultQuestions',
  'userRuleAttached',
  'variantGetAll',
  'workflowDocuments',
];

const fieldsOf = (query: unknown) =>
  z.toJSONSchema(query as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }).properties as Record<
    string,
    { enum?: string[] }
  >;
const listCalls = calls.flatMap(({ id, query }) =>
  query !== undefined && 'part' in fieldsOf(query) ? [{ id, query }] : [],
);
/** The condition that the indexes of directories lead with. */
const ALWAYS: Readonly<Record<string, RawBuilder<unknown>>> = {
  userGetAll: sql`u.active`,
};
const OF_DIRECTORIES = new Set(
  servedDirectories().flatMap(({ directory: { spec } }) =>
    spec.document ? [] : [`${spec.name}Index`, `${spec.name}GetAll`],
  ),
);
/** What tells a list which of its rows are asked for, beside its filters. */
const PAGING = ['page', 'per_page', 'part', 'after', 'before', 'sort', 'all', 'moment'];
const names = (lists: readonly ListDeclaration[]) => lists.map(({ call }) => call).sort();

beforeAll(async () => {
  // Ties in every column that a list is sorted by, and NULLs where a column has them.
  await run(sql`INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
    SELECT k, 1 + n % 2, k || '-' || n, CASE n % 3 WHEN 0 THEN 'draft' ELSE 'cancelled' END, 1,
           timestamptz '2026-11-01' + (n / 4) * interval '1 hour'
    FROM unnest(ARRAY['product_invoice', 'act_of_count']) k, generate_series(1, 3000) n`);
  await run(sql`INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
    SELECT id, 1, 1, 'T' || id, date '2026-01-01' + id % 9 FROM document d
    WHERE kind = 'product_invoice' AND NOT EXISTS (SELECT 1 FROM product_invoice i WHERE i.id = d.id)`);
  await run(
    sql`INSERT INTO partner (name, stir) SELECT 'Teng ' || n / 5 || repeat('ʻ', n % 5), 370000000 + n FROM generate_series(1, 40) n`,
  );
  await run(sql`INSERT INTO reliable_partner (partner_id, credit_limit, defer_days, valid_from)
    SELECT id, id % 3, id % 2, '2026-01-01' FROM partner WHERE name LIKE 'Teng%' AND id % 4 <> 0`);
  await run(sql`INSERT INTO warehouse_list (organization_id, name, kind)
    SELECT 1 + n % 2, 'Ombor ' || n / 8 || repeat('ʻ', n % 8), CASE n % 2 WHEN 0 THEN 'shop' ELSE 'main' END FROM generate_series(1, 24) n`);
  await run(sql`INSERT INTO test (title, duration, pass_percent, tries, starts_at, created_by, created_at)
    SELECT 'Sinov ' || n / 4, 10, 60, 1, timestamptz '2026-11-01' + n / 3 * interval '1 day', 1, timestamptz '2026-11-01'
    FROM generate_series(1, 24) n`);
  await run(sql`INSERT INTO announcement (from_at, to_at, created_by, created_at)
    SELECT now(), now(), 1, timestamptz '2026-11-01' + n / 5 * interval '1 day' FROM generate_series(1, 24) n`);
  await run(sql`INSERT INTO black_list_entry (fullname, listed_from, listed_to, status, created_by, created_at)
    SELECT 'Odam ' || n / 5, date '2026-01-01' + n / 4, CASE n % 3 WHEN 0 THEN NULL ELSE date '2027-01-01' + n / 6 END,
           CASE n % 2 WHEN 0 THEN 'draft' ELSE 'sent' END, 1, timestamptz '2026-11-01' + n / 3 * interval '1 day'
    FROM generate_series(1, 240) n`);
  await run(sql`ANALYZE`);
});

describe('what a list declares', () => {
  it('covers every call that answers pages', () => {
    expect([...names(declaredLists()), ...COMPUTED].sort()).toEqual(listCalls.map(({ id }) => id).sort());
  });

  it('has each sort and each filter of its call', () => {
    for (const list of declaredLists()) {
      const query = listCalls.find(({ id }) => id === list.call)?.query;
      const fields = fieldsOf(query);
      for (const name of Object.keys(fields).filter((field) => !PAGING.includes(field)))
        expect(list.filters, list.call).toHaveProperty(name);
      for (const sort of fields.sort?.enum ?? [])
        expect(Object.keys(list.sorts), list.call).toContain(sort.replace('-', ''));
    }
  });

  it('has an index for each filter and each sort', async () => {
    const { rows } = await sql<{ indexname: string }>`SELECT indexname FROM pg_indexes`.execute(
      server.current.db.kysely,
    );
    const known = new Set(rows.map(({ indexname }) => indexname));
    for (const list of declaredLists()) {
      const sorts = Object.values(list.sorts).flatMap(({ index, withState, within = {} }) => [
        index,
        ...(withState ? [withState] : []),
        ...Object.values(within),
      ]);
      for (const index of [...sorts, ...Object.values(list.filters)])
        expect(index === 'computed' || known.has(index), `${list.call}: ${index}`).toBe(true);
    }
  });

  const indexed = () =>
    declaredLists().flatMap((list) =>
      Object.entries(list.sorts).flatMap(([name, { index }]) =>
        index === 'computed' ? [] : [name, `-${name}`].map((sort) => ({ list, sort, index })),
      ),
    );

  it('of a directory has its names in Russian sorted by an index of their own', () => {
    for (const { directory, table } of servedDirectories())
      for (const [name, { index }] of Object.entries(sortsOf(directory, table, 'ru')))
        expect(
          // that of their creation is of all documents
          index === 'computed' || index === 'document_list' || table.indexes.some((one) => one.name === index),
          `${directory.spec.name} ${name}`,
        ).toBe(true);
  });

  it('is read in the order of that index, from the beginning and from a key, and nothing is sorted', async () => {
    for (const { list, sort, index } of indexed()) {
      const always = ALWAYS[list.call] ?? (OF_DIRECTORIES.has(list.call) ? sql`r.active` : list.always);
      const declaration = { ...list, ...(always && { always }) };
      const plan = await server.current.db.tx(async (trx) => {
        for (const way of ['sort', 'incremental_sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
          await sql`SET LOCAL ${sql.raw(`enable_${way}`)} = off`.execute(trx);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${pageStatement(declaration, sort)}`.execute(trx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan, `${list.call} ${sort}`).toContain(`using ${index} on`);
      expect(plan, `${list.call} ${sort}`).not.toMatch(/^\s*(->\s+)?(Incremental )?Sort /m);
    }
  });
});

describe('walking a list by keys', () => {
  /** Pages from one end to the other, the last page's key for going back. */
  async function walk(list: ListDeclaration, sort: string, narrowed: boolean, back?: string) {
    const pages: number[][] = [];
    let place: { after?: string; before?: string } = back === undefined ? {} : { before: back };
    for (;;) {
      const { data, meta } = await answerList(
        server.current.db.kysely,
        list,
        { sort, part: 'rows', per_page: 100, ...place },
        { where: [], narrowed, rows: async (ids) => [...ids] },
      );
      pages.push(data);
      const on = back === undefined ? meta.next : meta.previous;
      if (!on) return { pages, first: meta.previous, last: meta.previous };
      place = back === undefined ? { after: on } : { before: on };
    }
  }

  const every = async (list: ListDeclaration) => {
    const { rows } = await sql<{ id: number }>`SELECT ${list.id} AS id FROM ${list.from}
      WHERE ${list.always ?? sql`true`} ORDER BY 1`.execute(server.current.db.kysely);
    return rows.map(({ id }) => id);
  };
  const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

  it('finds each row once, forward and back, in every sort of every list, straight, fenced and in slices', async () => {
    for (const declared of declaredLists()) {
      const list = { ...declared, slice: 700 };
      const all = await every(list);
      for (const name of Object.keys(list.sorts)) {
        let turned: number[] = [];
        for (const sort of [name, `-${name}`]) {
          const order: number[][] = [];
          for (const narrowed of [false, true]) {
            const at = `${list.call} ${sort}${narrowed ? ', narrowed' : ''}`;
            const { pages, last } = await walk(list, sort, narrowed);
            const forward = pages.flat();
            expect(sorted(forward), at).toEqual(all);
            order.push(forward);
            if (last) {
              const { pages: backwards } = await walk(list, sort, narrowed, last);
              expect([...backwards.reverse().flat(), ...(pages.at(-1) ?? [])], `${at}, back`).toEqual(forward);
            }
          }
          expect(order[0], `${list.call} ${sort}`).toEqual(order[1]);
          // The id turns with the sort; NULLs alone stay last.
          const nullable = list.sorts[name]?.columns.some((column) => column.nullable === 'last');
          if (sort.startsWith('-') && !nullable) expect(order[0], sort).toEqual([...turned].reverse());
          turned = order[0] ?? [];
        }
      }
    }
  });

  it('finds each row once also where rows came and went around the end of a slice that was read before', async () => {
    const declared = declaredLists().find(({ call }) => call === invoiceIndex.id);
    if (declared === undefined) throw new Error('no list of invoices');
    const list = { ...declared, slice: 60 };
    const sort = '-created_at';
    const before = (await walk(list, sort, true)).pages.flat();
    // the row after the first slice is its end
    const gone = before[60] ?? 0;
    await run(sql`DELETE FROM product_invoice WHERE id = ${gone}`);
    await run(sql`DELETE FROM document WHERE id = ${gone}`);
    const come = await sql<{ id: number }>`
      INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
      SELECT 'product_invoice', d.organization_id, 'S-' || n, 'draft', 1, d.created_at + n * interval '1 minute'
      FROM document d, generate_series(-3, 90) n WHERE d.id = ${before[61] ?? 0} RETURNING id`.execute(
      server.current.db.kysely,
    );
    for (const { id } of come.rows)
      await run(sql`INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
        VALUES (${id}, 2, 1, 'S', '2025-01-01')`);
    const after = (await walk(list, sort, true)).pages.flat();
    expect(sorted(after)).toEqual(await every(list));
    expect(after.filter((id) => before.includes(id))).toEqual(before.filter((id) => id !== gone));
  });

  it('refuses a key that is none, or of another order, and a page further than is counted', async () => {
    const ask = async (query: object) => (await server.current.call('director', invoiceIndex, { query })).error;
    for (const after of ['x', Buffer.from('["a"]').toString('base64url'), Buffer.from('{}').toString('base64url')])
      expect((await ask({ after })).errors, after).toHaveProperty('after');
    expect((await ask({ page: Math.ceil(COUNTED / 15) + 1 })).errors ?? {}).toHaveProperty('page');
  });
});

describe('parts of a list', () => {
  const ask = (query: object) => server.current.do('director', invoiceIndex, { query });

  it('rows include their total only where it costs nothing', async () => {
    const first = await ask({ part: 'rows' });
    expect(first.data).toHaveLength(15);
    expect(first.meta).toMatchObject({ total: null, more: true, next: expect.any(String), previous: null });
    expect((await ask({ part: 'rows', id: first.data[0]?.id })).meta).toMatchObject({ total: 1, next: null });
    // without a part: what specification 7 prints
    expect((await ask({})).meta.total).toBe((await ask({ part: 'exact' })).meta.total);
  });

  it('counts beyond the limit are null until they are asked exactly', async () => {
    await run(sql`INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
      SELECT 'product_invoice', 1, 'K-' || n, CASE WHEN n <= 7 THEN 'sent' ELSE 'draft' END, 1, '2025-01-01'
      FROM generate_series(1, ${COUNTED}::integer) n`);
    await run(sql`INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
      SELECT id, 2, 1, 'K', '2025-01-01' FROM document WHERE number LIKE 'K-%'`);
    const { meta } = await ask({ part: 'counts' });
    expect(meta).toMatchObject({ total: null, more: true, statuses: { draft: null, cancelled: 2000 } });
    const sent = await ask({ part: 'counts', status: 'sent' });
    expect(sent.meta.total).toBe(sent.meta.statuses?.sent);
    expect((await ask({ part: 'totals' })).meta).toMatchObject({ total: null, more: true });
    const exact = (await ask({ part: 'exact' })).meta;
    expect(exact.total).toBeGreaterThan(COUNTED + 3000 - 1);
    expect(Object.values(exact.statuses ?? {}).reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(exact.total);
    expect(exact.totals).toHaveProperty('UZS');
  });

  it('sums to the last row, in slices, are those of one plain statement', async () => {
    await run(sql`INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
      SELECT 'act_of_count', 1, 'KA-' || n, 'residues_loaded', 1, '2025-01-01' FROM generate_series(1, ${COUNTED}::integer) n`);
    await run(sql`INSERT INTO act_of_count (id, comment, loaded_at)
      SELECT id, 'Choraklik', now() FROM document WHERE number LIKE 'KA-%'`);
    await run(sql`INSERT INTO count_residue (act_of_count_id, product_variant_id, qty, cost)
      SELECT id, v, 5, 1000 FROM document, generate_series(1, 2) v WHERE number LIKE 'KA-%' AND id % 97 = 0`);
    // one missing of each first product, two over of each second one
    await run(sql`INSERT INTO count_result (act_of_count_id, product_variant_id, final_count, difference, moved_since)
      SELECT act_of_count_id, product_variant_id, 5, 3 * product_variant_id - 4, 0 FROM count_residue WHERE cost = 1000
        AND act_of_count_id IN (SELECT id FROM document WHERE number LIKE 'KA-%')`);
    await run(sql`INSERT INTO input_product (product_invoice_id, product_variant_id, position, currency_id, value, count,
        no_cash, currency_change, selling_price, created_by)
      SELECT id, v, v, 1, id, 2, 20, 1, 1500, 1 FROM document, generate_series(1, 2) v
      WHERE number LIKE 'K-%' AND (id % 97 = 0 OR status = 'sent')`);
    const one = async (statement: RawBuilder<unknown>) =>
      Number(((await run(statement)).rows[0] as { n: string | number }).n);

    const invoices = await ask({ part: 'exact' });
    const soum = (status: string) =>
      one(sql`SELECT sum(l.value * l.count) AS n FROM input_product l
        JOIN document d ON d.id = l.product_invoice_id JOIN currency c ON c.id = l.currency_id
        WHERE l.withdrawn_at IS NULL AND d.status = ${status} AND c.abbrevation = 'UZS'`);
    const [sent, drafts] = [await soum('sent'), await soum('draft')];
    expect(Math.min(sent, drafts)).toBeGreaterThan(0);
    expect(invoices.meta.totals?.UZS).toBe(sent);
    expect(invoices.meta.left_out?.draft?.UZS).toBe(drafts);
    expect(invoices.meta.total).toBe(
      await one(sql`SELECT count(*) AS n FROM document WHERE kind = 'product_invoice' AND status <> 'deleted'`),
    );

    const acts = await server.current.do('keeper', actIndex, { query: { part: 'exact' } });
    const counted = await one(sql`SELECT count(*) AS n FROM count_result`);
    expect(counted).toBeGreaterThan(100);
    expect(acts.meta.totals).toEqual({
      counted,
      shortage_sum: (counted / 2) * -1_000,
      surplus_sum: (counted / 2) * 2_000,
      difference_sum: (counted / 2) * 1_000,
    });
    expect(acts.meta.total).toBe(await one(sql`SELECT count(*) AS n FROM document WHERE kind = 'act_of_count'`));
  });

  it('one and two letters match the beginning of a number’s word, three match anywhere', async () => {
    const found = async (search: string) => (await ask({ part: 'rows', search, per_page: 100 })).data.length;
    expect(await found('k')).toBeGreaterThan(0);
    expect(await found('-7')).toBe(0);
    expect(await found('k-77')).toBeGreaterThan(0);
    expect(await found('-77')).toBeGreaterThan(0);
  });
});

describe('rows of a filter', () => {
  it('are sorted where the order would be walked further than there are of them', async () => {
    const rows = (n: number) => sql`SELECT 1 FROM generate_series(1, ${sql.lit(n)})`;
    const way = (few: number, whole: number) =>
      wayTo(server.current.db.kysely, { few: rows(few), whole: rows(whole), most: 2_000, wanted: 16 });
    const ask = async (few: number, whole: number) => (await way(few, whole)).sorted;
    // of 400 among 10,000 a page of 16 is met within 400 rows
    expect([await ask(400, 10_000), await ask(401, 10_000)]).toEqual([true, false]);
    // a handful is sorted in any case, and more than are allowed in none
    expect([await ask(100, 100), await ask(101, 101)]).toEqual([true, false]);
    expect([await ask(2_000, 1_000_000), await ask(2_001, 1_000_000)]).toEqual([true, false]);
    // among how many rows of the order the page is expected
    expect((await way(401, 10_000)).within).toBe(400);
    expect((await way(5_500, 1_000_000)).within).toBe(2_910);
  });
});

describe('what is kept of a statement', () => {
  it('is read once with the same values, again with others, and not kept where it failed', async () => {
    const { kysely } = server.current.db;
    const asked: number[] = [];
    const ask = (n: number, fails = false) =>
      kept(kysely, sql`SELECT ${n}::integer`, async () => {
        asked.push(n);
        if (fails) throw new Error('lost');
        return n;
      });
    expect([await ask(1), await ask(2), await ask(1)]).toEqual([1, 2, 1]);
    await expect(ask(3, true)).rejects.toThrow('lost');
    expect(await ask(3)).toBe(3);
    expect(asked).toEqual([1, 2, 3, 3]);
  });

  it('is read again a minute later, and of a transaction not beyond it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { kysely } = server.current.db;
      let read = 0;
      const ask = (db: typeof kysely) => kept(db, sql`SELECT 'kept'`, async () => ++read);
      expect([await ask(kysely), await ask(kysely)]).toEqual([1, 1]);
      vi.advanceTimersByTime(60_001);
      expect(await ask(kysely)).toBe(2);
      expect(await kysely.transaction().execute((trx) => ask(trx))).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a slice', () => {
  it('grows while statements are short and shrinks when one takes long', async () => {
    const slices = new Slices(1000);
    await slices.timed(async () => undefined);
    expect(slices.rows).toBe(2000);
    await slices.timed(() => new Promise((resolve) => setTimeout(resolve, 240)));
    expect(slices.rows).toBeLessThan(600);
  });
});

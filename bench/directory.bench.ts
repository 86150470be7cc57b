/**
 * A declared directory of 10,000 and of 1,000,000 records (employers: two references, a search of its own words and of
 * a reference's): each question beside the best statements by hand behind the same token look-up, then how much it
 * grows, what it costs in first pages, and how long another person's light request waits meanwhile.
 */
import { type RawBuilder, sql } from 'kysely';
import { COUNTED } from '../contract/common.ts';
import { workplace } from '../contract/directories/workplace.ts';
import { searchKey } from '../contract/search.ts';
import { keysAre } from '../server/db/search.ts';
import { dayOfDebts } from '../server/sale/standing.ts';
import {
  type BenchServer,
  byHand,
  byTurns,
  engines,
  openBenchServer,
  reportPage,
  timed,
  WAIT_BUDGET_MS,
  waits,
} from './kit.ts';

const SIZES = [10_000, 1_000_000];
/** Records of one statement: the embedded database is restarted when one takes two minutes. */
const STEP = 20_000;
const ROUNDS = 9;
const GROWTH_BUDGET = 3;
const FIRST_PAGES = 10;
const FIRST_PAGES_OF_TWO_LETTERS = 50;
const EXPORTED = 100_000;

const FIRST = [
  'Bunyod',
  'Zamin',
  'Marvarid',
  'Navbahor',
  'Sanoat',
  'Chinor',
  'Oqtepa',
  'Gʻuncha',
  'Yulduz',
  'Istiqlol',
];
const SECOND = ['qurilish', 'savdo', 'tekstil', 'agro', 'servis', 'transport', 'metall', 'maktab', 'shifoxona', 'oziq'];
/** One record in so many has the rare word. */
const RARE = 5_000;

type Query = NonNullable<Parameters<BenchServer['call']>[4]>;

interface Question {
  readonly name: string;
  readonly query: Query;
  /** Ids of the same page by hand, and what else a person would ask for it. */
  readonly ids: (db: BenchServer['database']['kysely']) => Promise<readonly number[]>;
  /** Of the issue: grows three times at most. */
  readonly grows?: true;
  readonly firstPages?: number;
}

async function fill(server: BenchServer): Promise<void> {
  const { kysely } = server.database;
  const run = (statement: RawBuilder<unknown>) => statement.execute(kysely);
  for (const action of ['show', 'add', 'edit', 'allshow']) {
    await run(sql`INSERT INTO rule VALUES ('workplace', ${action}) ON CONFLICT DO NOTHING`);
    await run(sql`INSERT INTO position_rule VALUES (1, 'workplace', ${action}) ON CONFLICT DO NOTHING`);
  }
  await run(sql`INSERT INTO workplace_category (name_uz, name_ru, search_key)
    SELECT 'Toifa ' || n, 'Категория ' || n, 'toifa ' || n FROM generate_series(1, 10) n`);
  await run(sql`INSERT INTO ministry (name_uz, name_ru, kind, search_key)
    SELECT 'Vazirlik ' || n, 'Министерство ' || n, 'ministry', 'vazirlik ' || n FROM generate_series(1, 60) n`);
}

/**
 * Records number `first` to `last`: six of ten of the first category, one of a hundred archived. Words, references and
 * places in the order do not depend on one another, and names begin with many different words, as those of firms do.
 */
async function grow({ database: { kysely } }: BenchServer, first: number, last: number): Promise<void> {
  const keys = (words: readonly string[]) => words.map((word) => searchKey(word));
  // one of `of` by chance, the same in every run
  const drawn = (of: number, seed: number) =>
    sql`(hashint8extended(n, ${sql.lit(seed)}) & 1048575)::integer % ${sql.lit(of)}`;
  for (let low = first; low <= last; low += STEP)
    await sql`INSERT INTO workplace (name, stir, workplace_category_id, ministry_id, active, search_key)
      SELECT words.title || ' ' || n, words.stir, CASE WHEN ${drawn(10, 1)} < 6 THEN 1 ELSE 2 + ${drawn(9, 2)} END,
        CASE WHEN ${drawn(3, 3)} = 0 THEN 1 + ${drawn(60, 4)} END, ${drawn(100, 5)} <> 0,
        words.key || ' ' || n || ' ' || words.stir
      FROM generate_series(${low}::bigint, ${Math.min(last, low + STEP - 1)}::bigint) n,
      LATERAL (SELECT chr(97 + ${drawn(26, 6)}) || chr(97 + ${drawn(26, 7)}) || chr(97 + ${drawn(26, 8)}) AS letters) begun,
      LATERAL (SELECT
        upper(letters) || ' ' || (${FIRST}::text[])[1 + ${drawn(10, 9)}] || ' ' || (${SECOND}::text[])[1 + ${drawn(10, 10)}]
          || CASE WHEN n % ${RARE} = 0 THEN ' zarafshon' ELSE '' END AS title,
        letters || ' ' || (${keys(FIRST)}::text[])[1 + ${drawn(10, 9)}] || ' ' || (${keys(SECOND)}::text[])[1 + ${drawn(10, 10)}]
          || CASE WHEN n % ${RARE} = 0 THEN ' ${sql.raw(searchKey('zarafshon'))}' ELSE '' END AS key,
        lpad((200000000 + n * 613 % 99999989)::text, 9, '0') AS stir) words`.execute(kysely);
  await sql`VACUUM ANALYZE`.execute(kysely);
}

/** The page by hand: ids out of an index, then one statement for its rows. */
const rowsByHand = (server: BenchServer, { ids }: Question) =>
  byHand(server, async () => {
    const { kysely } = server.database;
    const page = await ids(kysely);
    const { rows } = await sql<{ id: number }>`
      SELECT r.id, r.active, r.version, r.name, r.stir, r.address, r.phone,
        json_build_object('id', c.id, 'title', c.name_uz) AS workplace_category,
        CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'title', m.name_uz) END AS ministry,
        coalesce(f.clients, 0) AS clients, f.overdue
      FROM workplace r JOIN workplace_category c ON c.id = r.workplace_category_id
      LEFT JOIN ministry m ON m.id = r.ministry_id
      LEFT JOIN (SELECT p.workplace_id, count(*)::integer AS clients,
          round(100.0 * count(*) FILTER (WHERE l.late) / nullif(count(l.late), 0), 2) AS overdue
        FROM client p LEFT JOIN LATERAL (SELECT bool_or(coalesce(c.oldest_due < ${dayOfDebts(sql`d.organization_id`)}, false)) AS late
          FROM contract c JOIN document d ON d.id = c.id WHERE c.client_id = p.id AND d.status = 'active') l ON true
        WHERE p.active AND p.workplace_id = ANY (${page}::integer[]) GROUP BY 1) f ON f.workplace_id = r.id
      WHERE r.id = ANY (${page}::integer[])`.execute(kysely);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return page.map((id) => byId.get(id));
  });

const idsOf = (statement: RawBuilder<unknown>) => async (db: BenchServer['database']['kysely']) =>
  (await sql<{ id: number }>`${statement}`.execute(db)).rows.map(({ id }) => id);

/** A word by hand: the references that it means first, and where few match, those sorted. */
const wordByHand = (word: string, few: boolean) => async (db: BenchServer['database']['kysely']) => {
  const ministries = await idsOf(sql`SELECT id FROM ministry t WHERE ${keysAre('t.search_key', word)}`)(db);
  const matches = sql`(${keysAre('r.search_key', word)}${
    ministries.length === 0 ? sql`` : sql` OR r.ministry_id = ANY (${ministries}::integer[])`
  })`;
  const ordered = sql`ORDER BY name_order, id LIMIT 16`;
  return idsOf(
    few
      ? sql`WITH few AS MATERIALIZED (SELECT id, name_order FROM workplace r WHERE active AND ${matches}
          LIMIT ${COUNTED + 1}) SELECT id FROM few ${ordered}`
      : sql`SELECT id FROM workplace r WHERE active AND ${matches} ${ordered}`,
  )(db);
};

async function questions(server: BenchServer): Promise<Question[]> {
  const index = async (query: Query) => server.call(0, workplace.calls.index, undefined, undefined, query);
  const first = await index({ part: 'rows' } as Query);
  const { next } = first.meta;
  const second = await index({ part: 'rows', after: next } as Query);
  const { previous } = second.meta;
  const { kysely } = server.database;
  const orderOf = async (id: number | undefined) =>
    (await sql<{ name_order: string }>`SELECT name_order FROM workplace WHERE id = ${id}`.execute(kysely)).rows[0]
      ?.name_order;
  const last = first.data.at(-1)?.id;
  const follows = second.data[0]?.id;
  const [lastOrder, followsOrder] = [await orderOf(last), await orderOf(follows)];
  const active = (query: object) => ({ part: 'rows', ...query }) as Query;
  const search = (word: string, few: boolean) => ({ query: active({ search: word }), ids: wordByHand(word, few) });
  return [
    {
      name: 'first page',
      query: active({}),
      ids: idsOf(sql`SELECT id FROM workplace WHERE active ORDER BY name_order, id LIMIT 16`),
      grows: true,
    },
    {
      name: 'next page',
      query: active({ after: next }),
      ids: idsOf(sql`SELECT id FROM workplace WHERE active AND (name_order, id) > (${lastOrder}, ${last})
        ORDER BY name_order, id LIMIT 16`),
      grows: true,
    },
    {
      name: 'previous page',
      query: active({ before: previous }),
      ids: idsOf(sql`SELECT id FROM workplace WHERE active AND (name_order, id) < (${followsOrder}, ${follows})
        ORDER BY name_order DESC, id DESC LIMIT 16`),
      grows: true,
    },
    {
      name: 'sorted by STIR, last first',
      query: active({ sort: '-stir' }),
      ids: idsOf(sql`SELECT id FROM workplace WHERE active ORDER BY stir DESC, id DESC LIMIT 16`),
      grows: true,
    },
    {
      name: 'filter of a large part',
      query: active({ workplace_category_id: 1 }),
      ids: idsOf(sql`SELECT id FROM workplace WHERE active AND workplace_category_id = 1
        ORDER BY name_order, id LIMIT 16`),
      grows: true,
    },
    { name: 'search that finds nothing', ...search('qwertyuiop', true), grows: true },
    { name: 'search of a rare word', ...search('zarafshon', true) },
    { name: 'search of a word in a tenth', ...search('tekstil', false) },
    { name: "search of a reference's word", ...search('vazirlik 7', false) },
    { name: 'search of a number', ...search('200000613', true) },
    { name: 'two letters that many have', ...search('ch', false), firstPages: FIRST_PAGES_OF_TWO_LETTERS },
    { name: 'two letters that nobody has', ...search('zz', true), firstPages: FIRST_PAGES_OF_TWO_LETTERS },
  ];
}

function verdict(held: boolean, words: string): void {
  process.stdout.write(`${held ? '✓' : '✗'} ${words}\n`);
  if (!held) process.exitCode = 1;
}

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await fill(server);
  const ask = (query: Query) => () => timed(() => server.call(0, workplace.calls.index, undefined, undefined, query));
  const took = new Map<string, number>();
  let grown = 0;
  for (const size of SIZES) {
    await grow(server, grown + 1, size);
    grown = size;
    const isLargest = size === SIZES.at(-1);
    const of = `${size} records, ${server.engine}`;
    let firstPage = 0;
    for (const question of await questions(server)) {
      const { name, query, grows, firstPages = FIRST_PAGES } = question;
      const hand = rowsByHand(server, question);
      const { ours, bare } = await byTurns(ROUNDS, ask(query), () => timed(hand));
      reportPage(`${name}, ${of}`, ours, bare);
      firstPage ||= ours;
      if (isLargest) {
        const times = ours / firstPage;
        verdict(times <= firstPages, `${name}, ${of}: ${times.toFixed(1)} first pages (budget ${firstPages})`);
        const before = took.get(name) ?? ours;
        // of a millisecond or two the noise is as large as the growth
        if (grows) {
          const growth = Math.max(ours, 1) / Math.max(before, 1);
          verdict(
            growth <= GROWTH_BUDGET,
            `${name}, ${server.engine}: grows ${growth.toFixed(2)} times (budget ${GROWTH_BUDGET})`,
          );
        }
      }
      took.set(name, ours);
    }
  }

  for (const [name, query] of [
    ['an exact count', { part: 'exact' }],
    ['counts unasked', { part: 'counts' }],
    ['an exact count of a search', { part: 'exact', search: 'tekstil' }],
    ['two letters that nobody has', { part: 'rows', search: 'zz' }],
    ['two letters that many have', { part: 'rows', search: 'ch' }],
    ['a page far down', { part: 'rows', page: 600 }],
  ] as const) {
    const { longest, took: ms } = await waits(server, () =>
      server.call(0, workplace.calls.index, undefined, undefined, query as Query),
    );
    verdict(
      longest <= WAIT_BUDGET_MS,
      `${name}, ${server.engine}: ${ms.toFixed(0)} ms, another person waits ${longest.toFixed(0)} ms at most (budget ${WAIT_BUDGET_MS})`,
    );
  }

  // the whole list for Excel, page after page as the browser reads it
  let read = 0;
  const exported = await waits(server, async () => {
    for (let after: string | null | undefined; after !== null && read < EXPORTED; ) {
      const page = await server.call(0, workplace.calls.index, undefined, undefined, {
        part: 'rows',
        per_page: 100,
        ...(after && { after }),
      } as Query);
      read += page.data.length;
      after = page.meta.next;
    }
  });
  verdict(
    exported.longest <= WAIT_BUDGET_MS,
    `${read} rows for Excel, ${server.engine}: ${(exported.took / 1000).toFixed(1)} s, another person waits ${exported.longest.toFixed(0)} ms at most (budget ${WAIT_BUDGET_MS})`,
  );
  await server.close();
}

import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/open.ts';
import { encodeParameter, mayWrite, parseArray } from '../../../server/db/parsers.ts';

const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;

const instant = new Date('2026-03-01T10:20:30.456Z');
const nasty = ['plain', '', 'NULL', null, 'a,b', '"quoted"', 'back\\slash', '{brace}', ' space ', "O'zbek", 'Ўзбек'];

/** The value that `select … as v` must give on every engine. */
const PROBES: ReadonlyArray<readonly [name: string, query: RawBuilder<unknown>, value: unknown]> = [
  ['int8', sql`select 9007199254740991::int8 as v`, 9007199254740991],
  ['count(*)', sql`select count(*) as v from generate_series(1, 3)`, 3],
  ['int2, int4', sql`select array[1::int2, 2::int4] as v`, [1, 2]],
  ['numeric', sql`select 12.50::numeric(12,2) as v`, 12.5],
  ['sum of numeric', sql`select sum(x) as v from (values (0.1::numeric), (0.2)) t(x)`, 0.3],
  ['float8', sql`select 'NaN'::float8 as v`, Number.NaN],
  ['bool', sql`select ${true}::bool as v`, true],
  ['bool[]', sql`select ${[true, null, false]}::bool[] as v`, [true, null, false]],
  ['date', sql`select date '2026-03-01' as v`, '2026-03-01'],
  ['date from text', sql`select ${'2026-03-01'}::date as v`, '2026-03-01'],
  ['date[]', sql`select ${['2026-03-01', null]}::date[] as v`, ['2026-03-01', null]],
  ['timestamptz', sql`select timestamptz '2026-03-01 15:20:30.456+05' as v`, instant],
  ['timestamptz from Date', sql`select ${instant}::timestamptz as v`, instant],
  ['timestamp from Date', sql`select ${instant}::timestamp as v`, instant],
  ['timestamptz[]', sql`select ${[instant, null]}::timestamptz[] as v`, [instant, null]],
  ['infinite timestamptz', sql`select timestamptz 'infinity' as v`, Number.POSITIVE_INFINITY],
  ['session time zone', sql`select current_setting('TimeZone') as v`, 'UTC'],
  ['time', sql`select time '10:20:30' as v`, '10:20:30'],
  ['interval', sql`select interval '1 day 2 hours' as v`, '1 day 02:00:00'],
  ['int8[]', sql`select ${[1, null, 3]}::int8[] as v`, [1, null, 3]],
  ['numeric[]', sql`select ${[1.5, null]}::numeric[] as v`, [1.5, null]],
  ['text[]', sql`select ${nasty}::text[] as v`, nasty],
  [
    'nested int[]',
    sql`select ${[[1, 2], [3, 4]]}::int[] as v`,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['empty text[]', sql`select ${[]}::text[] as v`, []],
  ['uuid', sql`select ${'0b0e9a53-1f0c-4a2c-9d0e-6f8f1a2b3c4d'}::uuid as v`, '0b0e9a53-1f0c-4a2c-9d0e-6f8f1a2b3c4d'],
  ['bytea', sql`select ${Buffer.from([0, 92, 255])}::bytea as v`, new Uint8Array([0, 92, 255])],
  ['bytea[]', sql`select ${[Buffer.from([1]), null]}::bytea[] as v`, [new Uint8Array([1]), null]],
  ['jsonb', sql`select ${JSON.stringify([{ a: null }])}::jsonb as v`, [{ a: null }]],
  ['jsonb from an object', sql`select ${{ a: "it's", b: [1] }}::jsonb as v`, { a: "it's", b: [1] }],
  ['json text', sql`select '{"b":1}'::json as v`, { b: 1 }],
  ['jsonb[]', sql`select ${[{ a: '"' }, null]}::jsonb[] as v`, [{ a: '"' }, null]],
  ['null', sql`select ${null}::int as v`, null],
  ['undefined', sql`select ${undefined}::text as v`, null],
  ['untyped parameter', sql`select ${'x'} as v`, 'x'],
  [
    'unnest of several arrays',
    sql`select jsonb_agg(to_jsonb(u) order by u.a nulls last) as v
        from unnest(${[1, null, 3]}::int[], ${['x', 'NULL', null]}::text[], ${[0.5, null, 2]}::numeric[]) u(a, b, c)`,
    [
      { a: 1, b: 'x', c: 0.5 },
      { a: 3, b: null, c: 2 },
      { a: null, b: 'NULL', c: null },
    ],
  ],
];

function probes(open: () => Promise<Database>): void {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  }, 60_000);
  afterAll(async () => {
    await db?.close();
  });

  it.each(PROBES)('%s', async (_name, query, value) => {
    const { rows } = await query.execute(db.kysely);
    expect(rows).toEqual([{ v: value }]);
    const bytes = (rows[0] as { v: unknown }).v;
    if (bytes instanceof Uint8Array) expect(bytes.constructor).toBe(Uint8Array);
  });

  it('counts changed rows, and the last of several statements is the answer', async () => {
    await db.tx(async (trx) => {
      await sql`create temp table probe (a int primary key, b text) on commit drop`.execute(trx);
      const inserted = await sql`insert into probe select n, 'x' from generate_series(1, 5) n`.execute(trx);
      expect(inserted.numAffectedRows).toBe(5n);
      const updated = await sql`update probe set b = ${'y'} where a > ${3}`.execute(trx);
      expect(updated.numAffectedRows).toBe(2n);
      const several = await sql`insert into probe values (6, 'z'); select max(a) as v from probe`.execute(trx);
      expect(several.rows).toEqual([{ v: 6 }]);
    });
  });

  it('reports errors of PostgreSQL in one class with their code and constraint', async () => {
    const failed = db.tx(async (trx) => {
      await sql`create temp table probe2 (a int constraint probe2_key primary key) on commit drop`.execute(trx);
      await sql`insert into probe2 values (${1}), (${1})`.execute(trx);
    });
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code: '23505', constraint: 'probe2_key', table: 'probe2', severity: 'ERROR' });
  });

  it('refuses a second session inside a transaction', async () => {
    await db.tx(async () => {
      await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow('was used inside db.tx');
    });
  });
}

describe('values on the embedded engine', () => {
  probes(() => openDatabase({ memory: true }));
});

describe.runIf(url)('values on the PostgreSQL server of TEST_DATABASE_URL or DATABASE_URL', () => {
  probes(() => openDatabase({ databaseUrl: url ?? '' }));
});

describe('text forms', () => {
  it('reads arrays with bounds, nulls and escapes', () => {
    expect(parseArray('[0:1]={a,"N\\"ULL"}', (text) => text)).toEqual(['a', 'N"ULL']);
    expect(parseArray('{{1,NULL},{3,4}}', Number)).toEqual([
      [1, null],
      [3, 4],
    ]);
  });

  it('refuses what PostgreSQL would misread', () => {
    expect(() => encodeParameter(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => encodeParameter(() => 1)).toThrow(TypeError);
  });

  it.each([
    ['select 1', false],
    ['  -- why\n (select 1)', false],
    ['with a as (select 1) select * from a', false],
    ['with a as (insert into t values (1) returning 1) select * from a', true],
    ['commit', false],
    ['explain select 1', false],
    ['explain (analyze) delete from t', true],
    ['create table t ()', true],
    ['/* x */ UPDATE t SET a = 1', true],
  ])('%s: may write %s', (text, expected) => {
    expect(mayWrite(text)).toBe(expected);
  });
});

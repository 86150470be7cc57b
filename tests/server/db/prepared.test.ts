/** Statements that come again are prepared by the embedded database: nobody may see it but by the clock. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/open.ts';

let db: Database;
beforeAll(async () => {
  db = await openDatabase({ memory: true });
  await sql`CREATE TABLE unit (id integer PRIMARY KEY, name text UNIQUE, seen timestamptz)`.execute(db.kysely);
});
afterAll(() => db.close());

/** More often than it takes to be prepared, and than PostgreSQL tries plans for the very values. */
const OFTEN = 10;
const times = async <T>(ask: (at: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let at = 0; at < OFTEN; at += 1) answers.push(await ask(at));
  return answers;
};
const prepared = async (like: string) =>
  (
    await sql<{
      name: string;
    }>`SELECT name FROM pg_prepared_statements WHERE statement LIKE ${like} LIMIT 1000`.execute(db.kysely)
  ).rows.map(({ name }) => name);

describe('a statement that comes again', () => {
  it('is prepared, and answers values of every type as before', async () => {
    const ask = () =>
      sql`SELECT ${1}::int AS one, ${'1.50'}::numeric AS sum, ${true}::boolean AS yes, ${null}::text AS nothing, 'kind' AS kind,
        ${'2026-11-27T10:00:00Z'}::timestamptz AS at, ${'{"a": [1]}'}::jsonb AS json, ARRAY[${'x'}::text, NULL] AS list,
        ${'2026-11-27'}::date AS day`.execute(db.kysely);
    const wanted = {
      ...{ one: 1, sum: 1.5, yes: true, nothing: null, kind: 'kind', at: new Date('2026-11-27T10:00:00Z') },
      ...{ json: { a: [1] }, list: ['x', null], day: '2026-11-27' },
    };
    for (const { rows } of await times(ask)) expect(rows).toEqual([wanted]);
    expect(await prepared('%AS kind%')).toHaveLength(1);
  });

  it('counts the rows that it writes', async () => {
    const written = await times((id) => sql`INSERT INTO unit VALUES (${id}, ${`unit ${id}`})`.execute(db.kysely));
    const renamed = await times((id) => sql`UPDATE unit SET seen = now() WHERE id < ${id}`.execute(db.kysely));
    expect(written.map(({ numAffectedRows }) => Number(numAffectedRows))).toEqual(Array(OFTEN).fill(1));
    expect(renamed.map(({ numAffectedRows }) => Number(numAffectedRows))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is refused as before, and the next one is answered', async () => {
    const double = () => sql`INSERT INTO unit VALUES (${100}, ${'unit 1'})`.execute(db.kysely);
    for (const refused of await times(() => double().catch((error: unknown) => error)))
      expect(refused).toMatchObject({ code: '23505', constraint: 'unit_name_key', table: 'unit' });
    const failed = db.tx(async (trx) => {
      await sql`INSERT INTO unit VALUES (${101}, ${'unit 101'})`.execute(trx);
      await sql`INSERT INTO unit VALUES (${101}, ${'unit 101'})`.execute(trx).catch(() => undefined);
      await sql`SELECT id FROM unit WHERE name = ${'unit 1'}`.execute(trx);
    });
    await expect(failed).rejects.toMatchObject({ code: '25P02' });
    const { rows } = await sql`SELECT id FROM unit WHERE id = ${101}`.execute(db.kysely);
    expect(rows).toEqual([]);
  });

  it('has the columns that its table has meanwhile', async () => {
    const ask = () => sql`SELECT * FROM unit WHERE id = ${1}`.execute(db.kysely);
    await times(ask);
    await sql`ALTER TABLE unit ADD COLUMN note text NOT NULL DEFAULT 'yangi'`.execute(db.kysely);
    expect((await ask()).rows).toMatchObject([{ id: 1, note: 'yangi' }]);
  });
});

it('the first row of an order is asked for by a prepared statement', async () => {
  await times(() => sql`SELECT id AS first_one FROM unit WHERE id > ${1} ORDER BY id LIMIT 1`.execute(db.kysely));
  expect(await prepared('%AS first_one%')).toHaveLength(1);
});

it('lists and arrays of values get a plan of their own each time, and no more texts are kept than 400', async () => {
  await times(() => sql`SELECT id AS fifteen FROM unit WHERE id > ${1} ORDER BY id LIMIT 15`.execute(db.kysely));
  expect(await prepared('%AS fifteen%')).toEqual([]);
  await times(() => sql`SELECT id AS listed FROM unit WHERE id > ${1} LIMIT ${2}`.execute(db.kysely));
  await times(() => sql`SELECT id AS several FROM unit WHERE id = ANY (${[1, 2]}::integer[])`.execute(db.kysely));
  expect([await prepared('%AS listed%'), await prepared('%AS several%')]).toEqual([[], []]);
  for (let at = 0; at < 430; at += 1)
    for (let time = 0; time < 3; time += 1)
      await sql`SELECT ${sql.lit(at)} AS one_of_many WHERE ${1}::int = 1`.execute(db.kysely);
  expect(await prepared('%')).toHaveLength(400);
});

it('a plan for a small table is given up when many rows come', async () => {
  await sql`CREATE TABLE line (id integer PRIMARY KEY, name text)`.execute(db.kysely);
  await sql`INSERT INTO line VALUES (${0}, ${'first'})`.execute(db.kysely);
  await sql`VACUUM ANALYZE line`.execute(db.kysely);
  const ask = () => sql`SELECT name AS of_line FROM line WHERE id = ${0}`.execute(db.kysely);
  const plan = async () => {
    const [name] = await prepared('%AS of_line%');
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN EXECUTE ${sql.raw(name ?? '')}(0)`.execute(db.kysely);
    return rows[0]?.['QUERY PLAN'];
  };
  await times(ask);
  expect(await plan()).toMatch(/^Seq Scan/);
  await sql`INSERT INTO line SELECT id, 'line' FROM generate_series(1, ${20_000}::integer) id`.execute(db.kysely);
  await ask();
  expect(await plan()).toMatch(/^Index Scan/);
});

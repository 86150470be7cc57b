import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../../server/db/embedded/client.ts';
import { databaseOf } from '../../../server/db/open.ts';
import { worldEngine } from '../world.ts';

let engine: EmbeddedEngine;
beforeEach(async () => {
  engine = await worldEngine();
});
afterEach(() => engine.end());

test('a database in memory goes back to the moment that was kept, again and again', async () => {
  const { kysely } = databaseOf(engine);
  const now = async () => {
    const { rows } = await sql<{ count: number; zone: string; bytes: number; files: number }>`
      select count(*)::int as count, current_setting('TimeZone') as zone, pg_relation_size('territory')::int as bytes,
        (select count(*)::int from pg_ls_dir('base/' || (select oid from pg_database where datname = current_database()))) as files
      from territory where id > ${0}`.execute(kysely);
    const { rows: tables } = await sql`select from pg_class where relname = 'later'`.execute(kysely);
    return { ...rows[0], later: tables.length };
  };
  const then = await now();
  expect(then).toMatchObject({ count: 1, zone: 'UTC', later: 0 });
  for (let round = 0; round < 3; round += 1) {
    // files grow, come and are cut, the memory grows, the session has a setting, and `now` is a prepared statement
    await sql`insert into territory (name) select md5(n::text) from generate_series(1, 4000) n`.execute(kysely);
    await sql`create table later as select repeat(name, 40) as name from territory order by name`.execute(kysely);
    await sql`create index on later (name)`.execute(kysely);
    await sql`set time zone 'Asia/Tashkent'`.execute(kysely);
    for (let asked = 0; asked < 5; asked += 1)
      expect(await now()).toMatchObject({ count: 4_001, zone: 'Asia/Tashkent', later: 1 });
    await sql`truncate later`.execute(kysely);
    await engine.rewind();
    expect(await now()).toEqual(then);
  }
  await sql`checkpoint`.execute(kysely);
  await sql`vacuum full territory`.execute(kysely);
  expect(await now()).toMatchObject({ count: 1, later: 0 });
});

test('a database that has loaded a library since does not go back', async () => {
  const { kysely } = databaseOf(engine);
  await sql`select to_tsvector('english', 'phones')`.execute(kysely);
  await expect(engine.rewind()).rejects.toThrow('has loaded a library');
});

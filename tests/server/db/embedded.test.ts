import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Database,
  DatabaseUnavailable,
  dumpDataDir,
  embeddedEngine,
  FolderInUse,
  NestedUse,
  type OpenOptions,
  openDatabase,
} from '../../../server/db/open.ts';
import { dataFolder, note, noteIds, openFolder, removeFolders } from './folders.ts';

const TIMEOUT = 60_000;

afterAll(removeFolders);

async function withFolder(
  tuning: OpenOptions['tuning'],
  fn: (db: Database, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await dataFolder();
  const db = await openFolder(dataDir, tuning);
  try {
    await fn(db, dataDir);
  } finally {
    await db.close();
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}

describe('a database on disk', () => {
  it('syncs every commit to the disk', { timeout: TIMEOUT }, async () => {
    await withFolder({}, async (db) => {
      const engine = embeddedEngine(db);
      for (let id = 0; id < 5; id++) {
        const before = engine.syncs;
        await note(db, id);
        expect(engine.syncs - before).toBeGreaterThan(0);
      }
      const before = engine.syncs;
      await noteIds(db);
      expect(engine.syncs).toBe(before);
      expect(db.health()).toEqual({ ready: true, writable: true, durable: true });
    });
  });

  it('makes checkpoints and vacuums by itself, which PGlite does not', { timeout: TIMEOUT }, async () => {
    await withFolder({ checkpointBytes: 1024 * 1024, vacuumMs: 0, restMs: 0 }, async (db) => {
      const state = async (): Promise<{ wal: number; dead: number; analysed: number }> => {
        const { rows } = await sql<{ wal: number; dead: number; analysed: number }>`
          select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as wal, n_dead_tup as dead,
                 analyze_count as analysed
          from pg_control_checkpoint(), pg_stat_user_tables where relname = 'note'`.execute(db.kysely);
        return rows[0] as { wal: number; dead: number; analysed: number };
      };
      await sql`insert into note select n, repeat('x', 200) from generate_series(1, 20000) n`.execute(db.kysely);
      await sql`delete from note where id > 100`.execute(db.kysely);
      expect((await state()).wal).toBeGreaterThan(1024 * 1024);
      await expect
        .poll(
          async () => {
            const { wal, dead, analysed } = await state();
            return wal < 1024 * 1024 && dead < 100 && analysed > 0;
          },
          { timeout: 20_000, interval: 300 },
        )
        .toBe(true);
    });
  });

  it('has nothing left to write into its tables once it has settled', { timeout: TIMEOUT }, async () => {
    await withFolder({}, async (db) => {
      const unwritten = async () => {
        const { rows } = await sql<{ bytes: number }>`
          select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::integer as bytes
          from pg_control_checkpoint()`.execute(db.kysely);
        return rows[0]?.bytes ?? 0;
      };
      await sql`insert into note select n, repeat('x', 200) from generate_series(1, 20000) n`.execute(db.kysely);
      expect(await unwritten()).toBeGreaterThan(4 * 1024 * 1024);
      await db.settle();
      expect(await unwritten()).toBeLessThan(64 * 1024);
    });
  });

  it('lets a request have all its answers before the next slice of long work', { timeout: TIMEOUT }, async () => {
    await withFolder({ lullMs: 200, longestLullMs: 10_000 }, async (db) => {
      const order: string[] = [];
      const slice = () =>
        db.tx(async (trx) => {
          order.push('slice');
          await sql`select pg_sleep(0.05)`.execute(trx);
        });
      const request = async () => {
        for (let query = 0; query < 5; query += 1) {
          await sql`select 1`.execute(db.kysely);
          order.push('query');
        }
      };
      const first = slice();
      const asked = request();
      await first;
      await db.lull();
      await slice();
      await asked;
      expect(order).toEqual(['slice', 'query', 'query', 'query', 'query', 'query', 'slice']);
    });
  });

  it('goes on with long work where people ask without a pause', { timeout: TIMEOUT }, async () => {
    await withFolder({ lullMs: 2 * TIMEOUT, longestLullMs: 300 }, async (db) => {
      let asks = true;
      const asking = (async () => {
        while (asks) await sql`select 1`.execute(db.kysely);
      })();
      await expect(db.lull()).resolves.toBeUndefined();
      asks = false;
      await asking;
    });
  });

  it('is opened once only, also by the same process', { timeout: TIMEOUT }, async () => {
    await withFolder({}, async (_db, dataDir) => {
      await expect(openFolder(dataDir)).rejects.toBeInstanceOf(FolderInUse);
      await expect(openFolder(`${dataDir}/../${dataDir.split('/').at(-1)}`)).rejects.toBeInstanceOf(FolderInUse);
    });
  });

  it('is replaced when it hangs, with nothing acknowledged lost', { timeout: TIMEOUT }, async () => {
    await withFolder({ busyTimeoutMs: 600 }, async (db) => {
      for (let id = 0; id < 20; id++) await note(db, id);
      const hung = embeddedEngine(db).sabotage('hang');
      const stuck = note(db, 1000);
      await expect(hung).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: 'restarting' });
      await expect(stuck).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: 'restarting' });
      expect(db.health()).toMatchObject({ ready: false, writable: false });
      // Waits for the new worker rather than failing.
      expect((await noteIds(db)).slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, id) => id));
      expect(db.health()).toMatchObject({ ready: true, writable: true });
    });
  });

  it('is replaced when the disk fills up at a COMMIT, once there is room', { timeout: TIMEOUT }, async () => {
    let free = 1e12;
    await withFolder({ failedWriteTimeoutMs: 600, freeBytes: async () => free }, async (db) => {
      await note(db, 1);
      await embeddedEngine(db).sabotage('failWrites');
      const write = note(db, 2);
      write.catch(() => undefined);
      // Past the guard, as when another program fills the disk meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      free = 0;
      await expect(write).rejects.toBeInstanceOf(DatabaseUnavailable);
      await until(() => !db.health().ready);
      await until(() => db.health().reason?.includes('0 MB left') === true);
      await expect(noteIds(db)).rejects.toMatchObject({ code: 'disk_full' });
      free = 1e12;
      await until(() => db.health().ready);
      expect(await noteIds(db)).toContain(1);
      await note(db, 3);
    });
  });

  it('refuses writes and answers reads while there is too little room', { timeout: TIMEOUT }, async () => {
    let free = 1e12;
    await withFolder({ freeBytes: async () => free }, async (db) => {
      await note(db, 1);
      free = 1_000_000;
      await until(() => !db.health().writable);
      expect(db.health()).toMatchObject({ ready: true, writable: false });
      await expect(note(db, 2)).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: 'disk_full' });
      await expect(
        db.tx((trx) => sql`with gone as (delete from note returning id) select * from gone`.execute(trx)),
      ).rejects.toMatchObject({ code: 'disk_full' });
      expect(await noteIds(db)).toEqual([1]);
      free = 1e12;
      await until(() => db.health().writable);
      await note(db, 2);
      expect(await noteIds(db)).toEqual([1, 2]);
    });
  });
});

describe('one session', () => {
  let template: Uint8Array;
  const openMemory = (tuning?: OpenOptions['tuning']): Promise<Database> =>
    openDatabase({ memory: true, template, ...(tuning ? { tuning } : {}) });

  beforeAll(async () => {
    const db = await openDatabase({ memory: true });
    template = await dumpDataDir(db);
    await db.close();
  }, TIMEOUT);

  it('refuses db.kysely and db.tx inside db.tx at once, and allows both again afterwards', async () => {
    const db = await openMemory();
    try {
      await db.tx(async (trx) => {
        await expect(sql`select 1`.execute(db.kysely)).rejects.toBeInstanceOf(NestedUse);
        await expect(db.tx(async () => 1)).rejects.toThrow('Pass the trx of the open transaction down');
        await sql`select 1`.execute(trx);
      });
      await expect(sql`select 1 as one`.execute(db.kysely)).resolves.toMatchObject({ rows: [{ one: 1 }] });
    } finally {
      await db.close();
    }
  }, 30_000);

  it('reports why a query behind an idle transaction is not run', async () => {
    const db = await openMemory({ idleHolderMs: 300 });
    try {
      // Not through db.tx, so only the wait shows it.
      const outer = db.kysely.transaction().execute(() => sql`select 1`.execute(db.kysely));
      await expect(outer).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('holds the only') });
      await sql`select 1`.execute(db.kysely);
    } finally {
      await db.close();
    }
  }, 30_000);

  it('does not take a rolled back COMMIT for success, and passes on a clean session', async () => {
    const db = await openMemory();
    try {
      await sql`create table t (a int primary key)`.execute(db.kysely);
      const swallowed = db.tx(async (trx) => {
        await sql`insert into t values (1)`.execute(trx);
        await sql`insert into t values (1)`.execute(trx).catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('rolled back');
      await expect(sql`select * from t`.execute(db.kysely)).resolves.toMatchObject({ rows: [] });
    } finally {
      await db.close();
    }
  }, 30_000);

  it('tries a transaction again after a serialization failure, three times at most', async () => {
    const db = await openMemory();
    try {
      let runs = 0;
      const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`;
      const second = await db.tx(async (trx) => {
        if (++runs === 1) await conflict.execute(trx);
        return runs;
      });
      expect(second).toBe(2);
      runs = 0;
      const never = db.tx(async (trx) => {
        runs++;
        await conflict.execute(trx);
      });
      await expect(never).rejects.toMatchObject({ code: '40001' });
      expect(runs).toBe(4);
    } finally {
      await db.close();
    }
  }, 30_000);

  it('leaves the event loop free while it works', async () => {
    const db = await openMemory();
    try {
      await sql`create table t (a int, b text)`.execute(db.kysely);
      let done = false;
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      // One statement, so that only a thread of its own can leave room for timers.
      const work = sql`insert into t select n, repeat('x', 200) from generate_series(1, 80000) n`
        .execute(db.kysely)
        .finally(() => {
          done = true;
        });
      while (!done) await delay(1);
      clearInterval(timer);
      await work;
      expect(turns).toBeGreaterThan(10);
    } finally {
      await db.close();
    }
  }, 30_000);
});

describe('a packed data folder', () => {
  it('starts another database, in memory or on disk', { timeout: TIMEOUT }, async () => {
    const first = await openDatabase({ memory: true });
    await sql`create table t as select 42 as a`.execute(first.kysely);
    const template = await dumpDataDir(first);
    await first.close();
    const second = await openDatabase({ memory: true, template });
    await expect(sql`select a from t`.execute(second.kysely)).resolves.toMatchObject({ rows: [{ a: 42 }] });
    await second.close();
    const dataDir = `${await dataFolder()}-from-template`;
    const third = await openDatabase({ dataDir, template });
    await expect(sql`select a from t`.execute(third.kysely)).resolves.toMatchObject({ rows: [{ a: 42 }] });
    await third.close();
  });
});

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, type OpenOptions, openDatabase } from '../../../server/db/open.ts';

/** Shared by the test files of one worker, until one of them removes it. */
let root: string | undefined;
let made = 0;
let pristine: Promise<string> | undefined;

/** A new data folder holding an empty table `note (id, body)`; initdb runs once, the rest are copies. */
export async function dataFolder(): Promise<string> {
  root ??= mkdtempSync(join(tmpdir(), 'idora-db-'));
  const within = root;
  pristine ??= (async () => {
    const dataDir = join(within, 'pristine');
    const db = await openDatabase({ dataDir });
    await sql`create table note (id int primary key, body text)`.execute(db.kysely);
    await db.close();
    return dataDir;
  })();
  const folder = join(within, `data-${made++}`);
  cpSync(await pristine, folder, { recursive: true });
  return folder;
}

export function openFolder(dataDir: string, tuning?: OpenOptions['tuning']): Promise<Database> {
  return openDatabase({ dataDir, tuning: { testHooks: true, ...tuning } });
}

export async function note(db: Database, id: number): Promise<void> {
  await sql`insert into note values (${id}, ${'x'.repeat(100)})`.execute(db.kysely);
}

export async function noteIds(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from note order by id`.execute(db.kysely);
  return rows.map((row) => row.id);
}

export function removeFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
  pristine = undefined;
}

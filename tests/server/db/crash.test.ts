import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { dataFolder, noteIds, openFolder, removeFolders } from './folders.ts';

const CHILD = fileURLToPath(new URL('./crashChild.ts', import.meta.url));
const ROUNDS = 3;
const COMMITS_A_ROUND = 60;

function start(dataDir: string, first: number): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', CHILD, dataDir, String(first)]);
}

/** Lines a child has printed until `enough` is true or the child has ended. */
function lines(child: ChildProcessWithoutNullStreams, enough: (said: string[]) => boolean): Promise<string[]> {
  let text = '';
  const said = (): string[] => text.split('\n').slice(0, -1);
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (enough(said())) resolve(said());
    });
    child.on('close', () => resolve(said()));
  });
}

afterAll(removeFolders);

describe('a process killed while writing', () => {
  it('loses no acknowledged transaction and leaves a sound database', { timeout: 240_000 }, async () => {
    const dataDir = await dataFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const child = start(dataDir, round * 1_000_000);
      const ended = new Promise<string[]>((resolve) => {
        void lines(child, () => false).then(resolve);
      });
      await lines(child, (said) => said.length > COMMITS_A_ROUND);
      child.kill('SIGKILL');
      // Everything it printed counts, also after the signal was sent.
      acknowledged.push(...(await ended).slice(1).map(Number));
    }
    const db = await openFolder(dataDir);
    try {
      const kept = new Set(await noteIds(db));
      expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * COMMITS_A_ROUND);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      const { rows } = await sql<{ n: number }>`select count(*) n from note where id >= 0`.execute(db.kysely);
      expect(rows[0]?.n).toBe(kept.size);
    } finally {
      await db.close();
    }
  });

  it('is refused by a folder that another process holds, and welcome once that one was killed', {
    timeout: 240_000,
  }, async () => {
    const dataDir = await dataFolder();
    const holder = start(dataDir, 0);
    await lines(holder, (said) => said.includes('open'));

    const second = start(dataDir, 1_000_000);
    let complaint = '';
    second.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    expect(await lines(second, () => false)).toEqual([]);
    expect(complaint.trim()).toBe(
      `FolderInUse: The data folder ${dataDir} is already in use by another Idora process; stop that process first.`,
    );

    const gone = new Promise((resolve) => holder.on('close', resolve));
    holder.kill('SIGKILL');
    await gone;
    const db = await openFolder(dataDir);
    await db.close();
  });
});

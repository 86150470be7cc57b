/** The thread of the embedded database: PGlite blocks the thread that runs it, so nothing else runs here. */
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { parsers } from '../parsers.ts';
import { DurableFS } from './durableFs.ts';
import { momentOf } from './moment.ts';
import { PreparedStatements } from './prepared.ts';
import { type Answer, CELL, type QueryAnswer, type Request, type WireError, type WorkerData } from './protocol.ts';
import { syncTree } from './sync.ts';

const { mode, folder, template, shared, wasm, testHooks } = workerData as WorkerData;
const cells = new Int32Array(shared);
const port = parentPort;
if (!port) throw new Error('The database worker must be started as a worker thread');

const post = (answer: Answer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

const MEMORY_PARAMS = ['shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=256MB'].flatMap((p) => ['-c', p]);
/** Overrides postgresql.conf in the folder: durability is not a setting. */
const DISK_PARAMS = [
  ...MEMORY_PARAMS,
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((p) => ['-c', p]),
];

/** The last message of PostgreSQL before it aborted. */
let panic = 'PANIC without a message';

const disk = folder
  ? new DurableFS(folder, cells, (reason) => {
      // PostgreSQL panicked. PGlite swallows that and calls into the dead module again, for ever and at full speed, so
      // this thread ends itself; postMessage needs no event loop to be delivered.
      post({ type: 'aborted', message: reason || panic });
      process.exit(1);
    })
  : undefined;

function options(): PGliteOptions {
  return {
    // Lists are searched by three letters anywhere in a key; PGlite ships the extension and loads it only when named.
    extensions: { pg_trgm },
    ...(disk ? { fs: disk } : {}),
    startParams: disk
      ? [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...DISK_PARAMS]
      : [...PGlite.defaultStartParams, ...MEMORY_PARAMS],
    onStderr: (text) => {
      const found = /(PANIC|FATAL):.*/.exec(text);
      if (found) panic = found[0];
      return false;
    },
    // Parameters arrive in text form; PGlite's own serializers pass text through, but for bytea's.
    serializers: { 17: (value: string) => value },
    ...(wasm ? { pgliteWasmModule: wasm } : {}),
    // slice: a Blob cannot be made of shared memory.
    ...(template ? { loadDataDir: new Blob([template.slice()], { type: 'application/x-tar' }) } : {}),
  };
}

function wireError(error: unknown, inTransaction: boolean): WireError {
  const fields: Record<string, string> = {};
  if (error instanceof Error) {
    for (const name of [
      ...['code', 'severity', 'detail', 'hint', 'position', 'internalPosition', 'internalQuery', 'where'],
      ...['schema', 'table', 'column', 'dataType', 'constraint', 'file', 'line', 'routine'],
    ]) {
      const value = (error as unknown as Record<string, unknown>)[name];
      if (typeof value === 'string') fields[name] = value;
    }
  }
  return { message: error instanceof Error ? error.message : String(error), fields, inTransaction };
}

interface Session {
  readonly pg: PGlite;
  prepared: PreparedStatements;
  /** Back to the moment that was kept. */
  rewind?: () => void;
}

/** What changes a table: a statement prepared before it might answer other columns than it says. */
const CHANGES_TABLES = /\b(?:create|alter|drop)\b/i;

async function run({ pg, prepared }: Session, sql: string, params: ReadonlyArray<string | null>): Promise<QueryAnswer> {
  // Without parameters the simple protocol: one message in place of six, and several statements allowed, as pg does.
  const result =
    params.length > 0 ? await prepared.query(sql, params) : (await pg.exec(sql, { rowMode: 'array' })).at(-1);
  if (params.length === 0 && CHANGES_TABLES.test(sql)) await prepared.forget();
  return {
    command: result?.command ?? '',
    rowCount: result?.rowCount ?? null,
    fields: result?.fields.map((field) => field.name) ?? [],
    rows: (result?.rows ?? []) as unknown[][],
    inTransaction: pg.isInTransaction(),
  };
}

/** How many fsyncs one real commit causes. The message goes to the log of the database and to no table. */
async function countCommitSyncs(pg: PGlite): Promise<number> {
  const before = Atomics.load(cells, CELL.syncs);
  await pg.exec("select pg_logical_emit_message(true, 'idora', 'sync')");
  return Atomics.load(cells, CELL.syncs) - before;
}

/**
 * After a checkpoint: only the log from it on is needed to start. The rest is kept to be written over, and would be half of
 * what is packed, unpacked at each first start and kept on its disk.
 */
async function dropOldLog(pg: PGlite): Promise<void> {
  const { rows } = await pg.query<{ first: string; last: string }>(
    'select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
  );
  const [needed] = rows;
  if (!needed) return;
  const { FS } = pg.Module;
  const folder = `${PGlite.paths.PGDATA}/pg_wal`;
  for (const name of FS.readdir(folder) as string[])
    if (/^[0-9A-F]{24}$/.test(name) && (name < needed.first || name > needed.last)) FS.unlink(`${folder}/${name}`);
}

async function answer(session: Session, request: Request): Promise<void> {
  const { id } = request;
  const { pg } = session;
  try {
    switch (request.type) {
      case 'query':
        return post({ id, type: 'done', answer: await run(session, request.sql, request.params) });
      case 'dump': {
        await pg.exec('checkpoint');
        if (!disk) await dropOldLog(pg);
        const buffer = await (await pg.dumpDataDir('gzip')).arrayBuffer();
        return post({ id, type: 'done', bytes: new Uint8Array(buffer) }, [buffer]);
      }
      case 'close':
        await pg.close();
        post({ id, type: 'done' });
        process.exit(0);
        break;
      case 'hang':
        if (testHooks) for (;;);
        break;
      case 'failWrites':
        if (testHooks && disk) disk.failWrites = true;
        return post({ id, type: 'done' });
      case 'keep':
        if (testHooks && !disk) session.rewind = await momentOf(pg);
        return post({ id, type: 'done' });
      case 'rewind':
        session.rewind?.();
        session.prepared = new PreparedStatements(pg);
        return post({ id, type: 'done' });
    }
  } catch (error) {
    post({ id, type: 'error', error: wireError(error, pg.isInTransaction()) });
  }
}

async function main(): Promise<void> {
  const pg = await PGlite.create(options());
  if (mode === 'initialise') {
    await pg.close();
    if (folder) syncTree(folder);
    post({ type: 'ready', commitSyncs: 0 });
    return process.exit(0);
  }
  Object.assign(pg.parsers, parsers);
  await pg.exec("set time zone 'UTC'");
  const commitSyncs = disk ? await countCommitSyncs(pg) : 0;
  const session: Session = { pg, prepared: new PreparedStatements(pg) };
  // Requests are answered strictly in order; the main thread sends one at a time anyway.
  let queue = Promise.resolve();
  port?.on('message', (request: Request) => {
    queue = queue.then(() => answer(session, request));
  });
  setInterval(() => Atomics.add(cells, CELL.ticks, 1), 200);
  post({ type: 'ready', commitSyncs });
}

main().catch((error: unknown) => {
  post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});

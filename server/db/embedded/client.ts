import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { DatabaseUnavailable, NotDurable } from '../errors.ts';
import { mayWrite } from '../parsers.ts';
import type { Session, SessionSource } from '../pool.ts';
import { DiskGuard } from './diskGuard.ts';
import { lockFolder, type Unlock } from './lock.ts';
import { untilLull } from './lull.ts';
import { Maintenance } from './maintenance.ts';
import { type Answer, CELL, CELLS, type Request, type WireError, type WorkerData } from './protocol.ts';
import { EmbeddedSession } from './session.ts';
import { syncDirectory } from './sync.ts';
import { DEFAULTS, type Tuning } from './tuning.ts';
import { compiledModule, unpack, workerFile } from './workerFile.ts';

export type Log = (level: 'info' | 'warn' | 'error', msg: string, extra?: object) => void;

/** Less than this and even opening (which may replay the log) is not tried. */
const OPENING_NEEDS = 32 * 1024 * 1024;
const OPEN_TIMEOUT_MS = 120_000;
const CLOSE_TIMEOUT_MS = 30_000;
const SWEEP_MS = 250;
const HOUSEKEEPING_MS = 2_000;

export interface EmbeddedOptions {
  dataDir?: string;
  template?: Uint8Array | string;
  log?: Log;
  tuning?: Partial<Tuning>;
}

interface Pending {
  resolve(answer: Extract<Answer, { type: 'done' }>): void;
  reject(error: Error): void;
}

interface Waiter {
  since: number;
  resolve(session: Session): void;
  reject(error: Error): void;
}

type State = 'starting' | 'ready' | 'restarting' | 'no-room' | 'broken' | 'closing' | 'closed';

/** An error of the worker's PostgreSQL in the class the pg driver uses, so that callers see one kind. */
function databaseError({ message, fields }: WireError): Error {
  if (!fields.code) return new Error(message);
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields);
}

/** PGlite in its own thread, watched over, behind one session that is handed on in order of asking. */
export class EmbeddedEngine implements SessionSource {
  readonly #dataDir: string | undefined;
  readonly #folder: string | undefined;
  readonly #log: Log;
  readonly #tuning: Tuning;
  readonly #guard: DiskGuard | undefined;
  readonly #cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
  readonly #pending = new Map<number, Pending>();
  readonly #waiters: Waiter[] = [];
  #template: Uint8Array | undefined;
  #unlock: Unlock | undefined;
  #worker: Worker | undefined;
  #state: State = 'starting';
  #reason: string | undefined;
  #abortMessage: string | undefined;
  #nextId = 1;
  #answers = 0;
  #writeErrorsSeen = 0;
  /** Raised with every worker: a session of an earlier one is of no use any more. */
  #generation = 0;
  #holder: EmbeddedSession | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #silentMs = 0;
  #sweptAt = performance.now();
  #seen = { ticks: -1, answers: -1 };
  readonly #maintenance: Maintenance | undefined;
  /** When somebody asked for the session last; maintenance does not count. */
  #askedAt = performance.now();
  #tidied = { at: performance.now(), answers: 0 };
  #closing: Promise<void> | undefined;

  private constructor(options: EmbeddedOptions, template: Uint8Array | undefined) {
    this.#dataDir = options.dataDir;
    this.#folder = options.dataDir ? join(options.dataDir, 'pg') : undefined;
    this.#log = options.log ?? (() => undefined);
    this.#tuning = { ...DEFAULTS, ...options.tuning };
    this.#guard = options.dataDir
      ? new DiskGuard(options.dataDir, this.#tuning.minFreeBytes, this.#tuning.freeBytes)
      : undefined;
    this.#template = template;
    this.#maintenance = options.dataDir
      ? new Maintenance(
          () => this.#session(),
          this.#tuning,
          () => this.#askedAt,
          this.#log,
        )
      : undefined;
  }

  /** Opens a folder (made if new), or a database in memory when no folder is named. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    const packed = typeof options.template === 'string' ? await readFile(options.template) : options.template;
    const engine = new EmbeddedEngine(options, packed && (await unpack(packed)));
    try {
      await engine.#open();
    } catch (error) {
      engine.#state = 'closed';
      await engine.#worker?.terminate();
      await engine.#unlock?.();
      throw error;
    }
    return engine;
  }

  get durable(): boolean {
    return this.#folder !== undefined;
  }

  /** fsyncs so far, of all workers of this engine. */
  get syncs(): number {
    return Atomics.load(this.#cells, CELL.syncs);
  }

  health(): { ready: boolean; writable: boolean; durable: boolean; reason?: string } {
    const ready = this.#state === 'ready';
    const reason = ready ? this.#guard?.reason() : (this.#reason ?? 'The database is starting.');
    return { ready, writable: ready && !reason, durable: this.durable, ...(reason ? { reason } : {}) };
  }

  /** What was written so far is in its tables: a checkpoint later, while people wait, has little to write. */
  async settle(): Promise<void> {
    await this.#maintenance?.settle();
  }

  /** Nobody else uses the session or is about to: the next slice of some long work may take it. */
  lull(): Promise<void> {
    const idleMs = () => (this.#holder || this.#waiters.length > 0 ? 0 : performance.now() - this.#askedAt);
    return untilLull(idleMs, this.#tuning);
  }

  /** A packed copy of the data folder, as it is between two transactions. */
  async dump(): Promise<Uint8Array> {
    const { bytes } = await this.#alone('dump');
    if (!bytes) throw new Error('The database worker sent no dump');
    return bytes;
  }

  /** Tests only, with `testHooks`, in memory: keeps this moment, between two transactions. */
  async keep(): Promise<void> {
    await this.#alone('keep');
  }

  /** Back to the moment that was kept, once whoever asked before has the answer. */
  async rewind(): Promise<void> {
    await this.#alone('rewind');
  }

  /** Tests only, with `testHooks`: makes the worker hang, or its every write fail as on a full disk. */
  async sabotage(how: 'hang' | 'failWrites'): Promise<void> {
    await this.#send({ type: how });
  }

  connect(): Promise<Session> {
    this.#askedAt = performance.now();
    return this.#session();
  }

  async #alone(type: 'dump' | 'keep' | 'rewind') {
    const session = await this.connect();
    try {
      return await this.#send({ type });
    } finally {
      session.release();
    }
  }

  #session(): Promise<Session> {
    const refusal = this.#refusal();
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ since: performance.now(), resolve, reject });
      this.#grant();
    });
  }

  end(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #refusal(): Error | undefined {
    switch (this.#state) {
      case 'closing':
      case 'closed':
        return new Error('The database is closed');
      case 'broken':
        return new DatabaseUnavailable('restarting', this.#reason ?? 'The database has stopped.');
      case 'no-room':
        return new DatabaseUnavailable('disk_full', this.#reason ?? 'The disk of the database is full.');
      default:
        return undefined;
    }
  }

  async #open(): Promise<void> {
    if (this.#dataDir && this.#folder) {
      mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 });
      this.#unlock = await lockFolder(this.#dataDir);
      const fresh = !existsSync(join(this.#folder, 'PG_VERSION'));
      const { minFreeBytes } = this.#tuning;
      await this.#guard?.assertRoom(fresh ? minFreeBytes : Math.min(minFreeBytes, OPENING_NEEDS));
      if (fresh) await this.#initialise(this.#dataDir, this.#folder);
      this.#template = undefined;
    }
    await this.#serve();
    this.#sweptAt = performance.now();
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  /** Makes a new database beside its place and moves it there whole, so a folder is never half made. */
  async #initialise(dataDir: string, folder: string): Promise<void> {
    const started = performance.now();
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    // A thread of its own, so that the memory initdb needs is given back.
    await this.#spawn('initialise', draft);
    renameSync(draft, folder);
    syncDirectory(dataDir);
    syncDirectory(dirname(dataDir));
    this.#log('info', 'A new database was made', { folder, ms: Math.round(performance.now() - started) });
  }

  async #serve(): Promise<void> {
    const { commitSyncs } = await this.#spawn('serve', this.#folder);
    if (this.#closing) {
      // Closed while it was being reopened: the lock is about to go, so this worker must not stay.
      await this.#worker?.terminate();
      return;
    }
    if (this.#folder && commitSyncs === 0) throw new NotDurable(this.#folder);
    this.#generation++;
    this.#silentMs = 0;
    this.#writeErrorsSeen = Atomics.load(this.#cells, CELL.writeErrors);
    this.#abortMessage = undefined;
    this.#reason = undefined;
    this.#state = 'ready';
    this.#grant();
  }

  /** Starts a worker and waits until it serves (or, initialising, has ended). */
  async #spawn(mode: WorkerData['mode'], folder: string | undefined): Promise<{ commitSyncs: number }> {
    const [url, wasm] = await Promise.all([workerFile(), compiledModule()]);
    const data: WorkerData = {
      mode,
      shared: this.#cells.buffer as SharedArrayBuffer,
      ...(folder ? { folder } : {}),
      ...(this.#template ? { template: this.#template } : {}),
      ...(wasm ? { wasm } : {}),
      ...(this.#tuning.testHooks ? { testHooks: true } : {}),
    };
    const worker = new Worker(url, { workerData: data, name: `idora-db-${mode}`, execArgv: [] });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let ready: { commitSyncs: number } | undefined;
      const failed = (error: Error): void => {
        clearTimeout(timer);
        void worker.terminate();
        reject(error);
      };
      const timer = setTimeout(
        () => failed(new DatabaseUnavailable('restarting', 'The database did not open in time.')),
        OPEN_TIMEOUT_MS,
      );
      worker.on('message', (message: Answer) => {
        switch (message.type) {
          case 'ready':
            ready = message;
            if (mode === 'serve') {
              clearTimeout(timer);
              resolve(message);
            }
            break;
          case 'failed':
            return failed(new Error(`The database could not be opened: ${message.message}`));
          case 'aborted':
            this.#abortMessage = message.message;
            break;
          default:
            if (worker === this.#worker) this.#receive(message);
        }
      });
      worker.on('error', (error) => {
        this.#log('error', 'The database worker failed', { error: String(error) });
        if (!ready) failed(error instanceof Error ? error : new Error(String(error)));
      });
      worker.on('exit', (code) => {
        if (!ready) {
          failed(new Error(`The database worker ended (${this.#abortMessage ?? `exit ${code}`}) while opening.`));
        } else if (mode === 'initialise') {
          clearTimeout(timer);
          resolve(ready);
        } else if (worker === this.#worker) {
          void this.#replace(this.#abortMessage ? `PostgreSQL stopped: ${this.#abortMessage}` : 'the worker ended');
        }
      });
    });
  }

  #receive(message: Extract<Answer, { id: number }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#answers++;
    this.#writeErrorsSeen = Atomics.load(this.#cells, CELL.writeErrors);
    if (!pending) return;
    if (message.type === 'done') pending.resolve(message);
    else pending.reject(Object.assign(databaseError(message.error), { inTransaction: message.error.inTransaction }));
  }

  #send(request: Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never) {
    const id = this.#nextId++;
    return new Promise<Extract<Answer, { type: 'done' }>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, ...request });
    });
  }

  #grant(): void {
    if (this.#state !== 'ready' || this.#holder) return;
    const waiter = this.#waiters.shift();
    if (!waiter) return;
    const generation = this.#generation;
    const session = new EmbeddedSession({
      stale: () => generation !== this.#generation || this.#state !== 'ready',
      run: async (sql, params) => {
        if (mayWrite(sql)) await this.#guard?.assertRoom();
        return this.#send({ type: 'query', sql, params });
      },
      released: () => {
        if (this.#holder !== session) return;
        this.#holder = undefined;
        this.#grant();
      },
    });
    this.#holder = session;
    waiter.resolve(session);
  }

  /** Every quarter of a second: is the worker alive, is there room, has anyone waited too long? */
  #sweep(): void {
    const now = performance.now();
    // Time this process itself did not run (suspended, blocked) is not held against the worker.
    const elapsed = Math.min(now - this.#sweptAt, 2 * SWEEP_MS);
    this.#sweptAt = now;
    if (this.#state !== 'ready') return;
    void this.#guard?.refresh();

    const seen = { ticks: Atomics.load(this.#cells, CELL.ticks), answers: this.#answers };
    const alive = seen.ticks !== this.#seen.ticks || seen.answers !== this.#seen.answers;
    this.#seen = seen;
    this.#silentMs = alive ? 0 : this.#silentMs + elapsed;
    const writesFailed = Atomics.load(this.#cells, CELL.writeErrors) !== this.#writeErrorsSeen;
    const { heartbeatTimeoutMs, busyTimeoutMs, failedWriteTimeoutMs } = this.#tuning;
    const limit = this.#pending.size === 0 ? heartbeatTimeoutMs : writesFailed ? failedWriteTimeoutMs : busyTimeoutMs;
    if (this.#silentMs >= limit) {
      void this.#replace(writesFailed ? 'a write failed and the database hangs' : 'the database hangs');
      return;
    }
    this.#refuseLongWaits(now);
    void this.#tidy(now);
  }

  async #tidy(now: number): Promise<void> {
    const asked = this.#answers !== this.#tidied.answers || this.#maintenance?.isVacuumDue();
    if (now - this.#tidied.at < HOUSEKEEPING_MS || !asked) return;
    this.#tidied = { at: now, answers: this.#answers };
    await this.#maintenance?.run();
    // Its own answers are no reason to come back: a resting database is left alone.
    this.#tidied = { at: performance.now(), answers: Math.max(this.#tidied.answers, this.#answers) };
  }

  #refuseLongWaits(now: number): void {
    const { idleHolderMs, waitTimeoutMs } = this.#tuning;
    const holderIdle = this.#holder?.idleSince !== undefined && now - this.#holder.idleSince >= idleHolderMs;
    for (const waiter of [...this.#waiters]) {
      const waited = now - waiter.since;
      const stuck = holderIdle && waited >= idleHolderMs;
      if (!stuck && waited < waitTimeoutMs) continue;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.reject(
        new DatabaseUnavailable(
          'busy',
          stuck
            ? 'An open transaction holds the only session and does nothing: the code inside it most likely waits for ' +
                'this query. Use the trx of the transaction inside it, and nothing slow but queries.'
            : 'The database was busy with other work for too long; try again.',
        ),
      );
    }
  }

  /** Ends a worker that no longer answers and opens the folder again; nothing acknowledged is lost. */
  async #replace(why: string): Promise<void> {
    if (this.#state !== 'ready') return;
    this.#state = 'restarting';
    this.#reason = `The database is being restarted: ${why}.`;
    this.#log('error', this.#reason);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#holder = undefined;
    this.#rejectPending(this.#reason);
    await worker?.terminate();
    if (!this.#folder) {
      this.#state = 'broken';
      this.#reason = `The database in memory is gone: ${why}.`;
      this.#rejectWaiters(() => new DatabaseUnavailable('restarting', this.#reason ?? ''));
      return;
    }
    for (let attempt = 0; this.#recovering(); attempt++) {
      try {
        if (await this.#guard?.hasRoom()) {
          this.#state = 'restarting';
          await this.#serve();
          this.#log('info', 'The database is open again');
          return;
        }
        this.#state = 'no-room';
        this.#reason = this.#guard?.reason() ?? 'Nothing can be written to the disk of the database.';
        this.#rejectWaiters(() => new DatabaseUnavailable('disk_full', this.#reason ?? ''));
      } catch (error) {
        this.#reason = `The database could not be opened again: ${error instanceof Error ? error.message : error}`;
        this.#log('error', this.#reason);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** Math.min(attempt, 5), 15_000)));
    }
  }

  #recovering(): boolean {
    return this.#state === 'restarting' || this.#state === 'no-room';
  }

  #rejectPending(message: string): void {
    for (const { reject } of this.#pending.values()) reject(new DatabaseUnavailable('restarting', message));
    this.#pending.clear();
  }

  #rejectWaiters(error: () => Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error());
  }

  async #close(): Promise<void> {
    const wasReady = this.#state === 'ready';
    this.#state = 'closing';
    this.#reason = 'The database is closed.';
    clearInterval(this.#sweeper);
    this.#rejectWaiters(() => new Error('The database is closed'));
    const worker = this.#worker;
    if (wasReady && worker) {
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      void this.#send({ type: 'close' }).catch(() => undefined);
      await Promise.race([ended, late]);
      clearTimeout(timer);
    }
    await worker?.terminate();
    this.#state = 'closed';
    this.#rejectPending('The database is closed.');
    await this.#unlock?.();
  }
}

/** Messages between the main thread and the database's thread. */

/** Cells of the shared Int32Array. It is readable without the worker's event loop, also when that is stuck. */
export const CELL = { ticks: 0, syncs: 1, writeErrors: 2 } as const;
export const CELLS = 3;

export interface WorkerData {
  /** initialise: make the folder and end; serve: answer queries. */
  mode: 'initialise' | 'serve';
  /** The folder of the database itself; absent = in memory. */
  folder?: string;
  /** A data folder as a plain tar, in shared memory, to start from. */
  template?: Uint8Array;
  shared: SharedArrayBuffer;
  /** Compiled once a process, shared by its workers. */
  wasm?: WebAssembly.Module;
  /** Tests only: lets a message hang the thread, break its writes or take a database in memory back to a moment. */
  testHooks?: boolean;
}

export type Request =
  | { id: number; type: 'query'; sql: string; params: ReadonlyArray<string | null> }
  | { id: number; type: 'dump' }
  | { id: number; type: 'close' }
  | { id: number; type: 'hang' }
  | { id: number; type: 'failWrites' }
  | { id: number; type: 'keep' }
  | { id: number; type: 'rewind' };

export interface QueryAnswer {
  command: string;
  rowCount: number | null;
  fields: string[];
  rows: unknown[][];
  inTransaction: boolean;
}

export interface WireError {
  message: string;
  /** Fields of PostgreSQL's error report (code, detail, constraint, …). */
  fields: Record<string, string>;
  inTransaction: boolean;
}

export type Answer =
  | { type: 'ready'; commitSyncs: number }
  | { type: 'failed'; message: string }
  | { type: 'aborted'; message: string }
  | { id: number; type: 'done'; answer?: QueryAnswer; bytes?: Uint8Array }
  | { id: number; type: 'error'; error: WireError };

/**
 * A database in memory, taken back to a moment. Between two statements it is three things: the memory of its WebAssembly,
 * the files in it, and which of them are open. To copy these back costs a tenth of starting another one from a template,
 * which is what hundreds of test files would do. Tests only.
 */
import type { PGlite } from '@electric-sql/pglite';

/** Of Emscripten's file system in memory: a file has bytes, a folder its entries, a link its target. */
interface Node {
  contents?: Uint8Array | Record<string, Node> | null;
}
type Stream = { shared?: object };
interface Files {
  readonly root: Node;
  readonly streams: Array<Stream | null | undefined>;
  readonly nameTable: unknown[];
  nextInode: number;
}

/** Restores the very objects, for others point to them. */
function keepObject<T extends object>(object: T): () => void {
  const kept = { ...object };
  return () => {
    for (const name of Object.keys(object)) if (!(name in kept)) delete object[name as keyof T];
    Object.assign(object, kept);
  };
}

function keepBytes(node: Node, bytes: Uint8Array): () => void {
  const kept = bytes.slice();
  const restore = keepObject(node);
  return () => {
    restore();
    // the array that the node had then; what has grown has another one now
    bytes.set(kept);
  };
}

function keepNode(node: Node, restores: Array<() => void>): void {
  const { contents } = node;
  if (contents instanceof Uint8Array) {
    restores.push(keepBytes(node, contents));
    return;
  }
  restores.push(keepObject(node));
  if (contents === null || typeof contents !== 'object') return;
  restores.push(keepObject(contents));
  for (const entry of Object.values(contents)) keepNode(entry, restores);
}

function keepFiles(files: Files): () => void {
  const restores: Array<() => void> = [];
  keepNode(files.root, restores);
  for (const stream of files.streams) {
    if (!stream) continue;
    restores.push(keepObject(stream));
    if (stream.shared) restores.push(keepObject(stream.shared));
  }
  const streams = [...files.streams];
  const names = [...files.nameTable];
  const { nextInode } = files;
  return () => {
    for (const restore of restores) restore();
    files.streams.splice(0, Number.POSITIVE_INFINITY, ...streams);
    files.nameTable.splice(0, Number.POSITIVE_INFINITY, ...names);
    files.nextInode = nextInode;
  };
}

/** How many parts of WebAssembly were loaded in this thread: PostgreSQL loads a library when a statement first needs it. */
function countLoaded(): () => number {
  let loaded = 0;
  const { Instance, instantiate } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args: [WebAssembly.Module, WebAssembly.Imports?]) {
      loaded += 1;
      return new target(...args);
    },
  });
  WebAssembly.instantiate = ((...args: Parameters<typeof instantiate>) => {
    loaded += 1;
    return instantiate(...args);
  }) as typeof instantiate;
  return () => loaded;
}

/** Libraries that any statement may need: loaded before the moment, for what JavaScript knows of one is not taken back. */
const LOAD = "load 'pg_trgm'; load 'plpgsql'";

/**
 * Takes the moment.
 * @returns what goes back to it. It throws where a library was loaded since: the database is of no use for this any more.
 */
export async function momentOf(pg: PGlite): Promise<() => void> {
  await pg.exec(LOAD);
  const loaded = countLoaded();
  const { Module } = pg;
  const memory = Module.HEAPU8.slice();
  const restoreFiles = keepFiles(Module.FS as unknown as Files);
  return () => {
    if (loaded() > 0) throw new Error('PostgreSQL has loaded a library since: this moment cannot be gone back to.');
    Module.HEAPU8.set(memory);
    // it only ever grows
    Module.HEAPU8.fill(0, memory.length);
    restoreFiles();
  };
}

import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { CELL } from './protocol.ts';
import { syncDirectory } from './sync.ts';

/** The parts of Emscripten's Node file system that are touched here. */
interface Node {
  parent: Node;
}
interface Stream {
  nfd: number;
}
interface EmscriptenNodeFs {
  realPath(node: Node): string;
  tryFSOperation<T>(fn: () => T): T;
  node_ops: {
    mknod(parent: Node, name: string, mode: number, dev: number): Node;
    rename(node: Node, newParent: Node, newName: string): void;
    unlink(parent: Node, name: string): void;
    rmdir(parent: Node, name: string): void;
    symlink(parent: Node, name: string, target: string): void;
  };
  stream_ops: {
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number): number;
    fsync?: (stream: Stream) => number;
  };
}
type Init = NodeFS['init'];

/** Scratch files of sorts and hashes mean nothing after a restart. */
const SCRATCH = /[\\/]pgsql_tmp([\\/]|$)/;

/**
 * PGlite's Node file system with the one operation it lacks: fsync.
 *
 * Emscripten answers fsync() with success when a file system has no `stream_ops.fsync`, and NODEFS has none; so
 * PostgreSQL believes its log is on the disk while it is in the page cache. fdatasync() never reaches the file system
 * at all: hence `wal_sync_method=fsync` in START_PARAMS of the worker. Names are synced too, since PostgreSQL leaves
 * some of that to the operating system.
 */
export class DurableFS extends NodeFS {
  readonly #cells: Int32Array;
  readonly #onAbort: (reason: string) => void;
  /** Tests only: every further write fails as on a full disk. */
  failWrites = false;

  constructor(folder: string, cells: Int32Array, onAbort: (reason: string) => void) {
    super(folder);
    this.#cells = cells;
    this.#onAbort = onAbort;
  }

  override async init(pg: Parameters<Init>[0], options: Parameters<Init>[1]): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort: (reason: unknown) => this.#onAbort(String(reason)),
        preRun: [
          (module: unknown) => this.#amend((module as { NODEFS: EmscriptenNodeFs }).NODEFS),
          ...(emscriptenOpts.preRun ?? []),
        ],
      },
    };
  }

  #amend(nodeFs: EmscriptenNodeFs): void {
    const cells = this.#cells;
    const counted = (sync: () => void): void => {
      nodeFs.tryFSOperation(sync);
      Atomics.add(cells, CELL.syncs, 1);
    };
    const syncDir = (path: string): void => {
      if (!SCRATCH.test(path)) counted(() => syncDirectory(path));
    };

    const { node_ops: names, stream_ops: streams } = nodeFs;
    const { mknod, rename, unlink, rmdir, symlink } = names;
    names.mknod = (parent, name, mode, dev) => {
      const node = mknod(parent, name, mode, dev);
      syncDir(nodeFs.realPath(parent));
      return node;
    };
    names.rename = (node, newParent, newName) => {
      const from = dirname(nodeFs.realPath(node));
      const to = nodeFs.realPath(newParent);
      rename(node, newParent, newName);
      syncDir(to);
      if (from !== to) syncDir(from);
    };
    names.unlink = (parent, name) => {
      unlink(parent, name);
      syncDir(nodeFs.realPath(parent));
    };
    names.rmdir = (parent, name) => {
      rmdir(parent, name);
      syncDir(nodeFs.realPath(parent));
    };
    names.symlink = (parent, name, target) => {
      symlink(parent, name, target);
      syncDir(nodeFs.realPath(parent));
    };

    const { write } = streams;
    streams.write = (stream, buffer, offset, length, position) => {
      try {
        if (this.failWrites) {
          nodeFs.tryFSOperation(() => {
            throw Object.assign(new Error('ENOSPC: injected by a test'), { code: 'ENOSPC' });
          });
        }
        return write(stream, buffer, offset, length, position);
      } catch (error) {
        Atomics.add(cells, CELL.writeErrors, 1);
        throw error;
      }
    };
    streams.fsync = (stream) => {
      counted(() => fs.fsyncSync(stream.nfd));
      return 0;
    };
  }
}

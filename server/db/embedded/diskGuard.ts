import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable } from '../errors.ts';

/** Free bytes a process without privileges may still use at `path`. */
export type FreeBytes = (path: string) => Promise<number>;

const systemFreeBytes: FreeBytes = async (path) => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

const CACHE_MS = 1000;
const PROBE_BYTES = 1024 * 1024;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** Refuses writes before the disk is full, since PGlite does not survive a COMMIT without room. */
export class DiskGuard {
  readonly #folder: string;
  readonly #minFree: number;
  readonly #freeBytes: FreeBytes;
  #free = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, minFree: number, freeBytes: FreeBytes = systemFreeBytes) {
    this.#folder = folder;
    this.#minFree = minFree;
    this.#freeBytes = freeBytes;
  }

  /** Looks again if the last look is older than a second. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < CACHE_MS) return;
    this.#readAt = performance.now();
    try {
      this.#free = await this.#freeBytes(this.#folder);
    } catch {
      // A file system that cannot report its space counts as roomy; a write that fails still stops the worker.
      this.#free = Number.POSITIVE_INFINITY;
    }
  }

  /** Why writing is refused now, or undefined. */
  reason(minFree = this.#minFree): string | undefined {
    return this.#free >= minFree
      ? undefined
      : `The disk holding ${this.#folder} has ${megabytes(this.#free)} left and ${megabytes(minFree)} are needed; ` +
          'nothing is written until there is room.';
  }

  async assertRoom(minFree = this.#minFree): Promise<void> {
    await this.refresh();
    const reason = this.reason(minFree);
    if (reason) throw new DatabaseUnavailable('disk_full', reason);
  }

  /** Whether there is room, tried by writing: quotas do not show in statfs. */
  async hasRoom(): Promise<boolean> {
    this.#readAt = Number.NEGATIVE_INFINITY;
    await this.refresh();
    if (this.reason()) return false;
    const path = join(this.#folder, '.idora-room');
    try {
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(Buffer.alloc(PROBE_BYTES));
        await file.sync();
      } finally {
        await file.close();
      }
      return true;
    } catch {
      return false;
    } finally {
      await unlink(path).catch(() => undefined);
    }
  }
}

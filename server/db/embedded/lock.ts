import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { FolderInUse } from '../errors.ts';

export type Unlock = () => Promise<void>;

/**
 * Takes the folder for this handle alone, or throws FolderInUse.
 *
 * The kernel frees it however the process ends, so it needs no ageing and is never stolen. On Linux it is an abstract
 * Unix socket named after the folder's device and inode, so another path to the same folder is the same lock. (Abstract
 * names belong to a network namespace: two containers must not share one folder.) Elsewhere it is a file opened with
 * an exclusive lock.
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  return process.platform === 'linux' ? lockBySocket(folder) : lockByFile(folder);
}

async function lockBySocket(folder: string): Promise<Unlock> {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error);
    });
    // exclusive: in a cluster the primary would otherwise hold one socket for several workers.
    server.listen({ path: `\0idora-data-${dev}-${ino}`, exclusive: true }, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** open(2) flags that lock while opening: BSD and macOS O_EXLOCK|O_NONBLOCK, on Windows libuv's UV_FS_O_EXLOCK. */
const LOCK_FLAGS = process.platform === 'win32' ? 0x10000000 : 0x20 | 0x4;

async function lockByFile(folder: string): Promise<Unlock> {
  let fd: number;
  try {
    fd = fs.openSync(join(folder, 'idora.lock'), fs.constants.O_RDWR | fs.constants.O_CREAT | LOCK_FLAGS, 0o600);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EACCES', 'EPERM'].includes(code)) throw new FolderInUse(folder);
    throw error;
  }
  return async () => fs.closeSync(fd);
}

import * as fs from 'node:fs';

function syncPath(path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Windows cannot sync a directory and needs no such thing: NTFS journals names itself. */
export function syncDirectory(path: string): void {
  if (process.platform !== 'win32') syncPath(path);
}

/** Syncs every file and directory below `path`, and `path` itself. */
export function syncTree(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) {
      // Opened for writing, as Windows refuses to flush a handle that may only read.
      const fd = fs.openSync(child, 'r+');
      try {
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    }
  }
  syncDirectory(path);
}

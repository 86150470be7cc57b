/** What a worker of the embedded database is started with: its file, PGlite's module compiled once, a template unpacked once. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

let devWorker: Promise<URL> | undefined;

let compiled: Promise<WebAssembly.Module | undefined> | undefined;

/** PGlite's module, compiled once a process: a worker that gets it ready-made starts faster. */
export function compiledModule(): Promise<WebAssembly.Module | undefined> {
  compiled ??= (async () => {
    try {
      const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
      return await WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')));
    } catch {
      // Packed differently: PGlite finds its own file.
      return undefined;
    }
  })();
  return compiled;
}

/**
 * The worker as one JavaScript file, built from its TypeScript (development and tests only).
 *
 * tsx does not reach into worker threads on Node 20, and registering it inside one costs 0.3 s a start; its esbuild
 * builds the file once a process in a few hundredths. It is below node_modules so that its imports resolve.
 */
async function buildDevWorker(source: URL): Promise<URL> {
  const require = createRequire(source);
  const tsx = require.resolve('tsx/package.json');
  const { build } = createRequire(tsx)('esbuild') as {
    build(options: object): Promise<{ outputFiles: Array<{ contents: Uint8Array }> }>;
  };
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    write: false,
  });
  const folder = join(dirname(dirname(tsx)), '.cache', 'idora');
  mkdirSync(folder, { recursive: true });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const file = join(folder, `dbWorker-${hash}.mjs`);
  if (!existsSync(file)) {
    // Moved into place, as other test processes may be building the same file.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, file);
  }
  return pathToFileURL(file);
}

/** The worker's file: its own entry of the bundle when built, else made from the TypeScript beside this file. */
export async function workerFile(): Promise<URL> {
  const here = import.meta.url;
  if (here.endsWith('.ts')) {
    devWorker ??= buildDevWorker(new URL('./worker.ts', here));
    return devWorker;
  }
  // Bundling may move this code into a chunk below the entry's folder.
  const candidates = ['./dbWorker.js', '../dbWorker.js', '../../dbWorker.js'].map((path) => new URL(path, here));
  const url = candidates.find((candidate) => existsSync(fileURLToPath(candidate)));
  if (!url) throw new Error(`dbWorker.js was not found beside ${fileURLToPath(here)}; build the server again.`);
  return url;
}

const unpacked = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/** A template without its gzip, in memory all workers share: a test file starts many databases from one. */
export function unpack(template: Uint8Array): Promise<Uint8Array> {
  let plain = unpacked.get(template);
  if (!plain) {
    plain = (async () => {
      const gzip = template[0] === 0x1f && template[1] === 0x8b;
      const bytes = gzip ? await promisify(gunzip)(template) : template;
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
      shared.set(bytes);
      return shared;
    })();
    unpacked.set(template, plain);
  }
  return plain;
}

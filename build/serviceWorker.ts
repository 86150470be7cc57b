/**
 * The service worker with the list of the files it keeps: the shell, the counting screen, and what they fetch later. The list
 * follows from what imports what; texts from the names that the code of these files asks for.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

export const WORKER_FILE = 'sw.js';
const WORKER = 'src/offline/worker.ts';
/** The page that counts without a network, and the one that a person who has logged out sees. */
const PAGE = /\/src\/pages\/(?:counting\/(?:CounterPage\.|counter\/)|signIn\/)/;
/** Of what is fetched later this does not come along: other pages, texts, and what is of no use without the server. */
const ONLINE =
  /\/(?:src\/(?:pages|live|report|ui\/dates|ui\/list)|locales|@blueprintjs\/icons)\/|\/src\/shell\/(?:PasswordPanel|AnnouncementBoard|TestReminder)\./;

/** Namespaces of texts that code asks for by name. */
export function namespacesIn(code: string): string[] {
  const named = [...code.matchAll(/\buseText\('([\w/]+)'\)|\b(?:t|c|say)\('([\w/]+):/g)].map(
    ([, one, other]) => one ?? other,
  );
  const loaded = [...code.matchAll(/\bloadTexts\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/'([\w/]+)'/g)].map(([, name]) => name),
  );
  return [...new Set([...named, ...loaded])].filter((name) => name !== undefined);
}

export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facade: string | null;
  readonly modules: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  /** Styles, fonts and pictures. */
  readonly assets: readonly string[];
}

/** Files of the release that open without a network, from the chunks of the build. */
export function keptFiles(chunks: readonly BuiltChunk[], codeOf: (module: string) => string): string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const kept = new Set<BuiltChunk>();
  const keep = (chunk: BuiltChunk | undefined) => {
    if (chunk === undefined || kept.has(chunk)) return;
    kept.add(chunk);
    for (const file of chunk.imports) keep(byFile.get(file));
    for (const file of chunk.dynamicImports) {
      const later = byFile.get(file);
      const name = later?.facade ?? '';
      if (PAGE.test(name) || !ONLINE.test(name)) keep(later);
    }
  };
  for (const chunk of chunks) if (chunk.isEntry && chunk.fileName !== WORKER_FILE) keep(chunk);
  const own = [...kept].flatMap(({ modules }) => modules).filter((id) => /\/src\/.*\.tsx?$/.test(id));
  const names = new Set(['common', ...own.flatMap((id) => namespacesIn(codeOf(id)))]);
  for (const chunk of chunks) {
    const [, namespace] = /\/locales\/\w+\/(.+)\.json$/.exec(chunk.facade ?? '') ?? [];
    if (namespace !== undefined && names.has(namespace)) keep(chunk);
  }
  return [...new Set([...kept].flatMap(({ fileName, assets }) => [fileName, ...assets]))].sort();
}

export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'idora:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(config.root, WORKER), fileName: WORKER_FILE });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.values(bundle);
        const chunks = built.flatMap((one): BuiltChunk[] =>
          one.type === 'chunk'
            ? [
                {
                  fileName: one.fileName,
                  isEntry: one.isEntry,
                  facade: one.facadeModuleId,
                  modules: one.moduleIds,
                  imports: one.imports,
                  dynamicImports: one.dynamicImports,
                  assets: [...(one.viteMetadata?.importedCss ?? []), ...(one.viteMetadata?.importedAssets ?? [])],
                },
              ]
            : [],
        );
        const files = keptFiles(chunks, (module) => readFileSync(module, 'utf8'));
        const hash = createHash('sha256').update(files.join('\n'));
        const page = bundle['index.html'];
        const worker = bundle[WORKER_FILE];
        if (page?.type !== 'asset' || worker?.type !== 'chunk') throw new Error('no page, or no service worker');
        const open = readdirSync(config.publicDir);
        for (const file of open) hash.update(readFileSync(join(config.publicDir, file)));
        hash.update(page.source).update(worker.code);
        const version = hash.digest('hex').slice(0, 12);
        const release = { version, files: ['/', ...[...open, ...files].map((file) => `/${file}`)] };
        worker.code = worker.code.replace('__RELEASE__', () => JSON.stringify(release));
      },
    },
  };
}

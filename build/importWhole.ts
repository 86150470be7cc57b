/** Puts `src/app/importWhole.ts` in the place of Vite's helper for `import()`, and what it reads into the page. */
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

interface Linked {
  readonly fileName: string;
  readonly isDynamicEntry: boolean;
  readonly imports: readonly string[];
}

/** For each chunk that is imported later: the chunks it needs, by name, without those that the entry brings. */
export function chunksNeeded(entry: string, chunks: readonly Linked[]): Record<string, string[]> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (file: string, seen: Set<string>) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of byFile.get(file)?.imports ?? []) reach(next, seen);
  };
  const atStart = new Set<string>();
  reach(entry, atStart);
  const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const needed = later.map(({ fileName }) => {
    const seen = new Set<string>();
    reach(fileName, seen);
    const own = [...seen].filter((file) => file !== fileName && !atStart.has(file));
    return [basename(fileName), own.map((file) => basename(file))] as const;
  });
  return Object.fromEntries(needed.filter(([, own]) => own.length > 0));
}

export function importWhole(): Plugin {
  let root: string;
  let used = false;
  return {
    name: 'idora:import-whole',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    load: {
      order: 'pre',
      handler(id) {
        if (id !== HELPER) return undefined;
        used = true;
        return `export { importWhole as __vitePreload } from ${JSON.stringify(join(root, 'src/app/importWhole.ts'))};`;
      },
    },
    buildEnd(error) {
      if (error === undefined && !used) throw new Error(`Vite has no ${HELPER.slice(1)} any more`);
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, chunk: entry }) {
        if (entry === undefined) throw new Error('the page has no entry');
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
        const children = JSON.stringify(chunksNeeded(entry.fileName, chunks));
        return [{ tag: 'script', attrs: { type: 'application/json', id: 'chunks' }, children, injectTo: 'head' }];
      },
    },
  };
}

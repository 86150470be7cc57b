/** Puts `src/app/importWhole.ts` in the place of Vite's helper for `import()`. */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

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
  };
}

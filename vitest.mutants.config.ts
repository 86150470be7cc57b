import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const collect = resolve(import.meta.dirname, 'tests/mutants/collect.ts');

/** Only for `npm run model:mutants`: the model floors' tests are kept to be run again and again. */
export default defineConfig({
  plugins: [
    {
      name: 'keep-model-floors',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === 'vitest' && importer !== undefined && /\/tests\/models\/[^/]+$/.test(importer) ? collect : undefined,
    },
  ],
  test: {
    include: ['tests/mutants/one.mutants.ts'],
    environment: 'node',
    // a mutant's actor may fail where nobody listens any more
    dangerouslyIgnoreUnhandledErrors: true,
  },
});

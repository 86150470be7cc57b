import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutatedSource, sourceMutantsOf } from './tests/mutants/source.ts';
import { STEP_MUTANTS, stepMutated } from './tests/mutants/steps.ts';

const collect = resolve(import.meta.dirname, 'tests/mutants/collect.ts');
/** For the API layer the machine itself is wrong, in every module that imports it: the mutant's file and place in it. */
const { MUTANT_FILE = '', MUTANT_AT = '', MUTANT_STEP = '', MUTANTS_LAYER = 'model', MUTANTS_TESTS = '' } = process.env;
const step = MUTANT_STEP === '' ? undefined : STEP_MUTANTS[Number(MUTANT_STEP)];

/** Only for `npm run model:mutants`: the model layers' tests are kept to be run again and again. */
export default defineConfig({
  plugins: [
    {
      name: 'keep-model-layers',
      enforce: 'pre',
      resolveId: (source, importer) =>
        MUTANTS_LAYER === 'model' &&
        source === 'vitest' &&
        importer !== undefined &&
        /\/tests\/models\/[^/]+$/.test(importer)
          ? collect
          : undefined,
    },
    {
      // `<name>.machine.ts?mutant=7`: the same file with its seventh mutant made
      name: 'mutate-machine',
      enforce: 'pre',
      transform(code, id) {
        const asked = /\.machine\.ts\?mutant=(\d+)/.exec(id)?.[1];
        const at = asked ?? (MUTANT_FILE !== '' && id.endsWith(MUTANT_FILE) ? MUTANT_AT : undefined);
        if (at === undefined || at === '') return undefined;
        const mutant = sourceMutantsOf(code)[Number(at)];
        if (mutant === undefined) throw new Error(`no mutant ${at} in ${id}`);
        return mutatedSource(code, mutant);
      },
    },
    {
      name: 'mutate-step',
      enforce: 'pre',
      transform: (code, id) => (step !== undefined && id.endsWith(step.file) ? stepMutated(code, step) : undefined),
    },
  ],
  test: {
    include: MUTANTS_LAYER === 'model' ? ['tests/mutants/one.mutants.ts'] : MUTANTS_TESTS.split(','),
    setupFiles: MUTANTS_LAYER === 'model' ? [] : ['tests/mutants/apply.ts'],
    environment: 'node',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // one test that falls is enough
    bail: 1,
    // a mutant's actor may fail where nobody listens any more
    dangerouslyIgnoreUnhandledErrors: true,
  },
});

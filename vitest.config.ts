import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { blueprintCss } from './build/blueprintCss.ts';
import { workflowPages } from './build/workflowPages.ts';
import { workflowSentences } from './build/workflowSentences.ts';

/** `node`: everything without a browser; `dom`: components in jsdom. */
export default defineConfig({
  test: {
    // the default leaves a core to the main process, which has little to do
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/views/**', 'tests/ui/**'],
          // files of one worker share what is imported and compiled, PostgreSQL's WebAssembly above all
          isolate: false,
          globalSetup: ['tests/server/templateDatabase.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // what secrets are encrypted by in server tests: 32 bytes in base64
          env: { SECRETS_KEY: 'c2lub3YgdWNodW4ga2FsaXQsIHNpcmkgeW9xLSAzMkI=' },
        },
      },
      {
        plugins: [react(), workflowPages(), workflowSentences(), blueprintCss()],
        // Blueprint's toaster draws in a root of its own, which would still draw when the page of the tests is gone. Not
        // `vi.mock`: of two imports of a mock at once, one gets the real module.
        resolve: { alias: { './ToastHost.tsx': join(import.meta.dirname, 'tests/views/noToaster.ts') } },
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          include: ['tests/views/**/*.test.{ts,tsx}', 'tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/views/setup.ts'],
          testTimeout: 90_000,
          restoreMocks: true,
        },
      },
    ],
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { blueprintCss } from './build/blueprintCss.ts';

/** `node`: everything without a browser; `dom`: components in jsdom. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/views/**', 'tests/ui/**'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react(), blueprintCss()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/views/**/*.test.{ts,tsx}', 'tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/views/setup.ts'],
          testTimeout: 15_000,
          restoreMocks: true,
        },
      },
    ],
  },
});

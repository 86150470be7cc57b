import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS } from './scripts/lib.mjs';

const port = Number(process.env.E2E_PORT ?? 4273);

export default defineConfig({
  testDir: 'e2e',
  // on a second database: every path of every workflow, and the journeys; what a page looks like is the same on any
  testMatch: process.env.FLOORS_ONLY ? ['floors/*.spec.ts', '*ourney.spec.ts'] : '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  // a machine of two cores that is busy for a moment is no fault of the app; what needed its second try is told
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // recording costs a fifth of the run: what fails is run again and recorded then; `npm run qa` does not run again
    trace: process.env.QA_PICTURES === undefined ? 'on-first-retry' : 'retain-on-failure',
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [...BROWSER_ARGS, '--disable-component-update'],
    },
  },
  webServer: {
    command: 'node --import tsx e2e/harness/server.ts',
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 90_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    env: { E2E_PORT: String(port), NODE_ENV: 'test', PASSWORD_LOG_N: '4' },
  },
});

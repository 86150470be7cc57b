import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS } from './scripts/lib.mjs';

const port = Number(process.env.E2E_PORT ?? 4273);

export default defineConfig({
  testDir: 'e2e',
  // on a second database the journeys alone: pages and machines in the browser are the same on any
  testMatch: process.env.LAYERS_ONLY ? '*ourney.spec.ts' : '**/*.spec.ts',
  fullyParallel: true,
  workers: 4,
  // a machine of two cores that is busy for a moment is no fault of the app; what needed another try is printed
  retries: 2,
  forbidOnly: Boolean(process.env.CI),
  // for a machine whose cores are busy: what takes 20 s alone took two minutes there
  timeout: 240_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    // one page serves the tests of a worker, emptied between them: a process and a compiled app for each cost a quarter
    // of the run
    reuseContext: true,
    // what cannot be clicked by then is not there: the test says so instead of waiting for its own end
    actionTimeout: 60_000,
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // recording costs a fifth of the run: what fails is run again and recorded then; `npm run qa` does not run again
    trace: process.env.QA_PICTURES === undefined ? 'on-first-retry' : 'retain-on-failure',
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    serviceWorkers: 'block',
    // what moves by itself would be caught in the middle, and each frame of it is drawn by a processor that tests need
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        ...BROWSER_ARGS,
        '--disable-component-update',
        // a page that goes on to the next test keeps its process: a new one costs a tenth of opening the app
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        // compiling and collecting beside the page, and a process that draws, cost a twelfth of a load where all cores are busy
        '--js-flags=--single-threaded',
        '--in-process-gpu',
      ],
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

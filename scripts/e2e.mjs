/** `npm run test:e2e [-- playwright arguments]`: builds if needed, finds a browser, runs Playwright. */
import { ensureBrowser, ensureBuilt, run } from './lib.mjs';

await ensureBuilt();
const CHROMIUM_PATH = await ensureBrowser();
process.exit(await run('playwright', ['test', ...process.argv.slice(2)], { env: { CHROMIUM_PATH } }));

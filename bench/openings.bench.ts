/**
 * How long the first opening of a page takes, from the change of the address to its heading, and the second. Nothing may hold
 * back a page whose code has come: React keeps a fallback that was shown for 300 ms (`src/app/Arriving.tsx`). Needs the
 * build (`npm run build`).
 */
import type { Page } from 'playwright';
import { engines, openBenchServer } from './kit.ts';
import { check, visit } from './page.ts';

const OPENING = 200;
const PATHS = [
  '/repositories/act-of-counting',
  '/test-questions',
  '/test-results',
  '/profile',
  '/workflows',
  '/versions',
];

/** From the change of the address to another heading, in milliseconds. */
const opening = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (to) => {
    const from = performance.now();
    const before = document.querySelector('h1')?.textContent;
    history.pushState(null, '', to);
    for (;;) {
      await new Promise(requestAnimationFrame);
      const now = document.querySelector('h1')?.textContent;
      if (now !== undefined && now !== before) return performance.now() - from;
    }
  }, path);

const [engine] = engines();
if (engine === undefined) throw new Error('no engine');
const { base, enter, close } = await visit(await openBenchServer(engine));
const page = await enter(1);
await page.goto(base);
await page.locator('h1').first().waitFor();
await page.waitForTimeout(1_000);
for (const round of ['first', 'second']) {
  const took: number[] = [];
  for (const path of PATHS) {
    took.push(await opening(page, path));
    await page.waitForTimeout(500);
  }
  check(`${round} opening of ${PATHS.length} pages, the longest`, Math.max(...took), OPENING, 'ms');
}
await close();

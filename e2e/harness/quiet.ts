import type { Page, Request } from '@playwright/test';

/** The stream of notices. */
export const STREAM = '/cash/api/notice/stream';

/** In milliseconds. */
const QUIET = 500;

/**
 * Before the page is opened; answers how to wait until nothing has been on its way for half a second. The stream of
 * notices, which has no end, is left out: Playwright's `networkidle` waits for that too, where the page began to listen
 * before the rest had come.
 * @param held parts of the addresses of calls that the test holds
 */
export function quietOf(page: Page, ...held: readonly string[]): () => Promise<void> {
  const endless = [STREAM, ...held];
  const onTheirWay = new Set<Request>();
  let last = Date.now();
  const ended = (request: Request) => {
    onTheirWay.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => {
    if (!endless.some((part) => request.url().includes(part))) onTheirWay.add(request);
    last = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    while (onTheirWay.size > 0 || Date.now() - last < QUIET) await page.waitForTimeout(QUIET / 5);
  };
}

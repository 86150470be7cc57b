/** A page opened once more without a cold load, which costs several times what a way within the app does. */
import { expect, type Page, type Request } from '@playwright/test';
import { plainPathOf } from '../../src/routes/registry.ts';
import { openWithin } from './everyPage.ts';

/** Longer than what was read stays fresh in any page (`staleTime`), in milliseconds. */
const OLD = 70_000;

/** Reads of the page; the stream of nudges is one that does not end. */
const isRead = (request: Request): boolean =>
  request.method() === 'GET' && request.url().includes('/api/') && !request.url().includes('/notice/stream');

/**
 * Opens an address as somebody does who comes back to it a minute later: the page was left, so nothing of it lives on, all
 * of what it reads is read again, and what it had read before is replaced when this returns. What is around every page
 * (header, menu, bell, the session) goes on: for what is seen there the app is started. A tab that shows nothing of the app
 * yet loads it.
 */
export async function openAnew(page: Page, address: string): Promise<void> {
  if (!(await page.evaluate(() => document.querySelector('h1') !== null))) {
    await page.goto(address);
    return;
  }
  await openWithin(page, plainPathOf('notFound'));
  await page.evaluate((later) => {
    const now = Date.now;
    Date.now = () => now() + later;
  }, OLD);
  const reads = new Set<Request>();
  const begins = (request: Request) => void (isRead(request) && reads.add(request));
  const ends = (request: Request) => void reads.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await openWithin(page, address);
    await expect.poll(() => reads.size, { message: `readings of ${address}`, intervals: [20, 50, 100] }).toBe(0);
    // and what came is drawn
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}

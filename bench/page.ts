/**
 * What the benchmarks in a real browser share: an HTTP server over a benchmark server, pages that record their own
 * tasks, and budgets. Whatever else the machine does at the same time is measured too.
 */
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright';
import { BROWSER_ARGS, ensureBrowser } from '../scripts/lib.mjs';
import { createApp } from '../server/app.ts';
import type { BenchServer } from './kit.ts';

/** Longest task in milliseconds: a longer one is felt while typing or scrolling. */
const TASK = 50;
const AGAIN = 'browser';

interface Watched {
  /** Tasks of over 50 ms: the browser reports no shorter ones. */
  tasks: { at: number; ms: number }[];
  /** From the beginning to the end of an input event's own handlers. */
  inputs: { at: number; ms: number; name: string }[];
}

declare global {
  var __watched: Watched;
}

export function check(name: string, worst: number, budget: number, unit: string): void {
  const held = worst <= budget;
  process.stdout.write(
    `${held ? '✓' : '✗'} ${AGAIN}: ${name}: ratio ${(worst / budget).toFixed(2)} – ${worst.toFixed(0)} of ${budget} ${unit}\n`,
  );
  if (!held) process.exitCode = 1;
}

/** What the page's tasks and inputs took while `action` ran. */
export async function during(page: Page, name: string, command: () => Promise<void>): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await command();
  await page.waitForTimeout(500);
  const { tasks, inputs } = await page.evaluate(() => globalThis.__watched);
  const since = <T extends { at: number; ms: number }>(all: T[]) =>
    Math.max(0, ...all.filter((one) => one.at >= from).map((one) => one.ms));
  check(`${name}, the longest task`, Math.max(since(tasks), since(inputs)), TASK, 'ms');
}

export interface Visit {
  base: string;
  /** Of every answered call, in the order in which they came. */
  requests: { path: string; ms: number }[];
  /** A page of a person of the server, by the place of the token. */
  enter(person: number): Promise<Page>;
  close(): Promise<void>;
}

const chromiumPath = await ensureBrowser();

/** The built app over a bench server, and a browser that visits it. */
export async function visit(server: BenchServer): Promise<Visit> {
  const app = createApp({
    database: server.database,
    production: true,
    log: () => undefined,
    staticDir: resolve('dist/client'),
  });
  const listener = await new Promise<ReturnType<typeof serve>>((listening) => {
    const one = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => listening(one));
  });
  const address = listener.address();
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath, args: BROWSER_ARGS });
  const requests: Visit['requests'] = [];
  return {
    base: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests,
    async enter(person) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'uz-UZ' });
      const page = await context.newPage();
      page.on('requestfinished', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.includes('/api/')) requests.push({ path: pathname, ms: request.timing().responseEnd });
      });
      await page.addInitScript((token) => {
        localStorage.setItem('accessToken', token);
        globalThis.__watched = { tasks: [], inputs: [] };
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) {
            globalThis.__watched.tasks.push({ at: startTime, ms: duration });
          }
        }).observe({ type: 'longtask' });
        new PerformanceObserver((list) => {
          for (const one of list.getEntries() as PerformanceEventTiming[]) {
            globalThis.__watched.inputs.push({
              at: one.startTime,
              ms: one.processingEnd - one.processingStart,
              name: one.name,
            });
          }
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      }, server.tokens[person] ?? '');
      return page;
    },
    async close() {
      await browser.close();
      await new Promise((closed) => listener.close(closed));
      await server.close();
    },
  };
}

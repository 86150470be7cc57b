/** axe in the page of a test. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The rules of axe that the app keeps. */
export const BY_TAGS: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

const { source } = createRequire(import.meta.url)('axe-core') as typeof axe;

declare global {
  /** What axe has seen in this life of the page: entries of the menu by rules, dress and markup. */
  var __seenByAxe: Set<string> | undefined;
}

/**
 * The rules that the page, or the part of it that `within` selects, breaks: each as its id with the elements. Entries of
 * the menu are the same on every page but for the present one: what axe has seen of them under the same rules, in the
 * same dress and with the same markup, it does not look at again.
 */
export async function violations(page: Page, rules: axe.RunOptions, within?: string): Promise<string[]> {
  const run = () =>
    page.evaluate(
      async ([options, part]) => {
        const { axe: loaded } = window as unknown as { axe?: typeof axe };
        if (loaded === undefined) return null;
        const { dataset, lang } = document.documentElement;
        const { fontSize } = getComputedStyle(document.documentElement);
        const look = [JSON.stringify(options), lang, dataset.theme, fontSize, window.innerWidth].join(' ');
        globalThis.__seenByAxe ??= new Set();
        const seen = globalThis.__seenByAxe;
        const exclude: Element[] = [];
        for (const entry of document.querySelectorAll('.sidebar-nav :is(.sidebar-item, .with-star)')) {
          const key = `${look} ${entry.outerHTML}`;
          if (seen.has(key)) exclude.push(entry);
          seen.add(key);
        }
        const found = await loaded.run(
          { include: [part ?? document], ...(exclude.length > 0 && { exclude }) } as axe.ElementContext,
          // results of the other types would be gathered and named for each element of the page
          { ...options, resultTypes: ['violations'] },
        );
        return found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      },
      [rules, within] as const,
    );
  const found = await run();
  if (found !== null) return found;
  await page.evaluate(source);
  return (await run()) ?? [];
}

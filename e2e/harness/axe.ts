/** axe in the page of a test. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The rules of axe that the app keeps. */
export const BY_TAGS: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

const { source } = createRequire(import.meta.url)('axe-core') as typeof axe;

/** The rules that the page, or the part of it that `within` selects, breaks: each as its id with the elements. */
export async function violations(page: Page, rules: axe.RunOptions, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([options, part]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      // results of the other types would be gathered and named for each element of the page
      const found = await loaded.run(part ?? document, { ...options, resultTypes: ['violations'] });
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    },
    [rules, within] as const,
  );
}

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
  /** What axe has seen in this life of the page, each with the rules and the dress in which it was seen. */
  var __seenByAxe: Set<string> | undefined;
}

/** Puts axe into the page. */
async function bring(page: Page): Promise<void> {
  await page.evaluate(source);
  await page.evaluate(() => {
    const { axe: loaded } = window as unknown as { axe: { _audit: { rules: Rule[] } } };
    interface Rule {
      id: string;
      matches(node: Element, ...more: unknown[]): boolean;
    }
    const seen = new Set<string>();
    globalThis.__seenByAxe = seen;
    const STATES = /^(class|style|disabled|role|aria-(?!label|describedby|controls|owns)|data-(?!testid))/;
    /** Whatever a style can be chosen by: two elements with the same one have the same colours, whatever they say. */
    const styled = (node: Element): string => {
      const own = [...node.attributes].filter(({ name }) => STATES.test(name)).map(({ name, value }) => name + value);
      const odd = node.matches('tr, li') && [...(node.parentElement?.children ?? [])].indexOf(node) % 2;
      return `${node.parentElement ? styled(node.parentElement) : ''}>${node.localName}${own.join()}${odd ? '2' : ''}`;
    };
    for (const rule of loaded._audit.rules.filter(({ id }) => id === 'color-contrast')) {
      const matches = rule.matches.bind(rule);
      rule.matches = (node, ...more) => {
        if (!matches(node, ...more)) return false;
        const key = `${getComputedStyle(document.documentElement).fontSize} ${styled(node)}`;
        return !seen.has(key) && seen.add(key) !== undefined;
      };
    }
  });
}

/**
 * The rules that the page, or the part of it that `within` selects, breaks: each as its id with the elements. What a life
 * of the page has shown before in the same dress is not looked at again: entries of the menu with the same markup under
 * the same rules, further rows of the same markup but for their words, and colours of what has the same styles.
 */
export async function violations(page: Page, rules: axe.RunOptions, within?: string): Promise<string[]> {
  const run = () =>
    page.evaluate(
      async ([options, part]) => {
        const { axe: loaded, __seenByAxe: seen } = window as unknown as typeof globalThis & { axe?: typeof axe };
        if (loaded === undefined || seen === undefined) return null;
        const { dataset, lang } = document.documentElement;
        const { fontSize } = getComputedStyle(document.documentElement);
        const look = [JSON.stringify(options), lang, dataset.theme, fontSize, window.innerWidth].join(' ');
        const isSeen = (key: string) => seen.has(key) || seen.add(key) === undefined;
        const shape = (row: Element) =>
          row.outerHTML
            .replace(/>[^<]*[^<\s][^<]*</g, '>…<')
            .replace(/ (id|for|href|title|value|datetime|aria-\w+|data-[\w-]+)="[^"]+"/g, ' $1');
        const exclude = [
          ...[...document.querySelectorAll('.sidebar-nav :is(.sidebar-item, .with-star)')].filter((entry) =>
            isSeen(`${look} ${entry.outerHTML}`),
          ),
          ...[...document.querySelectorAll('tbody')].flatMap((body) => {
            const shapes = new Set<string>();
            return [...body.rows].filter((row) => shapes.size === shapes.add(shape(row)).size);
          }),
        ];
        // a page that is not drawn has no colours, nor anything that is seen
        const { __undrawn: undrawn } = globalThis;
        if (undrawn) undrawn.disabled = true;
        const found = await loaded.run(
          { include: [part ?? document], ...(exclude.length > 0 && { exclude }) } as axe.ElementContext,
          // results of the other types would be gathered and named for each element of the page
          { ...options, resultTypes: ['violations'] },
        );
        if (undrawn) undrawn.disabled = false;
        return found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      },
      [rules, within] as const,
    );
  const found = await run();
  if (found !== null) return found;
  await bring(page);
  return (await run()) ?? [];
}

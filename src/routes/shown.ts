/** On which page and tab each declared directory and setting is. */
import { type PageId, pages, plainPathOf, withQuery } from './registry.ts';
import { tabsOf } from './tabs.ts';

export interface Shown {
  page: PageId;
  /** Its tab there, where the page has several. */
  tab?: string;
  /** That tab is open without being named in the address. */
  first?: boolean;
}

/** Declared directories or settings, each with its page. */
export const shownOn = (isDated: boolean): (readonly [string, Shown])[] =>
  pages.flatMap((page) =>
    tabsOf(page).flatMap(({ name, dated }, at, all) =>
      dated === isDated
        ? [[name, { page: page.id, ...(all.length > 1 && { tab: name, first: at === 0 }) }] as const]
        : [],
    ),
  );

export const pathIn = ({ page, tab, first }: Shown, query: Readonly<Record<string, number | string>>): string =>
  withQuery(plainPathOf(page), { ...(tab !== undefined && !first && { tab }), ...query });

/** Of each declared setting. */
export const SETTINGS: ReadonlyMap<string, Shown> = new Map(shownOn(true));

export function settingPath(kind: string, query: Readonly<Record<string, number | string>>): string | null {
  const shown = SETTINGS.get(kind);
  return shown === undefined ? null : pathIn(shown, query);
}

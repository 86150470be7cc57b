/** On which page and tab each declared directory and setting is. */
import { REQUESTS } from '../../contract/requests.ts';
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

const BLACK_LIST: Shown = { page: 'blackList' };
/** Of each declared directory. */
const DIRECTORIES: ReadonlyMap<string, Shown> = new Map(shownOn(false));
const ofRequest = (kind: string | null): Shown => DIRECTORIES.get(kind ?? '') ?? BLACK_LIST;

/** A document or a record, by the name of its declaration. */
export function declaredPath(name: string, query: Readonly<Record<string, number | string>>): string {
  const shown = DIRECTORIES.get(name);
  if (shown === undefined) throw new Error(`no page of ${name}`);
  return pathIn(shown, query);
}

/** Of each kind of request (P1); the black list is no declared directory. */
export const requestsShown = (): [string, Shown][] => REQUESTS.map((kind) => [kind, ofRequest(kind)]);

/** By its page a request is called. */
export const requestPage = (kind: string | null): PageId => ofRequest(kind).page;

export const requestPath = (kind: string | null, query: Readonly<Record<string, number | string>>): string =>
  pathIn(ofRequest(kind), query);

/** Of each declared setting. */
export const SETTINGS: ReadonlyMap<string, Shown> = new Map(shownOn(true));

export function settingPath(kind: string, query: Readonly<Record<string, number | string>>): string | null {
  const shown = SETTINGS.get(kind);
  return shown === undefined ? null : pathIn(shown, query);
}

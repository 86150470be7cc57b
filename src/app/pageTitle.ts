/** What a page passes to the header, the document's title and the place remembered on log-out. */
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import { endStart } from './importWhole.ts';

export interface Crumb {
  readonly title: string;
  /** A path of the registry; without one the crumb is plain words. */
  readonly path?: string;
}

export interface PageTitleOptions {
  readonly crumbs?: readonly Crumb[];
  /** Shown after the title: a state chip. */
  readonly chip?: ReactNode;
  /** What still works here without a network, for the offline notice; empty where the page says it itself. */
  readonly offline?: string;
}

export interface PageTitle extends PageTitleOptions {
  readonly title: string;
}

const NAME = 'Idora';
let current: PageTitle | null = null;
/** What the document is called, and what is counted in front of it. */
let called = NAME;
let counted = '';
const listeners = new Set<() => void>();

let ownerNow: string | null = null;

function drawTitle(): void {
  document.title = counted + called;
}

/** Counts in the tab's title, before the name of the page; null stops. */
export function countInTitle(words: string | null): void {
  counted = words === null ? '' : `${words} · `;
  drawTitle();
}

function set(owner: string, next: PageTitle | null): void {
  // a page that is leaving does not take the title of the one that came
  if (next === null && owner !== ownerNow) return;
  ownerNow = next === null ? null : owner;
  current = next;
  called = next === null ? NAME : `${next.title} · ${NAME}`;
  drawTitle();
  for (const listener of listeners) listener();
}

/** The title of the page shown now, as its person would name the place. */
export const currentTitle = (): string | null => current?.title ?? null;

/**
 * A page names itself: `usePageTitle(t('title', { number }), { crumbs: [{ title, path }], chip: <StateChip …/> })`.
 * The header draws the `h1`; the page has none of its own.
 */
export function usePageTitle(title: string, { crumbs, chip, offline }: PageTitleOptions = {}): void {
  const owner = useId();
  useEffect(endStart, []);
  useEffect(() => {
    set(owner, {
      title,
      ...(crumbs && { crumbs }),
      ...(chip !== undefined && { chip }),
      ...(offline !== undefined && { offline }),
    });
  });
  useEffect(() => () => set(owner, null), [owner]);
}

/** The document is called by what went wrong; the heading goes on naming the page. */
export function useFailureTitle(words: string): void {
  useEffect(() => {
    const before = called;
    called = `${words} · ${NAME}`;
    drawTitle();
    return () => {
      called = before;
      drawTitle();
    };
  }, [words]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePageTitleNow = (): PageTitle | null => useSyncExternalStore(subscribe, () => current);

/**
 * Navigation between pages: the navigation machine with its real effects. Everything that changes the path comes
 * through here: links and `navigate()` by wouter's `aroundNav`, the browser's back and forward by `popstate`.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useId } from 'react';
import type { AroundNavHandler } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { navigationMachine } from '../../machines/navigation/navigation.machine.ts';
import { serverAnswers } from '../api/client.ts';
import { prefetchTexts } from '../i18n/index.ts';
import { matchPath, type PageEntry, pageOf } from '../routes/registry.ts';
import { beforeReload, isForcedReload } from './drafts.ts';
import { inspect } from './inspect.ts';

/** The path for which the app was reloaded already: a broken page must not reload for ever. */
const RENEWED_KEY = 'reloadedForVersion';

const here = () => window.location.pathname + window.location.search + window.location.hash;
const pathnameOf = (path: string) => path.replace(/[?#].*$/, '');

/** Options of the last requested navigation: stored beside the machine, whose context is serialisable. */
let asked: Parameters<AroundNavHandler>[2];

/** The browser has already left and was brought back by a history entry pushed on top. */
let steppedBack = false;

/** How many pages are being fetched: whoever fetches a page shows its failure. */
let fetching = 0;

/** How the code of a page is fetched: given at the start, because pages import this module. */
let loadPage: (page: PageEntry) => Promise<unknown>;

async function fetchPage(pathname: string): Promise<void> {
  fetching += 1;
  try {
    await loadPage(matchPath(pathname)?.page ?? pageOf('notFound'));
  } finally {
    fetching -= 1;
  }
}

async function faultNow(): Promise<{ stale: boolean }> {
  const { pathname } = window.location;
  return { stale: sessionStorage.getItem(RENEWED_KEY) !== pathname && (await serverAnswers()) };
}

export const navigation = createActor(
  navigationMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input }) => {
        try {
          await fetchPage(pathnameOf(input.path));
        } catch {
          throw await faultNow();
        }
        sessionStorage.removeItem(RENEWED_KEY);
      }),
    },
    actions: {
      goTo: (_, { path }) => {
        if (steppedBack) window.history.back();
        else navigate(path, asked);
        steppedBack = false;
      },
      renew: () => {
        sessionStorage.setItem(RENEWED_KEY, window.location.pathname);
        beforeReload();
        window.location.reload();
      },
    },
  }),
  { input: { path: here() }, inspect },
);

/** Handed to wouter's Router: a link or a `navigate()` of a page asks first. */
export const aroundNav: AroundNavHandler = (_, path, options) => {
  asked = options;
  steppedBack = false;
  // a change of the query does not leave the page
  if (pathnameOf(path) === window.location.pathname) navigate(path, options);
  else navigation.send({ type: 'path.asked', path });
};

const pathListeners = new Set<(pathname: string) => void>();
const addressListeners = new Set<() => void>();

/** Calls `listener` after each change of the path. Returns the function that unsubscribes. */
export function onPath(listener: (pathname: string) => void): () => void {
  pathListeners.add(listener);
  return () => void pathListeners.delete(listener);
}

/** Calls `listener` after each change of the path or the query. Returns the function that unsubscribes. */
export function onAddress(listener: () => void): () => void {
  addressListeners.add(listener);
  return () => void addressListeners.delete(listener);
}

let last = here();

function look(): void {
  const before = last;
  last = here();
  if (before !== last) for (const listener of addressListeners) listener();
  if (pathnameOf(before) === pathnameOf(last)) return;
  navigation.send({ type: 'path.changed', path: last });
  for (const listener of pathListeners) listener(pathnameOf(last));
}

/** Starts listening. Before React, whose router must not see a step back that is undone. */
export function startNavigation(load: (page: PageEntry) => Promise<unknown>): void {
  loadPage = load;
  navigation.start();
  window.addEventListener(
    'popstate',
    (event) => {
      const { unsaved } = navigation.getSnapshot().context;
      const path = here();
      if (!unsaved || pathnameOf(path) === pathnameOf(last)) return;
      event.stopImmediatePropagation();
      window.history.pushState(null, '', last);
      steppedBack = true;
      navigation.send({ type: 'path.left', path });
    },
    { capture: true },
  );
  for (const type of ['popstate', 'pushState', 'replaceState']) window.addEventListener(type, look);
  // a dialog or a text of this release that is not on the server any more
  window.addEventListener('vite:preloadError', async () => {
    if (fetching > 0 || !navigation.getSnapshot().matches('resting')) return;
    if ((await faultNow()).stale) navigation.send({ type: 'release.seen' });
  });
  window.addEventListener('beforeunload', (event) => {
    if (navigation.getSnapshot().context.unsaved && !isForcedReload()) event.preventDefault();
  });
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, prefetch, { passive: true });
}

/** Fetches the code of a page before it is needed; a failure is shown when the page is opened. */
export const prefetchPage = (path: string): Promise<void> => fetchPage(pathnameOf(path)).catch(() => {});

/** The code of a page is fetched when the pointer or the focus comes to its link. */
function prefetch({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
  prefetchTexts();
  void prefetchPage(link.pathname);
}

export const useNavigation = <T>(selector: (snapshot: SnapshotFrom<typeof navigationMachine>) => T): T =>
  useSelector(navigation, selector);

const unsavedNow = new Set<string>();

/** While `unsaved`, leaving the page asks first: `useUnsaved(form.isDirty)`. */
export function useUnsaved(unsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return;
    const notify = () => {
      const any = unsavedNow.size > 0;
      if (any !== navigation.getSnapshot().context.unsaved) navigation.send({ type: 'unsaved.changed', unsaved: any });
    };
    unsavedNow.add(id);
    notify();
    return () => {
      unsavedNow.delete(id);
      notify();
    };
  }, [unsaved, id]);
}

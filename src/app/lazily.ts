/** Parts of the app that are fetched when they are needed, and what did not come of them. */
import { type ComponentType, createElement, lazy } from 'react';
import { forgetFailedTexts } from '../i18n/index.ts';

const lost = new WeakSet<object>();

/** Notes what could not be fetched. Before everything else that listens. */
export function watchLost(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (payload instanceof Error) lost.add(payload);
  });
}

/** Whether this is the failure of a fetch: it may be tried again, unlike a page that is broken. */
export const isLost = (error: unknown): boolean => typeof error === 'object' && error !== null && lost.has(error);

const failed = new Set<() => void>();

/** What failed is fetched again when it is next drawn: React and i18next cache a failure until it is cleared. */
export function forgetFailures(): void {
  forgetFailedTexts();
  for (const forget of failed) forget();
  failed.clear();
}

/** `lazy` that can be tried again. */
export function lazily(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const fetched = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(() => {
          current = fetched();
        });
        throw error;
      }),
    );
  let current = fetched();
  return function Lazily() {
    return createElement(current);
  };
}

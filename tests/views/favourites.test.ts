/** The copy of the favourites in this browser, and what a tab takes of another one's. */
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FAVOURITES_MAX } from '../../contract/cash.ts';

const person = vi.hoisted(() => ({ favorite_pages: [] as object[] | null }));
vi.mock('../../src/app/session.ts', () => ({ useUser: () => ({ id: 7, rules: {}, ...person }) }));

const KEY = 'favorite-pages';
const kept = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `/page-${index}`, title: `№ ${index}`, icon: 'document' }));

/** The app as it has just been loaded. */
async function begun(favorite_pages: object[] | null) {
  vi.resetModules();
  person.favorite_pages = favorite_pages;
  const { useFavourites } = await import('../../src/app/favourites.ts');
  const actor = renderHook(() => useFavourites()).result.current;
  return () => actor.getSnapshot().context.pages.map((page) => page.path);
}

const tell = (copy: unknown) =>
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: JSON.stringify(copy) }));

beforeEach(() => localStorage.clear());

describe('another tab', () => {
  it('is followed when its person has changed the list, and not when it has only loaded one', async () => {
    const paths = await begun([]);
    tell({ userId: 7, source: 'loaded', pages: kept(2) });
    expect(paths()).toEqual([]);
    tell({ userId: 7, pages: kept(2) });
    expect(paths()).toEqual([]);
    tell({ userId: 7, source: 'changed', pages: kept(2) });
    expect(paths()).toEqual(['/page-0', '/page-1']);
    tell({ userId: 7, source: 'loaded', pages: [] });
    expect(paths()).toEqual(['/page-0', '/page-1']);
  });

  it('gives no more pages than a list may hold', async () => {
    const paths = await begun([]);
    tell({ userId: 7, source: 'changed', pages: kept(FAVOURITES_MAX) });
    expect(paths()).toHaveLength(FAVOURITES_MAX);
    tell({ userId: 7, source: 'changed', pages: kept(FAVOURITES_MAX + 1) });
    expect(paths()).toHaveLength(FAVOURITES_MAX);
    expect(paths().at(-1)).toBe(`/page-${FAVOURITES_MAX - 1}`);
  });
});

describe('the copy', () => {
  it('holds no more pages than a list may hold, and none that is no page', async () => {
    const pages = [{ to: 3 }, null, ...kept(FAVOURITES_MAX + 5)];
    localStorage.setItem(KEY, JSON.stringify({ userId: 7, source: 'changed', pages }));
    const paths = await begun(null);
    expect(paths()).toEqual(kept(FAVOURITES_MAX).map((page) => page.to));
  });

  it('reports that a list was only loaded', async () => {
    await begun([{ path: '/a', title: 'A', icon: 'document' }]);
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
      userId: 7,
      source: 'loaded',
      pages: [{ to: '/a', title: 'A', icon: 'document' }],
    });
  });
});

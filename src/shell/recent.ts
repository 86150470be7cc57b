/** Pages of the menu that a person opened lately, newest first, kept for each person in this browser. */
import type { RecentPage } from '../../machines/searchDialog/listing.ts';

const KEPT = 8;
const keyOf = (userId: number) => `recentPages.${userId}`;

const isRecent = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'at' in value &&
  typeof value.at === 'number';

export function recentPages(userId: number): RecentPage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function noteRecent(userId: number, path: string, at: number = Date.now()): void {
  const others = recentPages(userId).filter((one) => one.path !== path);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([{ path, at }, ...others].slice(0, KEPT)));
  } catch {
    // a browser without storage has no recent pages
  }
}

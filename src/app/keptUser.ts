/**
 * Who is signed in, for a page that is opened without a network: kept on the disk of this browser for twelve hours and
 * only for the token it was loaded with. The record has a digest of the token, never the token, and no phone (decision 98).
 */
import type { UserInfo } from '../../contract/cash.ts';
import { storedToken } from '../api/token.ts';

const STORE = 'person';
const KEY = 'last';
/** As long as a session lives (decision 4). */
export const KEPT_FOR = 12 * 3_600_000;

interface Kept {
  user: UserInfo;
  /** When the server said so, in milliseconds since the epoch. */
  at: number;
  mark: string;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** One request to the store; the database is closed after it, so that it can be dropped at any time. */
async function ask<T>(name: string, command: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const db = await answered(opening);
  try {
    return await answered(command(db.transaction(STORE, 'readwrite').objectStore(STORE)));
  } finally {
    db.close();
  }
}

/** A digest of the token of this browser; null where the browser makes none, which has no service worker either. */
async function markNow(): Promise<string | null> {
  const token = storedToken();
  if (token === null || crypto.subtle === undefined) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`kept for ${token}`));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Keeps the person of the stored token. */
export async function keep(name: string, user: UserInfo): Promise<void> {
  const mark = await markNow();
  if (mark === null) return;
  await ask(name, (store) => store.put({ user: { ...user, phone: null }, at: Date.now(), mark } satisfies Kept, KEY));
  // the session may have ended while the disk was busy
  if ((await markNow()) !== mark) indexedDB.deleteDatabase(name);
}

/** The person of the stored token as last kept, if that is less than twelve hours ago. */
export async function recall(name: string): Promise<UserInfo | null> {
  const mark = await markNow();
  const kept = await ask<Kept | undefined>(name, (store) => store.get(KEY));
  if (kept === undefined) return null;
  const age = Date.now() - kept.at;
  if (age >= 0 && age < KEPT_FOR && kept.mark === mark) return kept.user;
  indexedDB.deleteDatabase(name);
  return null;
}

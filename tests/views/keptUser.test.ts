import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOMEBODY } from '../../machines/session/session.model.ts';
import { storeToken } from '../../src/api/token.ts';
import { KEPT_FOR, keep, recall } from '../../src/app/keptUser.ts';

const NAME = 'kept';
const TOKEN = 'a-token-of-the-desk';
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T05:00:00Z') });
  storeToken(TOKEN);
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((done) => {
    indexedDB.deleteDatabase(NAME).onsuccess = done;
  });
  vi.unstubAllGlobals();
});

it('knows the person for twelve hours and not a moment longer', async () => {
  expect(await recall(NAME)).toBeNull();
  await keep(NAME, SOMEBODY);
  vi.setSystemTime(Date.now() + 12 * 3_600_000 - 1);
  expect(await recall(NAME)).toEqual(SOMEBODY);
  vi.setSystemTime(Date.now() + 1);
  expect(await recall(NAME)).toBeNull();
  await vi.waitFor(async () => expect(await names()).not.toContain(NAME));
  expect(KEPT_FOR).toBe(43_200_000);
});

it('keeps no phone on the computer', async () => {
  await keep(NAME, { ...SOMEBODY, phone: '+998901234567' });
  expect(await recall(NAME)).toEqual({ ...SOMEBODY, phone: null });
});

it('believes no record of a time to come', async () => {
  await keep(NAME, SOMEBODY);
  vi.setSystemTime(Date.now() - 1_000);
  expect(await recall(NAME)).toBeNull();
});

it('knows nobody with another token or with none', async () => {
  await keep(NAME, SOMEBODY);
  storeToken('of-somebody-else');
  expect(await recall(NAME)).toBeNull();
  storeToken(TOKEN);
  // what was not this person's is gone
  expect(await recall(NAME)).toBeNull();
  await keep(NAME, SOMEBODY);
  localStorage.clear();
  expect(await recall(NAME)).toBeNull();
});

it('keeps nobody when nobody is signed in, or not any more', async () => {
  localStorage.clear();
  await keep(NAME, SOMEBODY);
  expect(await names()).not.toContain(NAME);
  storeToken(TOKEN);
  const keeping = keep(NAME, SOMEBODY);
  localStorage.clear();
  await keeping;
  storeToken(TOKEN);
  expect(await recall(NAME)).toBeNull();
});

it('writes neither the token nor what it can be found from', async () => {
  await keep(NAME, SOMEBODY);
  const db = await new Promise<IDBDatabase>((done) => {
    const opening = indexedDB.open(NAME);
    opening.onsuccess = () => done(opening.result);
  });
  const all = await new Promise<unknown[]>((done) => {
    const asked = db.transaction('person').objectStore('person').getAll();
    asked.onsuccess = () => done(asked.result);
  });
  db.close();
  expect(all).toHaveLength(1);
  expect(JSON.stringify(all)).not.toContain(TOKEN);
  expect(Object.keys(all[0] as object).sort()).toEqual(['at', 'mark', 'user']);
});

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadUser } from '../../contract/cash.ts';
import { request } from '../../src/api/client.ts';
import { networkNow, onNetwork, onReachable, tryNow, watchNetwork } from '../../src/app/network.ts';
import { loadTexts } from '../../src/i18n/index.ts';

/** Calls that wait for the test's answer, in the order in which they were asked. */
let pending: { answer: () => void; lose: () => void }[] = [];
let stop = () => {};

beforeAll(async () => {
  await loadTexts();
  stop = watchNetwork();
});
afterAll(() => stop());
beforeEach(async () => {
  pending = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((answer, fail) => {
        pending.push({
          answer: () => answer(new Response('{}', { status: 200 })),
          lose: () => fail(new TypeError('Failed to fetch')),
        });
      }),
  );
});

const call = async () => {
  const before = pending.length;
  const done = request(loadUser).catch(() => {});
  await vi.waitFor(() => expect(pending.length).toBe(before + 1));
  return { ...(pending.at(-1) as (typeof pending)[number]), done };
};
const asked = (reachable: boolean) => {
  const done = tryNow();
  const one = pending.at(-1);
  if (reachable) one?.answer();
  else one?.lose();
  return done;
};

it('does not believe an answer that was under way when the network was lost', async () => {
  const early = await call();
  const lost = await call();
  lost.lose();
  await lost.done;
  expect(networkNow().reachable).toBe(false);
  early.answer();
  await early.done;
  expect(networkNow().reachable).toBe(false);
  const late = await call();
  late.answer();
  await late.done;
  expect(networkNow()).toEqual({ reachable: true, lostAt: null });
});

it('does not believe a failure that was under way when the network came back', async () => {
  await asked(false);
  const early = await call();
  await asked(true);
  early.lose();
  await early.done;
  expect(networkNow().reachable).toBe(true);
});

it('calls who waits for the server at once when it can be reached, and each time it can again', async () => {
  await asked(true);
  const heard = vi.fn();
  const all = vi.fn();
  const stopHeard = onReachable(heard);
  const stopAll = onNetwork(all);
  expect(heard).toHaveBeenCalledTimes(1);
  await asked(false);
  expect(heard).toHaveBeenCalledTimes(1);
  await asked(true);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(all).toHaveBeenCalledTimes(2);
  stopHeard();
  stopAll();
  await asked(false);
  await asked(true);
  expect(heard).toHaveBeenCalledTimes(2);
});

it('goes on from the moment of the loss in a page that is loaded anew, until the server answers', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T14:05:00'), toFake: ['Date'] });
  const lostAt = Date.now();
  await asked(false);
  expect(networkNow().lostAt).toBe(lostAt);
  vi.setSystemTime(lostAt + 60_000);
  await asked(false);
  /** The page of another load, whose first question is answered or not. */
  const loaded = async (reachable: boolean) => {
    vi.resetModules();
    const page = await import('../../src/app/network.ts');
    const done = page.tryNow();
    const one = pending.at(-1);
    if (reachable) one?.answer();
    else one?.lose();
    await done;
    return page.networkNow().lostAt;
  };
  vi.setSystemTime(lostAt + 100_000);
  expect(await loaded(false)).toBe(lostAt);
  // closed for long: what the network did meanwhile is not known
  vi.setSystemTime(lostAt + 3_600_000);
  expect(await loaded(false)).toBe(lostAt + 3_600_000);
  expect(await loaded(true)).toBeNull();
  vi.setSystemTime(lostAt + 3_610_000);
  expect(await loaded(false)).toBe(lostAt + 3_610_000);
  await asked(true);
  vi.useRealTimers();
});

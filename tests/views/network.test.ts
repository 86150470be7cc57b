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

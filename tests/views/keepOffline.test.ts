import { afterEach, expect, it, vi } from 'vitest';
import { keepOffline } from '../../src/app/keepOffline.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

interface Worker extends EventTarget {
  state: ServiceWorkerState;
}
interface Registered {
  installing: Worker | null;
  active: object | null;
}

function keptBy(register: () => Promise<Registered>): void {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  vi.useFakeTimers();
  keepOffline();
}

const worker = (): Worker => Object.assign(new EventTarget(), { state: 'installing' as const });

function become(one: Worker, state: ServiceWorkerState): void {
  one.state = state;
  one.dispatchEvent(new Event('statechange'));
}

it('asks for the worker until it comes: the network may be away just then', async () => {
  const register = vi
    .fn<() => Promise<Registered>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue({ installing: null, active: {} });
  keptBy(register);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(register).toHaveBeenCalledTimes(2);
});

it('asks again where its files did not all come, and not where another one serves already', async () => {
  const [first, second, third] = [worker(), worker(), worker()];
  const register = vi
    .fn<() => Promise<Registered>>()
    .mockResolvedValueOnce({ installing: first, active: null })
    .mockResolvedValueOnce({ installing: second, active: null })
    .mockResolvedValue({ installing: third, active: {} });
  keptBy(register);
  await vi.advanceTimersByTimeAsync(3_000);
  become(first, 'installed');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(1);
  become(first, 'redundant');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(register).toHaveBeenCalledTimes(2);
  become(second, 'redundant');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(register).toHaveBeenCalledTimes(3);
  become(third, 'redundant');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(register).toHaveBeenCalledTimes(3);
});

import { afterEach, expect, it, vi } from 'vitest';
import { keepOffline } from '../../src/app/keepOffline.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('asks for the worker until it comes: the network may be away just then', async () => {
  vi.stubEnv('PROD', true);
  const register = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue();
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  vi.useFakeTimers();
  keepOffline();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(register).toHaveBeenCalledTimes(2);
});

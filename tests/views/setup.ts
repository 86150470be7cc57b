import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// what a test waits for may have to be loaded first, on a machine that is busy with other tests
configure({ asyncUtilTimeout: 30_000 });

afterEach(async () => {
  cleanup();
  // files of one worker share the page: what a test put there itself is found by the next one
  document.body.replaceChildren();
  // what a test began to load would come when the page of the tests is gone
  await vi.dynamicImportSettled();
  localStorage.clear();
  sessionStorage.clear();
});

// files of one worker share the libraries, and nothing of the app: nor whether that of another file reached its server, for
// which its questions would wait
afterAll(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
});

/** jsdom lays nothing out: no size of anything ever changes. */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver = NoResizes;

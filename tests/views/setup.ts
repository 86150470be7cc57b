import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Blueprint's toaster draws in a root of its own, which would still draw when the page of the tests is gone
vi.mock('../../src/ui/ToastHost.tsx', () => ({ showToast: async () => {} }));

afterEach(async () => {
  cleanup();
  // what a test began to load would come without the mock above once its file is over
  await vi.dynamicImportSettled();
  localStorage.clear();
  sessionStorage.clear();
});

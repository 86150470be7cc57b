import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

afterEach(async () => {
  cleanup();
  // what a test began to load would come when the page of the tests is gone
  await vi.dynamicImportSettled();
  localStorage.clear();
  sessionStorage.clear();
});

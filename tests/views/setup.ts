import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Blueprint's toaster draws in a root of its own, which would still draw when the page of the tests is gone
vi.mock('../../src/ui/ToastHost.tsx', () => ({ showToast: async () => {} }));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

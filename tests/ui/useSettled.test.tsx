/** How long a search waits for the next letter (specification 9; decision 52: 500 ms everywhere). */
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSettled } from '../../src/ui/useSettled.ts';

afterEach(() => vi.useRealTimers());

it('follows after 500 ms at rest, not one sooner, and restarts the wait after each letter', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ typed }) => useSettled(typed), { initialProps: { typed: '' } });
  rerender({ typed: 'a' });
  act(() => vi.advanceTimersByTime(499));
  expect(result.current).toBe('');
  rerender({ typed: 'ar' });
  act(() => vi.advanceTimersByTime(499));
  expect(result.current).toBe('');
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe('ar');
});

/** The time that is left of a test: in words for its last minutes, which never say more than its clock. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { TimeLeft } from '../../src/pages/staffTests/Questions.tsx';

beforeAll(() => loadTexts('tests'));
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

it('says nothing before the last five minutes, then the minutes that are begun', async () => {
  await act(async () =>
    render(<TimeLeft endsAt="2026-11-21T10:05:02Z" ahead={Date.now() - performance.now()} sure={true} />),
  );
  const said = () => screen.getByTestId('time-soon').textContent;
  const clock = () => screen.getByRole('timer').textContent?.trim();
  expect([clock(), said()]).toEqual(['00:05:02', '']);
  for (const [seconds, left, words] of [
    [2, '00:05:00', '5 daqiqadan kam qoldi'],
    [238, '00:01:02', '2 daqiqadan kam qoldi'],
    [3, '00:00:59', '1 daqiqadan kam qoldi'],
  ] as const) {
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
    expect([clock(), said()]).toEqual([left, words]);
  }
});

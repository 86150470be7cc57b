/** When the open window of an order is read again by itself. */
import { expect, it } from 'vitest';
import { readAgainIn } from '../../src/pages/sale/readAgainIn.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const kept = (reserved_until: string | null) => ({ status: 'reserved' as const, reserved_until });

it('is at the moment when its hours are over, and four times a minute until the server has marked it', () => {
  expect(readAgainIn(kept('2026-11-21T09:00:40Z'), NOW)).toBe(40_000);
  expect(readAgainIn(kept('2026-11-21T09:00:02Z'), NOW)).toBe(2_000);
  expect(readAgainIn(kept('2026-11-21T08:59:50Z'), NOW)).toBe(15_000);
});

it('is within an hour: a timer of a browser holds no month', () => {
  expect(readAgainIn(kept('2026-12-31T09:00:00Z'), NOW)).toBe(3_600_000);
});

it('is not by itself where no clock changes it', () => {
  expect(readAgainIn(undefined, NOW)).toBe(false);
  expect(readAgainIn({ status: 'expired', reserved_until: '2026-11-21T08:00:00Z' }, NOW)).toBe(false);
  expect(readAgainIn({ status: 'draft', reserved_until: null }, NOW)).toBe(false);
});

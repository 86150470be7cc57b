/** Numbers that a report's sentence is kept without, and those that stay in it. */
import { expect, it } from 'vitest';
import { withoutNumbers } from '../../server/workflows/withoutNumbers.ts';

it.each([
  '90.123.45.67',
  '90 – 123 – 45 – 67',
  '90 — 123 — 45 — 67',
  '90‑123‑45‑67',
  '90 123 10.12',
  '90. 123. 45. 67',
  '90 (123) - 45 - 67',
  '998.90.123.45.67',
  '31.506.850.123.456',
  '3150 6850 1234 56',
  '12.10.1985.123456',
  '8600-1234-5678-9012',
])('hides %s', (number) => {
  expect(withoutNumbers(`Mijoz ${number}, 12-akt`)).toBe('Mijoz •••, 12-akt');
  expect(withoutNumbers(`28.11.2026 ${number}`)).toBe('28.11.2026 •••');
});

it.each([
  '2026-yil 27.11, 123456 soʻm',
  '28.11.2026',
  '28.11.2026 14:05',
  '28.11.2026 14.05',
  '1.9.2026 – 30.9.2026',
  '01.11.2026-30.11.2026',
  '2026-11-28 14:05',
  '28.11.26 14:05',
  '27.11.26–28.11.26',
  '27.11 – 28.11',
  '10.30-12.45',
  '1205 28.11.2026',
  '123456 28.11.2026',
  '120.500 soʻm',
])('keeps %s', (sentence) => {
  expect(withoutNumbers(sentence)).toBe(sentence);
});

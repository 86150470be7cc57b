import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDuration,
  formatMonth,
  formatTime,
  formatTimeSeconds,
  inTashkent,
  relative,
  tashkentDay,
  weekdayName,
} from '../../src/format/dates.ts';

const now = '2026-11-21T05:51:38Z';

describe('dates', () => {
  it('are those of Tashkent', () => {
    expect(formatTime('2026-11-21T05:51:38Z')).toBe('10:51');
    expect(formatTimeSeconds('2026-11-21T05:51:38Z')).toBe('10:51:38');
    expect(tashkentDay('2026-11-20T19:00:00Z')).toBe('2026-11-21');
    expect(tashkentDay('2026-11-20T18:59:59Z')).toBe('2026-11-20');
  });

  it('are short in this year', () => {
    expect(formatDateTime('2026-11-21T03:30:00Z', now)).toBe('21.11 08:30');
    expect(formatDateTime('2025-11-21T03:30:00Z', now)).toBe('21.11.2025 08:30');
  });

  it('a bare day is a day', () => {
    expect(formatDate('2026-11-21')).toBe('21.11.2026');
    expect(formatDayMonth('2026-11-21', 'uz')).toBe('21-noyabr');
    expect(formatDayMonth('2026-11-21', 'ru')).toBe('21 ноября');
    expect(formatMonth('2026-11-21', 'uz')).toBe('2026, noyabr');
    expect(weekdayName(inTashkent('2026-11-21').weekday, 'uz')).toBe('shanba');
  });

  it('formats how long ago', () => {
    expect(relative('2026-11-21T05:51:10Z', 'uz', now)).toBe('hozirgina');
    expect(relative('2026-11-21T05:38:00Z', 'uz', now)).toBe('13 daq. oldin');
    expect(relative('2026-11-21T03:30:00Z', 'ru', now)).toBe('2 ч назад');
    expect(relative('2026-11-20T13:20:00Z', 'uz', now)).toBe('kecha 18:20');
    expect(relative('2026-11-12T13:20:00Z', 'uz', now)).toBe('12.11 18:20');
    expect(relative('2026-11-21T06:00:00Z', 'ru', now)).toBe('через 8 мин.');
  });

  it('formats a duration', () => {
    expect(formatDuration((2 * 60 + 12) * 60_000, 'uz')).toBe('2 soat 12 daq.');
    expect(formatDuration(30_000, 'uz')).toBe('0 daq.');
    expect(formatDuration(26 * 3_600_000, 'ru')).toBe('1 дн. 2 ч');
    expect(formatClock(5_048_000)).toBe('01:24:08');
  });

  it('shows a dash for what is no date', () => {
    expect(formatDate('nonsense')).toBe('—');
    expect(formatDateTime('nonsense')).toBe('—');
  });
});

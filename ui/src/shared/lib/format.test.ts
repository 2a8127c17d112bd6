import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatAxisValue,
  formatCounted,
  formatDate,
  formatDateTime,
  formatDollars,
  formatElapsed,
  formatMiles,
  formatNumber,
  formatPercent,
  formatShortId,
  formatTime,
} from './format';

describe('how numbers read', () => {
  it.each([
    [formatNumber(1204), '1,204'],
    [formatNumber(-1204), '−1,204'],
    [formatNumber(-0.04, 1), '0.0'],
    [formatNumber(2.525, 2), '2.53'],
    [formatPercent(39.24), '39.2%'],
    [formatPercent(-1.2), '−1.2%'],
    [formatPercent(0), '0.0%'],
    [formatDollars(69300), '$69,300'],
    [formatDollars(-1200), '−$1,200'],
    [formatMiles(3.44), '3.4 mi'],
    [formatAxisValue(240_000), '240k'],
    [formatAxisValue(1_550), '1.6k'],
    [formatAxisValue(950), '950'],
    [formatAxisValue(2.53), '2.5'],
  ])('%s is %s', (read, wanted) => {
    expect(read).toBe(wanted);
  });

  it('nouns turn singular at 1', () => {
    expect(formatCounted(1, 'company', 'companies')).toBe('1 company');
    expect(formatCounted(1204, 'company', 'companies')).toBe('1,204 companies');
    expect(formatCounted(0, 'row')).toBe('0 rows');
  });
});

describe('how times read', () => {
  it('HIST-03: short month, day, year, hour, minute', () => {
    expect(formatDateTime('2026-03-04T15:06:00')).toMatch(/^Mar 4, 2026, 03:06\sPM$/);
    expect(formatDateTime('not a time')).toBe('Unknown');
    expect(formatDate('2026-03-04T15:06:00')).toBe('Mar 4, 2026');
    expect(formatTime('2026-03-04T14:05:00')).toMatch(/^2:05\sPM$/);
  });

  it('JOB-08: elapsed time reads m:ss, or h:mm:ss', () => {
    expect(formatElapsed(7_900)).toBe('0:07');
    expect(formatElapsed(725_000)).toBe('12:05');
    expect(formatElapsed(3_723_000)).toBe('1:02:03');
    expect(formatElapsed(-5)).toBe('0:00');
  });

  it('HIST-03: a long id shows its first 8 characters and dots', () => {
    expect(formatShortId('0f8fad5b-d9cb')).toBe('0f8fad5b...');
  });

  it('a day without a time is that day, wherever the reader is', () => {
    expect(formatDate('2025-09-06')).toBe('Sep 6, 2025');
  });
});

describe('how long ago', () => {
  it.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 minute ago'],
    [125 * 60_000, '2 hours 5 minutes ago'],
    [60 * 60_000, '1 hour ago'],
    [(27 * 60 + 5) * 60_000, '1 day 3 hours ago'],
    [48 * 60 * 60_000, '2 days ago'],
  ])('JOB-12: %i ms is %s', (ms, text) => {
    expect(formatAgo(1_000, 1_000 + ms)).toBe(text);
  });
});

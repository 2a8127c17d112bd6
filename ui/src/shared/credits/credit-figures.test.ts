import { describe, expect, it } from 'vitest';
import { counterStatus, creditFigures, creditsTone, creditWarning, progressColor } from './credit-figures';

describe('the figures of the credits counter', () => {
  it('CRED-02: reads the present names', () => {
    expect(
      creditFigures({
        available_credits: 412,
        total_credits: 600,
        used_credits: 188,
        percentage_used: 31.3,
        tier: 'business',
        last_reset: '2026-03-01T00:00:00Z',
      }),
    ).toEqual({
      remaining: 412,
      limit: 600,
      used: 188,
      percentageUsed: 31.3,
      tier: 'business',
      lastReset: '2026-03-01T00:00:00Z',
    });
  });

  it('CRED-02: accepts the older names', () => {
    expect(creditFigures({ credits_available: 7, credits_used: 93, total_credits: 100 })).toMatchObject({
      remaining: 7,
      used: 93,
    });
  });

  it('CRED-02: total 500, tier basic, used 0, percentage 0, last reset 2025-09-06 when missing; none remain of an unknown number', () => {
    expect(creditFigures({})).toEqual({
      remaining: 0,
      limit: 500,
      used: 0,
      percentageUsed: 0,
      tier: 'basic',
      lastReset: '2025-09-06',
    });
    expect(creditFigures({ total_credits: 600, used_credits: 188 }).remaining).toBe(0);
    expect(creditFigures({ available_credits: 0, credits_available: 9 }).remaining).toBe(0);
  });

  it.each([
    [-1, 'Limit Reached'],
    [0, 'Limit Reached'],
    [1, 'Low Credits'],
    [50, 'Low Credits'],
    [51, 'Active'],
  ])('CRED-03: %i remaining is %s', (remaining, status) => {
    expect(counterStatus(remaining)).toBe(status);
  });

  it.each([
    [0, 'credits-red'],
    [1, 'credits-orange'],
    [50, 'credits-orange'],
    [51, 'credits-teal'],
  ])('COUP-01, CRED-07: %i remaining is %s', (remaining, tone) => {
    expect(creditsTone(remaining)).toBe(tone);
  });

  it.each([
    [0, 'Limit reached!'],
    [1, 'Low credits'],
    [100, 'Low credits'],
    [101, null],
  ])('CRED-05: %i remaining warns %s', (remaining, warning) => {
    expect(creditWarning(remaining)).toBe(warning);
  });

  it.each([
    [0, 'green'],
    [49.9, 'green'],
    [50, 'light-red'],
    [74.9, 'light-red'],
    [75, 'orange'],
    [89.9, 'orange'],
    [90, 'red'],
    [100, 'red'],
  ])('CRED-03: %f percent used is %s', (percentage, color) => {
    expect(progressColor(percentage)).toBe(color);
  });
});

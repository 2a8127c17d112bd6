import { describe, expect, it } from 'vitest';
import { dayOf } from './day';

describe('the day', () => {
  it('MYCO-01: is the reader’s own, whatever it is elsewhere', () => {
    expect(dayOf(new Date(2026, 2, 4, 23, 59))).toBe('2026-03-04');
    expect(dayOf(new Date(2026, 2, 4))).toBe('2026-03-04');
  });
});

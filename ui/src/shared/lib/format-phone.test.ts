import { describe, expect, it } from 'vitest';
import { formatPhone } from './format-phone';

describe('phone numbers', () => {
  it.each([
    ['5035550103', '(503) 555-0103'],
    ['+15035550103', '(503) 555-0103'],
    ['15035550103', '(503) 555-0103'],
    ['503-555-0103', '503-555-0103'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['442079460958', '442079460958'],
    ['555-0103', '555-0103'],
    ['', ''],
  ])('RES-01: %s reads as people write it', (phone, read) => {
    expect(formatPhone(phone)).toBe(read);
  });
});

import { expect, it } from 'vitest';
import { neededCredits, neededText } from './needed-credits';

it('JOB-03: needs ceil(20 x cities / 10) credits', () => {
  expect([1, 2, 5].map(neededCredits)).toEqual([2, 4, 10]);
  expect(neededText(1, 'city', 'cities')).toBe('1 city: needs 2 credits to start');
});

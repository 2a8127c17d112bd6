import { describe, expect, it } from 'vitest';
import { readFact } from './read-fact';

describe('reading a fact', () => {
  it.each([undefined, null, ''])('%s is absent', (value) => {
    expect(readFact({ median_income_tract: value }, 'median_income_tract')).toBeUndefined();
  });

  it('0 and false are values', () => {
    expect(readFact({ median_income_tract: 0 }, 'median_income_tract')).toBe(0);
    expect(readFact({ food_desert: false }, 'food_desert')).toBe(false);
  });

  it('ACC-02: a fact is under its canonical name, which the server reads every spelling as', () => {
    expect(readFact({ 'Median Income (Tract)': 1 }, 'median_income_tract')).toBeUndefined();
  });
});

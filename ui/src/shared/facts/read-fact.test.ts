import { describe, expect, it } from 'vitest';
import type { ResultRow } from '@/shared/api/generated';
import { field, fieldsBody, resultRow } from '@/shared/testing/fakes';
import { fieldBook } from './field-book';
import { readFact, readNumber } from './read-fact';

const book = fieldBook(
  fieldsBody([field(), field({ key: 'food_desert', label: 'Food Desert', aliases: ['Is Food Desert'] })]),
);

describe('reading a fact', () => {
  it.each([
    'median_income_tract',
    'Median Household Income (Tract)',
    'median_household_income_tract',
    'MEDIAN INCOME (TRACT)',
  ])('finds it under %s', (spelling) => {
    const row = { ...resultRow(), [spelling]: 92400 };
    expect(readFact(row, 'median_income_tract', book)).toBe(92400);
    expect(readFact(row, 'Median Income (Tract)', book)).toBe(92400);
  });

  it.each([undefined, null, '', '  ', 'N/A', 'n/a', Number.NaN])('%s is absent', (value) => {
    expect(readFact({ median_income_tract: value }, 'median_income_tract', book)).toBeUndefined();
  });

  it('0 and false are values', () => {
    const row = resultRow({ median_income_tract: 0, food_desert: false }) satisfies ResultRow;
    expect(readFact(row, 'median_income_tract', book)).toBe(0);
    expect(readFact(row, 'food_desert', book)).toBe(false);
    expect(readNumber(row, 'median_income_tract', book)).toBe(0);
    expect(readNumber(row, 'food_desert', book)).toBeUndefined();
  });

  it('an absent spelling does not hide another that has the value', () => {
    const row = { median_income_tract: null, 'Median Income (Tract)': 5 };
    expect(readFact(row, 'median_income_tract', book)).toBe(5);
  });

  it('without a book, or for a field it does not have, the key alone is read', () => {
    expect(readFact({ median_income_tract: 1 }, 'median_income_tract', null)).toBe(1);
    expect(readFact({ something_new: 1 }, 'something_new', book)).toBe(1);
    expect(readFact({ 'Median Income (Tract)': 1 }, 'median_income_tract', null)).toBeUndefined();
  });
});

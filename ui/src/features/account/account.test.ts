import { describe, expect, it } from 'vitest';
import { plainText } from '@/shared/facts/shown-fact';
import { resultRow } from '@/shared/testing/fakes';
import { numberOf, textOf, type Account } from './account';

function account(facts: Record<string, unknown>): Account {
  const row = { ...resultRow(), ...facts };
  return { sessionKey: 's', rowIdx: 0, row, book: null, answer: { sources: [], source_sets: [] } };
}

describe('reading the facts of a business', () => {
  it.each([
    [12, 12],
    [0, 0],
    [-1.2, -1.2],
    ['1,204', null],
    [undefined, null],
  ])('ACC-02: the number of %j is %j', (value, number) => {
    expect(numberOf(account({ county_population: value }), 'county_population')).toBe(number);
  });

  it.each([
    ['brewery', 'brewery'],
    ['832 N Beech St', null],
    ['12 Ocean View Boulevard, Suite 4', null],
    ['1st class brewery', '1st class brewery'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['x'.repeat(51), null],
    [{ a: 'one', b: 'two' }, 'one, two'],
  ])('ACC-02: the text of %j is %j', (value, text) => {
    expect(textOf(account({ main_category: value }), 'main_category')).toBe(text);
  });

  it('ACC-02: lists and objects are joined, and what is absent in them left out', () => {
    expect(plainText(['Bend', '', null, 'Salem'])).toBe('Bend, Salem');
    expect(plainText([])).toBeNull();
    expect(plainText({ monday: '9-5', tuesday: '' })).toBe('9-5');
  });
});

import { describe, expect, it } from 'vitest';
import { plainText } from '@/shared/facts/shown-fact';
import { resultRow } from '@/shared/testing/fakes';
import { flagOf, locationsText, numberOf, riskScore, textOf, type Account } from './account';

function account(facts: Record<string, unknown>): Account {
  const row = { ...resultRow(), ...facts };
  return { sessionKey: 's', rowIdx: 0, row, book: null, answer: { sources: [], source_sets: [] } };
}

describe('reading the facts of a business', () => {
  it.each([
    [12, 12],
    [0, 0],
    [-1.2, -1.2],
    ['1,204', 1204],
    ['N/A', null],
    ['', null],
    [null, null],
    ['about 12', null],
  ])('ACC-02: the number of %j is %j', (value, number) => {
    expect(numberOf(account({ county_population: value }), 'county_population')).toBe(number);
  });

  it.each([
    [true, true],
    ['true', true],
    ['Yes', true],
    ['1', true],
    [1, true],
    ['t', true],
    [false, false],
    ['no', false],
    ['maybe', null],
    [undefined, null],
  ])('ACC-02: %j says %j', (value, flag) => {
    expect(flagOf(account({ qoz: value }), 'qoz')).toBe(flag);
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
    expect(plainText({ monday: '9-5', tuesday: 'N/A' })).toBe('9-5');
  });

  it.each([
    [1, '1 location(s)'],
    ['3', '3 location(s)'],
    ['n/a', null],
    [0, null],
    [undefined, null],
  ])('ACC-02: %j locations read %j', (value, text) => {
    expect(locationsText(account({ location_count: value }))).toBe(text);
  });

  it.each([
    [83.4, 83.4],
    [100, 100],
    [834, 83],
    [undefined, null],
  ])('ACC-07: a risk of %j is %j on the scale of 100', (value, score) => {
    expect(riskScore(account({ flood_risk: value }), 'flood_risk')).toBe(score);
  });
});

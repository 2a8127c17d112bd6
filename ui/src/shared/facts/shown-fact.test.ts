import { describe, expect, it } from 'vitest';
import { field, fieldsBody } from '@/shared/testing/fakes';
import { fieldBook } from './field-book';
import { shownFact } from './shown-fact';

const STREET = '832 N Beech St';
const LONG = 'x'.repeat(51);
const book = fieldBook(
  fieldsBody([
    field(),
    field({ key: 'housing_permits', label: 'Permits', aliases: [], format: 'count', unit: 'count' }),
    field({ key: 'main_category', label: 'Category', aliases: ['industry'], format: 'text', unit: null }),
  ]),
);

describe("a fact on a business's own page", () => {
  it.each([
    ['median_income_tract', 92400, 92400],
    ['median_income_tract', 0, undefined],
    ['median_income_tract', -666666666, undefined],
    ['housing_permits', 0, 0],
    ['housing_permits', -2, -2],
  ])('ACC-02: %s of %j shows %j', (key, value, shown) => {
    expect(shownFact({ [key]: value }, key, book)).toBe(shown);
  });

  it.each([
    ['main_category', 'brewery', 'brewery'],
    ['main_category', STREET, undefined],
    ['main_category', LONG, undefined],
    ['price_range', STREET, undefined],
    ['founding_date', LONG, undefined],
    ['market_sentiment', STREET, undefined],
    ['risk_level', LONG, undefined],
    // These are addresses, or as long as one.
    ['address', STREET, STREET],
    ['name', LONG, LONG],
    ['website', LONG, LONG],
    ['owner_names_csv', `Ada Alder, ${STREET}, Bo Birch`, 'Ada Alder, Bo Birch'],
    ['owner_names_csv', STREET, undefined],
    ['technology_stack', ['WordPress', LONG], ['WordPress']],
    ['service_areas', [LONG], undefined],
  ])('ACC-02: %s of %j shows %j', (key, value, shown) => {
    expect(shownFact({ [key]: value }, key, book)).toEqual(shown);
  });
});

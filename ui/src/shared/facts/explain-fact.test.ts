import { describe, expect, it } from 'vitest';
import type { Sources } from '@/shared/api/generated';
import { field, fieldsBody, resultRow } from '@/shared/testing/fakes';
import { explainFact, whyAbsent } from './explain-fact';
import { fieldBook } from './field-book';

const own = field({
  key: 'phone',
  label: 'Phone',
  aliases: [],
  fact: false,
  level: 'place',
  format: 'phone',
});
const book = fieldBook(fieldsBody([field(), own]));
const answer = {
  sources: [
    { id: 0, title: 'Counties', vintage: '2023', level: 'county' },
    {
      id: 1,
      title: 'American Community Survey, 5-year',
      publisher: 'US Census Bureau',
      vintage: '2019-2023',
      licence: 'Public domain',
      level: 'county',
    },
  ],
  source_sets: [{ county: 0 }, { median_income_tract: 1 }],
} satisfies Sources;
const enriched = resultRow({ median_income_tract: 92400, source_set: 1, licence: 'MIT' });

describe('explaining a fact', () => {
  it('names source, vintage and level, which is the source’s rather than the field’s', () => {
    expect(explainFact(enriched, 'median_income_tract', book, answer)).toEqual({
      label: 'Median Household Income (Tract)',
      description: 'As published; in the ACS B19013.',
      level: 'County',
      publisher: 'US Census Bureau',
      title: 'American Community Survey, 5-year',
      vintage: '2019-2023',
      licence: 'Public domain',
    });
  });

  it('without sources says what the field says', () => {
    const unknown = { level: 'Census tract', title: null, vintage: null, publisher: null };
    expect(explainFact(enriched, 'median_income_tract', book, null)).toMatchObject(unknown);
    expect(explainFact(resultRow(), 'median_income_tract', book, answer)).toMatchObject(unknown);
    const stray = resultRow({ source_set: 7 });
    expect(explainFact(stray, 'median_income_tract', book, answer)).toMatchObject(unknown);
  });

  it('a column of the business comes from its listing', () => {
    expect(explainFact(enriched, 'phone', book, answer)).toMatchObject({
      level: 'The business itself',
      title: 'test',
      vintage: null,
      licence: 'MIT',
    });
  });

  it('without a book has the key for a label', () => {
    expect(explainFact(enriched, 'median_income_tract', null, answer)).toMatchObject({
      label: 'median_income_tract',
      description: null,
      vintage: '2019-2023',
    });
  });

  it('says why a fact is absent', () => {
    const why = (row: typeof enriched, of: Parameters<typeof whyAbsent>[1], from: Sources = answer) =>
      whyAbsent(row, of, from);
    expect(why(enriched, undefined)).toBe('No value was delivered.');
    expect(why(enriched, own)).toBe('The listing does not say.');
    expect(why(enriched, field({ available: false }))).toBe('No data for it is installed on this server.');
    expect(why(resultRow(), field())).toBe('This business has not been enriched.');
    expect(why(enriched, field())).toBe('The sources have no value for this place.');
  });

  it('ENR-07: says why competitors are absent, where the server says so', () => {
    type Reasons = NonNullable<Sources['missing_sets']>;
    const missing_sets: Reasons = [{}, { competitors: 'area_not_covered' }];
    const competitors = field({ key: 'competitors' });
    const why = (from: Sources | null) => whyAbsent(enriched, competitors, from);
    expect(why({ ...answer, missing_sets })).toBe(
      'The data loaded here do not cover everything within 5 miles.',
    );
    const wage = field({ key: 'county_weekly_wage', available: false });
    const of_state: Reasons = [{}, { county_weekly_wage: 'by_state_only' }];
    expect(whyAbsent(enriched, wage, { ...answer, missing_sets: of_state })).toBe(
      "No data loaded here has it by county; the state's figure is shown as such.",
    );
    const newer = [{}, { competitors: 'of a newer server' }] as unknown as Reasons;
    for (const from of [{ ...answer, missing_sets: newer }, { ...answer, missing_sets: [] }, answer, null]) {
      expect(why(from)).toBe('The sources have no value for this place.');
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { Field, NearbyBusiness, ScoreFactor } from '@/shared/api/generated';
import { formatFact, headUnit } from './format-fact';

describe('formatting a fact', () => {
  it.each([
    ['percent', 1, 39.24, '39.2%'],
    ['percent', null, -2, '−2.0%'],
    ['dollars', 0, 92400.4, '$92,400'],
    ['yes_no', null, false, 'No'],
    ['yes_no', null, true, 'Yes'],
    ['miles', 1, 3.44, '3.4 mi'],
    ['score', 0, 71.4, '71'],
    ['count', 0, 12040, '12,040'],
    ['count', 2, 2.4567, '2.46'],
    ['count', 0, 0, '0'],
    ['minutes', 1, 24.31, '24.3 min'],
    ['years', 0, 1, '1 year'],
    ['years', 1, 38.44, '38.4 years'],
    ['index', 0, 104.6, '105'],
    ['ratio', 2, 0.456, '0.46'],
    ['rate', 1, 1204.5, '1,204.5'],
    ['rate', 2, 0.0123456, '0.0123'],
    ['rate', 2, 0.1, '0.10'],
    ['rate', 2, 0, '0.00'],
    ['count', 0, 'fewer than 3', 'fewer than 3'],
    ['degrees', 5, 45.48, '45.48000'],
    ['text', null, ' Lane ', 'Lane'],
    ['phone', null, '541 555 0100', '541 555 0100'],
    ['text', null, 'High', 'High'],
    ['score', 0, 'High', 'High'],
    ['date', null, '2009', '2009'],
    ['date', null, '2009-03-04', 'Mar 4, 2009'],
    ['list', null, ['Eugene', 'Springfield'], 'Eugene, Springfield'],
    ['list', null, [], 'None'],
  ] satisfies [Field['format'], number | null, unknown, string][])(
    '%s with %s decimals: %s reads %s',
    (format, decimals, value, text) => {
      expect(formatFact({ format, decimals }, value)).toBe(text);
    },
  );

  it('lists of businesses, factors and links are joined', () => {
    const businesses = [
      { name: 'Bend Ales', distance_mi: 1.24, latitude: 44, longitude: -121 },
    ] satisfies NearbyBusiness[];
    const factors = [{ field: 'poverty_rate', input: 12, points: 40.2, weight: 0.5 }] satisfies ScoreFactor[];
    expect(formatFact({ format: 'list' }, businesses)).toBe('Bend Ales (1.2 mi)');
    expect(formatFact({ format: 'list' }, factors)).toBe('poverty rate 40');
    expect(formatFact({ format: 'list' }, { facebook: 'fb.example/a' })).toBe('facebook: fb.example/a');
  });

  it.each([undefined, null, ''])('%s has no text', (value) => {
    expect(formatFact({ format: 'count' }, value)).toBeNull();
  });

  it('leaves to the head what the head says', () => {
    const bare = { unitInHead: true };
    expect(formatFact({ format: 'miles' }, 3.44, bare)).toBe('3.4');
    expect(formatFact({ format: 'minutes' }, 24.3, bare)).toBe('24.3');
    expect(formatFact({ format: 'years' }, 38, bare)).toBe('38.0');
  });
});

describe('the unit of a head', () => {
  it.each([
    ['Median Household Income (Tract)', 'usd', '$'],
    ['Carpool %', 'percent', undefined],
    ['Unemployment Rate', 'percent', '%'],
    ['Distance to Interstate (mi)', 'mi', undefined],
    ['Years in Business', 'years', undefined],
    ['Median Age (Tract)', 'years', 'years'],
    ['Housing Units Permitted per 1000', 'per_1000_residents', undefined],
    ['Population (County)', 'people', undefined],
    ['County', null, undefined],
  ] satisfies [string, Field['unit'], string | undefined][])('%s in %s: %s', (label, unit, text) => {
    expect(headUnit({ label, unit })).toBe(text);
  });
});

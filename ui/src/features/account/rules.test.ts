import { describe, expect, it } from 'vitest';
import { milesBetween } from '@/shared/map/distance';
import type { Ends } from './account';
import {
  againstAverage,
  endsAgainstAverage,
  isFloodZoneFlagged,
  nearestOf,
  saturationSummary,
  saturationSummaryOf,
} from './rules';

describe('what figures mean', () => {
  it.each([
    [null, false],
    ['', false],
    ['None', false],
    ['X', false],
    ['x', false],
    ['AE', true],
    ['VE', true],
  ])('ACC-08: flood zone %j is flagged: %j', (zone, flagged) => {
    expect(isFloodZoneFlagged(zone)).toBe(flagged);
  });

  it.each([
    [79.9, 79.9, /^Low saturation/],
    [79.9, 80, /^Moderate/],
    [120, 120, /^Moderate/],
    [120.1, 60, /^Highly saturated/],
    [60, 120.1, /^Highly saturated/],
    [null, 90, /^Saturation analysis data not available\.$/],
    [90, null, /^Saturation analysis data not available\.$/],
  ])('ACC-08: %j against the state and %j against the nation', (state, national, text) => {
    expect(saturationSummary(state, national)).toMatch(text);
  });

  it.each([
    [[0, 45], [0, 60], /^Low saturation/],
    [[0, 110], [0, 60], /^Too few are published/],
    [[90, 110], [85, 119], /^Moderate/],
    [[90, 90], [121, 140], /^Highly saturated/],
    [null, [0, 60], /^Saturation analysis data not available\.$/],
  ] satisfies [Ends | null, Ends | null, RegExp][])(
    'ACC-08: of a range only what both ends say: %j and %j',
    (state, national, text) => {
      expect(saturationSummaryOf(state, national)).toMatch(text);
    },
  );

  it('ACC-08: a range is above or below average only where both ends are', () => {
    expect(endsAgainstAverage([0, 45])).toBe('below average');
    expect(endsAgainstAverage([101, 145])).toBe('above average');
    expect(endsAgainstAverage([0, 145])).toBe('below or above average, too few are published to tell');
  });

  it('ACC-08: above, below and at 100', () => {
    expect([100.1, 99.9, 100].map((value) => againstAverage(value))).toEqual([
      'above average',
      'below average',
      'at average',
    ]);
  });

  const portland = { latitude: 45.5231, longitude: -122.6764 };

  it('ACC-09: great circles on an earth of 7,918 miles across', () => {
    const seattle = { latitude: 47.6062, longitude: -122.3321 };
    expect(milesBetween(portland, seattle)).toBeCloseTo(144.8, 0);
    expect(milesBetween(portland, portland)).toBe(0);
    // Half the way around: the earth's diameter times a quarter turn, twice.
    const opposite = { latitude: -portland.latitude, longitude: portland.longitude + 180 };
    expect(milesBetween(portland, opposite)).toBeCloseTo((7_918 * Math.PI) / 2, 3);
  });

  it('ACC-09: the four nearest, and none farther than 998 miles', () => {
    const north = (miles: number) => ({
      name: `${miles}`,
      latitude: portland.latitude + (miles / (7_918 * Math.PI)) * 360,
      longitude: portland.longitude,
    });
    const found = nearestOf(portland, [998.5, 5, 1, 997.5, 3, 2].map(north));
    expect(found.map(({ place }) => place.name)).toEqual(['1', '2', '3', '5']);
    expect(nearestOf(portland, [997.5, 998.5].map(north)).map(({ place }) => place.name)).toEqual(['997.5']);
  });
});

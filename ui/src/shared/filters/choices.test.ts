import { describe, expect, it } from 'vitest';
import { offered, withChosen } from './choices';

describe('the values of a long group', () => {
  const cities = Array.from({ length: 12 }, (_, index) => ({
    value: `City ${String.fromCharCode(65 + index)}`,
    count: 1,
  }));
  const names = (chosen: string[], search: string) =>
    offered(cities, chosen, search).shown.map(({ value }) => value);

  it('MAPV-02: the first ten of many, and how many there are', () => {
    expect(names([], '')).toEqual(cities.slice(0, 10).map(({ value }) => value));
    expect(offered(cities, [], '').found).toBe(12);
    expect(offered(cities, [], ' city L').found).toBe(1);
  });

  it('MAPV-02: a search finds the others; what is chosen stays', () => {
    expect(names([], ' city L')).toEqual(['City L']);
    expect(names(['City L'], '')).toContain('City L');
    expect(names(['City L'], 'city a')).toEqual(['City A', 'City L']);
    expect(names(['Gone'], 'zzz')).toEqual(['Gone']);
    expect(withChosen(cities, ['City A'])).toBe(cities);
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { positionAt, worldPoint } from '@/shared/map/world';
import { countyName } from './county-name';
import { areaAt, boxAround, linesOf, shapesOf } from './shapes';

const require = createRequire(import.meta.url);
const read = (name: string) =>
  JSON.parse(readFileSync(require.resolve(`us-atlas/${name}-10m.json`), 'utf8')) as object;
const counties = shapesOf(read('counties'), 'counties');
const states = shapesOf(read('states'), 'states');

describe('the shapes of counties', () => {
  it('are those of the tables: all states, the old counties of Connecticut, no territory', () => {
    expect(counties).toHaveLength(3142);
    expect(states).toHaveLength(51);
    const connecticut = counties.filter(({ id }) => id.startsWith('09')).map(({ id }) => id);
    expect(connecticut.sort()).toEqual([
      '09001',
      '09003',
      '09005',
      '09007',
      '09009',
      '09011',
      '09013',
      '09015',
    ]);
    expect(counties.some(({ id }) => id === '02261')).toBe(true);
    expect(linesOf(read('states'), 'states', (one, other) => one !== other).length).toBeGreaterThan(50);
  });

  it('a point is found in its county, and not outside of all', () => {
    const at = (latitude: number, longitude: number) =>
      areaAt(counties, worldPoint({ latitude, longitude }))?.id;
    expect(at(45.32, -118.09), 'La Grande').toBe('41061');
    expect(at(40.78, -73.97), 'Manhattan').toBe('36061');
    expect(at(38.03, -78.48), 'Charlottesville, a city in the hole of a county').toBe('51540');
    expect(at(45, -130), 'the sea').toBeUndefined();
  });

  it('the middle of a county lies near it', () => {
    const union = counties.find(({ id }) => id === '41061');
    const { latitude, longitude } = positionAt(union?.middle ?? { x: 0, y: 0 });
    expect(latitude).toBeCloseTo(45.3, 1);
    expect(longitude).toBeCloseTo(-118, 1);
  });

  it('Alaska is as wide as it looks, without what lies beyond the 180th meridian', () => {
    const alaska = boxAround(states.filter(({ id }) => id === '02'));
    expect(positionAt({ x: alaska?.east ?? 1, y: 0.5 }).longitude).toBeCloseTo(-130, 0);
  });
});

describe('names', () => {
  it.each([
    ['41061', 'Union', 'Union County'],
    ['22071', 'Orleans', 'Orleans Parish'],
    ['02016', 'Aleutians West', 'Aleutians West Census Area'],
    ['02020', 'Anchorage', 'Anchorage Municipality'],
    ['02068', 'Denali', 'Denali Borough'],
    ['51540', 'Charlottesville', 'Charlottesville city'],
    ['24510', 'Baltimore', 'Baltimore city'],
    ['48507', 'Zavala', 'Zavala County'],
    ['32510', 'Carson City', 'Carson City'],
    ['11001', 'District of Columbia', 'District of Columbia'],
  ])('%s is %s', (fips, name, full) => {
    expect(countyName(fips, name)).toBe(full);
  });
});

import { expect, test } from 'vitest';
import { jobBody } from '@/shared/testing/fakes';
import { estimateOfJob } from './earlier';

const area = { label: 'Drawn area', counties: [{ fips: '41017', name: 'Deschutes, OR' }], rings: [] };

test('an earlier search is estimated as it was asked for', () => {
  const searched = (changes: Parameters<typeof jobBody>[0]) => estimateOfJob(jobBody(changes));
  expect(searched({})).toEqual({ search_term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'] });
  expect(searched({ area: { ...area, kind: 'counties' } })).toEqual({
    search_term: 'brewery',
    area: { kind: 'counties', counties: ['41017'] },
  });
  expect(
    searched({ area: { ...area, kind: 'radius', center: [-121.3, 44], miles: 12, around: 'Bend, OR' } }).area,
  ).toEqual({ kind: 'radius', longitude: -121.3, latitude: 44, miles: 12, around: 'Bend, OR' });
  const ring = [
    [-121, 44],
    [-120, 44],
    [-120, 45],
  ];
  expect(searched({ area: { ...area, kind: 'polygon', rings: [ring] } }).area).toEqual({
    kind: 'polygon',
    geojson: { type: 'Polygon', coordinates: [[...ring, [-121, 44]]] },
  });
});

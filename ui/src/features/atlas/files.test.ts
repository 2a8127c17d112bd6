import { describe, expect, it } from 'vitest';
import { atlasBody } from '@/shared/testing/fake-atlas';
import { countiesOf } from './area';
import { FIRST_OPENING, readAddress } from './atlas-address';
import { csvOf, fileName, geoJsonOf, type AtlasFile } from './files';
import { exampleOf, stepsOf } from './formula';
import type { AreaShape } from '@/shared/map/shapes';

const ring = Float64Array.from([0.1, 0.3, 0.2, 0.3, 0.2, 0.4, 0.1, 0.3]);
const shape: AreaShape = {
  id: '41061',
  name: 'Union',
  polygons: [[ring]],
  rings: [ring],
  box: { west: 0.1, north: 0.3, east: 0.2, south: 0.4 },
  middle: { x: 0.15, y: 0.35 },
};
const places = new Map([['41061', { name: '=HYPERLINK("x") County', state: 'OR', shape }]]);
const answer = atlasBody();
const areas = countiesOf(answer, places, new Map());
const union = areas.filter(({ id }) => id === '41061');

const file: AtlasFile = {
  title: 'Demand Map: dentists, 2021',
  settings: readAddress(new URLSearchParams('state=OR'), FIRST_OPENING, new Set()),
  loaded: {
    areas,
    shapes: [shape],
    sure: true,
    noun: { one: 'county', many: 'counties' },
    year: 2021,
    notices: [],
    sources: answer.sources,
    nation: 4,
    answer,
  },
  areas: union,
};

describe('the files of the Demand Map', () => {
  it('CSV: figures, then formula, constants, sources and licenses; a name is no formula', () => {
    const [head = '', row = '', empty, ...about] = csvOf(file).split('\r\n');
    expect(head.split(',').slice(0, 9)).toEqual([
      'code',
      'name',
      'state',
      'residents',
      'businesses_from',
      'businesses_to',
      'usual',
      'missing',
      'class',
    ]);
    expect(row).toBe(
      `41061,"'=HYPERLINK(""x"") County",OR,26196,0,2,5.2,2.4,Room for more,53,24,88,30.72,0.93,11,0,`,
    );
    expect(empty).toBe('');
    expect(about).toContain('κ,6');
    expect(about.filter((line) => line.startsWith('Formula,'))).not.toHaveLength(0);
    expect(about).toContain(
      'Source of businesses,"County Business Patterns, 2021, US Census Bureau, Public domain"',
    );
    expect(fileName(file, 'csv')).toBe('demand-map-dentist-or.csv');
  });

  it('GeoJSON: the same with shapes', () => {
    const map = JSON.parse(geoJsonOf(file)) as {
      about: string[];
      features: { properties: Record<string, unknown>; geometry: { coordinates: number[][][][] } }[];
    };
    expect(map.features).toHaveLength(1);
    expect(map.features[0]?.properties).toMatchObject({ code: '41061', usual: 5.2, class: 'Room for more' });
    expect(map.features[0]?.geometry.coordinates[0]?.[0]?.[0]).toEqual([-144, 58.22628]);
    expect(map.about).toContain('κ: 6');
  });
});

describe('a county by hand', () => {
  it('is Union County, each count that its unpublished cell can hold', () => {
    const example = exampleOf(areas, null);
    expect(example?.id).toBe('41061');
    expect(example === undefined ? [] : stepsOf(example, answer)).toEqual([
      'Usual here: E · θ̄ = 5.2, so E = 5.200.',
      'y = 0: θ̂ = (6.000 + 0) / (6.000 + 5.200) = 0.536, index 54',
      'y = 1: θ̂ = (6.000 + 1) / (6.000 + 5.200) = 0.625, index 63',
      'y = 2: θ̂ = (6.000 + 2) / (6.000 + 5.200) = 0.714, index 71',
      'The cell is not published. Each count by its probability: index 53.',
    ]);
  });

  it('elsewhere a published one, in one step', () => {
    const example = exampleOf(
      areas.filter(({ id }) => id !== '41061'),
      null,
    );
    expect(example?.id).toBe('41017');
    expect(example === undefined ? [] : stepsOf(example, answer)).toHaveLength(2);
    expect(exampleOf(areas, '41039')?.id, 'the selected one first').toBe('41039');
  });
});

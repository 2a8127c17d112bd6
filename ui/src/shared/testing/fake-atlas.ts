/** The Demand Map's answers for tests: four counties of Oregon, and the real shapes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { http, HttpResponse } from 'msw';
import type { AtlasBody, AtlasInputs, AtlasKind, AtlasKinds } from '@/shared/api/generated';

const require = createRequire(import.meta.url);

/** The files of us-atlas, as the build serves them. */
export function fakeShapes(status = 200) {
  return ['states', 'counties'].map((name) =>
    http.get(`*/${name}-10m*`, () =>
      status === 200
        ? new HttpResponse(readFileSync(require.resolve(`us-atlas/${name}-10m.json`)), {
            headers: { 'content-type': 'application/json' },
          })
        : new HttpResponse(null, { status }),
    ),
  );
}

const PLURALS: Record<string, string> = { brewery: 'breweries', 'ice cream': 'ice cream' };

function kind(name: string, changes: Partial<AtlasKind> = {}): AtlasKind {
  return {
    kind: name,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    plural: PLURALS[name] ?? `${name}s`,
    counted_as: null,
    codes: ['621210'],
    tells: 'counties',
    why: null,
    ...changes,
  };
}

export function atlasKinds(changes: Partial<AtlasKinds> = {}): AtlasKinds {
  return {
    kinds: [
      kind('brewery'),
      kind('dentist'),
      kind('ice cream', { counted_as: 'snack and coffee bars (722515)' }),
    ],
    neighborhoods: { allowed: true },
    year: 2021,
    ...changes,
  };
}

const COLUMNS = [
  'fips',
  'population',
  'low',
  'high',
  'usual',
  'index',
  'index_low',
  'index_high',
  'gap',
  'p_under',
  'class',
  'listed',
  'disagree',
];

/** Union has room, Deschutes is crowded, Lane as usual, Wheeler cannot be told. */
export const ROWS: AtlasBody['rows'] = [
  ['41017', 198_253, 112, 112, 80.2, 139, 120, 160, -31.8, 0.01, 'over', 84, false],
  ['41039', 382_000, 131, 131, 133, 98, 90, 107, 2, 0.6, 'usual', null, false],
  ['41061', 26_196, 0, 2, 5.2, 53, 24, 88, 2.4, 0.93, 'under', 11, true],
  ['41069', 1_456, 0, 2, 0.4, 98, 20, 180, 0.1, 0.5, 'unknown', null, false],
];

export function atlasBody(changes: Partial<AtlasBody> = {}): AtlasBody {
  return {
    kind: 'dentist',
    title: 'Dentist',
    counted_as: null,
    codes: ['621210'],
    level: 'county',
    supply: 'census',
    compare: 'similar',
    state: 'OR',
    year: 2021,
    formula: { r: 0.00042, kappa: 6, base: 'residents', omega: 0.5, epsilon: 1, spline: null },
    national: { businesses: 134_000, per_10000: 4, theta: 1 },
    sources: [
      {
        title: 'County Business Patterns',
        vintage: '2021',
        publisher: 'US Census Bureau',
        licence: 'Public domain',
        what: 'businesses',
      },
    ],
    notices: [],
    columns: COLUMNS,
    rows: ROWS,
    missing: [{ fips: '41055', reason: 'No income is published for Sherman County, OR.' }],
    states: [],
    ...changes,
  };
}

/** Union's, of which no income is published. */
export function atlasInputs(): AtlasInputs {
  const source = {
    title: 'Social Vulnerability Index',
    vintage: '2014-2018',
    publisher: 'CDC/ATSDR',
    licence: 'Public domain',
    what: 'residents',
  };
  return {
    inputs: [
      { name: 'residents', unit: 'number', value: 26_028, source },
      { name: 'income a head', unit: 'usd', value: null, source },
    ],
    demand: 20_814.5,
  };
}

/** The shown areas as CSV and GeoJSON, each with formula, inputs, sources and licenses. */
import { csvText } from '@/shared/lib/csv';
import { positionAt, type WorldPoint } from '@/shared/map/world';
import { SIGNS, type Area } from './area';
import type { Settings } from './atlas-address';
import { leakageOf, yoursOf } from './figures';
import { sourceLine } from './explain';
import { constantsOf, FORMULA } from './formula';
import { cornersOf, type AreaShape } from '@/shared/map/shapes';
import type { Loaded } from './use-atlas';

export interface AtlasFile {
  title: string;
  settings: Settings;
  loaded: Loaded;
  areas: readonly Area[];
}

/** "demand-map-dentist-or.csv". */
export function fileName({ settings: { kind, state } }: AtlasFile, ending: string): string {
  return `demand-map-${kind.replaceAll(' ', '-')}-${(state ?? 'us').toLowerCase()}.${ending}`;
}

/** The columns of both files. */
const COLUMNS: readonly [string, (area: Area) => string | number | null][] = [
  ['code', ({ id }) => id],
  ['name', ({ name }) => name],
  ['state', ({ state }) => state],
  ['residents', ({ population }) => population],
  ['businesses_from', ({ low }) => low],
  ['businesses_to', ({ high }) => high],
  ['usual', ({ usual }) => usual],
  ['missing', ({ gap }) => gap],
  ['class', ({ sureness, missing }) => SIGNS[missing === null ? sureness : 'none'].text],
  ['index', ({ index }) => index],
  ['index_80_from', ({ indexLow }) => indexLow],
  ['index_80_to', ({ indexHigh }) => indexHigh],
  ['leakage', leakageColumn],
  ['probability_of_room', ({ under }) => under],
  ['in_our_listings', ({ listed }) => listed],
  ['yours', yoursOf],
  ['no_data_because', ({ missing }) => missing],
];

/** How the figures came about, one thing a line. */
export function aboutLines({ title, settings, loaded }: AtlasFile): [string, string][] {
  const { supply, compare, level, radius, minPopulation } = settings;
  return [
    ['Title', title],
    ['Level', radius === null ? level : `${level}, ${radius} mi`],
    ['Counted from', supply],
    ['Compared with', compare],
    ...(minPopulation === 0 ? [] : [['Smallest population', String(minPopulation)] as [string, string]]),
    ...FORMULA.map(({ text }): [string, string] => ['Formula', text]),
    ...constantsOf(loaded.answer).map(({ name, value }): [string, string] => [name, value]),
    ...loaded.sources.map(sourceLine),
    ...loaded.notices.map(({ text }): [string, string] => ['Note', text]),
  ];
}

export function csvOf(file: AtlasFile): string {
  return csvText([
    COLUMNS.map(([name]) => name),
    ...file.areas.map((area) => COLUMNS.map(([, read]) => read(area))),
    [],
    ...aboutLines(file),
  ]);
}

export function geoJsonOf(file: AtlasFile): string {
  const shapes = new Map(file.loaded.shapes.map((shape) => [shape.id, shape]));
  return JSON.stringify({
    type: 'FeatureCollection',
    about: aboutLines(file).map(([name, text]) => `${name}: ${text}`),
    features: file.areas.map((area) => {
      const shape = shapes.get(area.id);
      return {
        type: 'Feature',
        id: area.id,
        properties: Object.fromEntries(COLUMNS.map(([name, read]) => [name, read(area)])),
        geometry:
          shape === undefined
            ? null
            : {
                type: 'MultiPolygon',
                coordinates: coordinatesOf(shape),
              },
      };
    }),
  });
}

function coordinatesOf({ polygons }: AreaShape): [number, number][][][] {
  const position = (at: WorldPoint): [number, number] => {
    const { latitude, longitude } = positionAt(at);
    return [rounded(longitude, DEGREE_DECIMALS), rounded(latitude, DEGREE_DECIMALS)];
  };
  return polygons.map((rings) => rings.map((ring) => cornersOf(ring).map(position)));
}

/** Degrees to a meter, which the shapes do not reach. */
const DEGREE_DECIMALS = 5;

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function leakageColumn(area: Area): number | null {
  const leakage = leakageOf(area);
  return leakage === null ? null : rounded(leakage, 2);
}

/**
 * What the built-in map is drawn of: hashed static files, each fetched once, when a map first shows what is in it.
 * Shapes are the Census Bureau's, names are GeoNames'. `scripts/map-roads.mjs` and `make tables` write the files.
 */
import { feature } from 'topojson-client';
import type { MultiLineString } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import citiesAddress from '../../../../data/map/cities.json?url';
import roadsAddress from '../../../../data/map/roads.json?url';
import townsAddress from '../../../../data/map/towns.json?url';
import { counties, jsonAt, loadedOnce, ringOf, states, type Once, type Ring } from './shapes';
import { worldPoint, type WorldPoint } from './world';

export interface Road {
  /** As its shield says: 'I 5', 'US 97'. */
  name: string;
  lines: readonly Ring[];
}

/** The roads of a kind. */
export interface Roads {
  all: readonly Road[];
  lines: readonly Ring[];
}

export interface Town {
  name: string;
  /** Zero where it is not among the largest. */
  people: number;
  at: WorldPoint;
}

const roads = loadedOnce(async () => {
  const topology = (await jsonAt(roadsAddress)) as Topology<Record<string, GeometryCollection>>;
  return {
    interstates: roadsOf(topology, 'interstates'),
    highways: roadsOf(topology, 'highways'),
  };
});

function roadsOf(topology: Topology<Record<string, GeometryCollection>>, object: string): Roads {
  const collection = topology.objects[object];
  const features = collection === undefined ? [] : feature(topology, collection).features;
  const all = features.map(({ id, geometry }) => ({
    name: String(id),
    lines: (geometry as MultiLineString).coordinates.map(ringOf),
  }));
  return { all, lines: all.flatMap(({ lines }) => lines) };
}

interface NamesFile {
  names: string[];
  people?: number[];
  /** Thousandths of a degree: east, north, east, north, … */
  at: number[];
}

async function townsAt(address: string): Promise<Town[]> {
  const { names, people, at } = (await jsonAt(address)) as NamesFile;
  return names.map((name, index) => ({
    name,
    people: people?.[index] ?? 0,
    at: worldPoint({
      longitude: (at[index * 2] ?? 0) / 1000,
      latitude: (at[index * 2 + 1] ?? 0) / 1000,
    }),
  }));
}

/** Both largest first. */
const cities = loadedOnce(() => townsAt(citiesAddress));
const towns = loadedOnce(() => townsAt(townsAddress));

/** The parts of the ground, and the zoom from which they are shown. */
const PARTS: readonly (readonly [Once<unknown>, number])[] = [
  [states, 0],
  [cities, 5],
  [roads, 5],
  [counties, 6],
  [towns, 10],
];

/** The parts that a zoom shows. */
export function partsAt(zoom: number): Once<unknown>[] {
  return PARTS.filter(([, from]) => zoom >= from).map(([part]) => part);
}

/** The coarsest part: without it there is no ground at all. */
export const coarsest: Once<unknown> = states;

/** What is there by now. */
export function groundNow() {
  return {
    states: states.now(),
    counties: counties.now(),
    roads: roads.now(),
    cities: cities.now() ?? [],
    towns: towns.now() ?? [],
  };
}

export type GroundParts = ReturnType<typeof groundNow>;

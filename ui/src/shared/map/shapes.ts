/**
 * The shapes of areas, ready for drawing and hit testing: rings as fractions of the world. Counties and states are
 * the Census Bureau's (us-atlas), hashed static files that are fetched once, when a map first shows them.
 */
import { feature, mesh } from 'topojson-client';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesAddress from 'us-atlas/counties-10m.json?url';
import statesAddress from 'us-atlas/states-10m.json?url';
import { worldPoint, type WorldBox, type WorldPoint } from './world';

/** x, y, x, y, … */
export type Ring = Float64Array;

export interface AreaShape {
  id: string;
  name: string;
  /** Each with its outer ring first, then its holes. */
  polygons: readonly (readonly Ring[])[];
  /** All of them. */
  rings: readonly Ring[];
  box: WorldBox;
  /** Inside it, where a popup points to. */
  middle: WorldPoint;
}

export interface StateShapes {
  areas: readonly AreaShape[];
  /** The states and what else is land. */
  land: readonly AreaShape[];
  coast: readonly Ring[];
  /** The lines between states. */
  borders: readonly Ring[];
}

export interface CountyShapes {
  areas: readonly AreaShape[];
  /** The lines between counties of a state. */
  borders: readonly Ring[];
}

type Named = Topology<Record<string, GeometryCollection<{ name?: string }>>>;

/** The states and DC; the tables have no territories. */
const LAST_STATE = 56;

/** The areas of one object of a topology, without the territories. */
export function shapesOf(topology: object, object: string): AreaShape[] {
  return allShapesOf(topology, object).filter(({ id }) => stateOf(id) <= LAST_STATE);
}

function allShapesOf(topology: object, object: string): AreaShape[] {
  const named = topology as Named;
  const collection = named.objects[object];
  return collection === undefined ? [] : feature(named, collection).features.filter(isArea).map(shapeOf);
}

type Id = string | number | undefined;

/** The lines of areas, each once: those for which `wanted` holds of the areas beside it, which are one on a coast. */
export function linesOf(topology: object, object: string, wanted: (one: Id, other: Id) => boolean): Ring[] {
  const named = topology as Named;
  const collection = named.objects[object];
  if (collection === undefined) return [];
  return mesh(named, collection, (one, other) => wanted(one.id, other.id)).coordinates.map(ringOf);
}

function stateOf(id: Id): number {
  return Number(String(id).slice(0, 2));
}

type Area = Feature<Polygon | MultiPolygon, { name?: string }>;

function isArea(one: Feature<Geometry, { name?: string }>): one is Area {
  return one.geometry.type === 'Polygon' || one.geometry.type === 'MultiPolygon';
}

function shapeOf({ id, geometry, properties }: Area): AreaShape {
  const coordinates = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const polygons = coordinates.map((polygon) => polygon.map(ringOf));
  const rings = polygons.flat();
  const largest = polygons
    .map(([outer]) => outer ?? ringOf([]))
    .reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one), ringOf([]));
  return {
    id: String(id),
    name: properties.name ?? String(id),
    polygons,
    rings,
    box: boxOf(rings),
    middle: middleOf(largest),
  };
}

export function ringOf(positions: readonly number[][]): Ring {
  const ring = new Float64Array(positions.length * 2);
  positions.forEach(([longitude = 0, latitude = 0], index) => {
    const { x, y } = worldPoint({ latitude, longitude });
    ring[index * 2] = x;
    ring[index * 2 + 1] = y;
  });
  return ring;
}

function eachEdge(ring: Ring, visit: (x0: number, y0: number, x1: number, y1: number) => void): void {
  const last = ring.length - 2;
  for (let at = 0, before = last; at <= last; before = at, at += 2) {
    visit(ring[before] ?? 0, ring[before + 1] ?? 0, ring[at] ?? 0, ring[at + 1] ?? 0);
  }
}

function areaOf(ring: Ring): number {
  let sum = 0;
  eachEdge(ring, (x0, y0, x1, y1) => {
    sum += x0 * y1 - x1 * y0;
  });
  return Math.abs(sum) / 2;
}

function middleOf(ring: Ring): WorldPoint {
  let [sum, x, y] = [0, 0, 0];
  eachEdge(ring, (x0, y0, x1, y1) => {
    const cross = x0 * y1 - x1 * y0;
    sum += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  });
  return sum === 0 ? { x: ring[0] ?? 0, y: ring[1] ?? 0 } : { x: x / (3 * sum), y: y / (3 * sum) };
}

/** The box around rings or lines. */
export function boxOf(rings: readonly Ring[]): WorldBox {
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      box.west = Math.min(box.west, ring[at] ?? 0);
      box.east = Math.max(box.east, ring[at] ?? 0);
      box.north = Math.min(box.north, ring[at + 1] ?? 0);
      box.south = Math.max(box.south, ring[at + 1] ?? 0);
    }
  }
  return box;
}

/** The corners of a ring. */
export function cornersOf(ring: Ring): WorldPoint[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => ({
    x: ring[index * 2] ?? 0,
    y: ring[index * 2 + 1] ?? 0,
  }));
}

/** The box around all, without what lies beyond the 180th meridian (the last of the Aleutians). */
export function boxAround(areas: readonly AreaShape[]): WorldBox | null {
  const rings = areas.flatMap((area) => area.rings).filter((ring) => (ring[0] ?? 1) < 0.5);
  return rings.length === 0 ? null : boxOf(rings);
}

/** The area at a point. */
export function areaAt(areas: readonly AreaShape[], { x, y }: WorldPoint): AreaShape | undefined {
  return areas.find(
    ({ box, rings }) =>
      x >= box.west && x <= box.east && y >= box.north && y <= box.south && isInside(rings, x, y),
  );
}

function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    eachEdge(ring, (x0, y0, x1, y1) => {
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
    });
  }
  return inside;
}

export async function jsonAt(address: string): Promise<object> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The shapes could not be loaded (${answer.status}).`);
  return (await answer.json()) as object;
}

/** A file that is loaded once for the whole visit; after a failure it can be asked for again. */
export interface Once<T> {
  ask: () => Promise<T>;
  /** Null until it is there. */
  now: () => T | null;
}

export function loadedOnce<T>(load: () => Promise<T>): Once<T> {
  let loading: Promise<T> | null = null;
  let loaded: T | null = null;
  const asked = async () => {
    try {
      loaded = await load();
      return loaded;
    } catch (reason) {
      loading = null;
      throw reason;
    }
  };
  return { ask: () => (loading ??= asked()), now: () => loaded };
}

/** The states, of a small file that is there first. */
export const states = loadedOnce(async (): Promise<StateShapes> => {
  const topology = await jsonAt(statesAddress);
  return {
    areas: shapesOf(topology, 'states'),
    land: allShapesOf(topology, 'states'),
    coast: linesOf(topology, 'states', (one, other) => one === other),
    borders: linesOf(topology, 'states', (one, other) => one !== other),
  };
});

export const counties = loadedOnce(async (): Promise<CountyShapes> => {
  const topology = await jsonAt(countiesAddress);
  return {
    areas: shapesOf(topology, 'counties'),
    borders: linesOf(topology, 'counties', (one, other) => one !== other && stateOf(one) === stateOf(other)),
  };
});

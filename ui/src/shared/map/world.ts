/** Positions as fractions of the world in the maps' projection, so that drawing and hit testing are arithmetic. */
import type { Position } from './map-point';

/** The latitude where the projection's square ends. */
const MAX_LATITUDE = 85.0511287798;

export interface WorldPoint {
  /** From the west, 0 to 1. */
  x: number;
  /** From the north, 0 to 1. */
  y: number;
}

/** A part of the world; `west` may be below 0 and `east` above 1 if the map shows the world twice. */
export interface WorldBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

export function worldPoint({ latitude, longitude }: Position): WorldPoint {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

export function positionAt({ x, y }: WorldPoint): Position {
  return {
    latitude: (Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180) / Math.PI,
    longitude: (x - 0.5) * 360,
  };
}

const TILE_PX = 256;

/** The width of the world in pixels. */
export function worldSize(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The part between two corners, in pixels of the world at this zoom. */
export function worldBox(from: WorldPoint, to: WorldPoint, zoom: number): WorldBox {
  const world = worldSize(zoom);
  return { west: from.x / world, north: from.y / world, east: to.x / world, south: to.y / world };
}

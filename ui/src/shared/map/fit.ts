/** Which part of the world a map shows: where it starts, and how it fits what it holds. */
import type { MapOutline, MapPoint, Position } from './map-point';

export interface MapStart {
  center: Position;
  zoom: number;
}

/** How far out and how close in a map goes. */
export const MIN_ZOOM = 2;
export const MAX_ZOOM = 19;

/** What the map shows after it has moved. */
export interface MapMove extends MapStart {
  /** It fitted its points; else somebody moved it. */
  byFit: boolean;
}

export interface FitRule {
  /** Pixels that stay free on each side. */
  paddingPx: number;
  maxZoom: number;
  /** The zoom where there is one position only. */
  singleZoom: number;
  /** How long after a change the map fits. */
  delayMs: number;
}

/** The corners of a box of degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

export type Fitted = { kind: 'nothing' } | { kind: 'single'; at: Position } | { kind: 'box'; box: Box };

/** What has to be in view so that all points and outlines are. */
export function fitted(points: readonly MapPoint[], outlines: readonly MapOutline[] = []): Fitted {
  let box: Box | null = null;
  for (const { position } of points) {
    if (position !== null) box = extended(box, position);
  }
  for (const { rings } of outlines) {
    for (const position of rings[0] ?? []) box = extended(box, position);
  }
  if (box === null) return { kind: 'nothing' };
  return box.south === box.north && box.west === box.east
    ? { kind: 'single', at: { latitude: box.south, longitude: box.west } }
    : { kind: 'box', box };
}

function extended(box: Box | null, { latitude, longitude }: Position): Box {
  return {
    south: Math.min(box?.south ?? latitude, latitude),
    west: Math.min(box?.west ?? longitude, longitude),
    north: Math.max(box?.north ?? latitude, latitude),
    east: Math.max(box?.east ?? longitude, longitude),
  };
}

/** The average of the positions, or `otherwise` where there are none. */
export function averageOf(points: readonly MapPoint[], otherwise: Position): Position {
  const positions = points.flatMap(({ position }) => position ?? []);
  if (positions.length === 0) return otherwise;
  const mean = (of: (position: Position) => number) =>
    positions.reduce((sum, position) => sum + of(position), 0) / positions.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

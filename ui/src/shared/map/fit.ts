/** What part of the world a map shows: where it starts and how it fits its content. */
import type { MapOutline, MapPoint, Position } from './map-point';

export interface MapStart {
  center: Position;
  zoom: number;
}

/** The contiguous US, until there are rows. */
export const WHOLE_US: MapStart = { center: { latitude: 39.8283, longitude: -98.5795 }, zoom: 4 };

/** The zoom limits of all maps. */
export const MIN_ZOOM = 2;
export const MAX_ZOOM = 19;

/** What the map shows after a move. */
export interface MapMove extends MapStart {
  /** Moved by fitting its points, not by the user. */
  byFit: boolean;
}

export interface FitRule {
  /** Pixels to keep free on each side. */
  paddingPx: number;
  maxZoom: number;
  /** The zoom for a single position. */
  singleZoom: number;
  /** How long after a change the map fits. */
  delayMs: number;
}

/** Of the rows of a session. */
export const ROWS_FIT: FitRule = { paddingPx: 50, maxZoom: 16, singleZoom: 13, delayMs: 0 };

/** A box in degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

type Fitted = { kind: 'nothing' } | { kind: 'single'; at: Position } | { kind: 'box'; box: Box };

/** The positions to bring into view for all points and outlines. */
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

/** The average of the positions, or `otherwise` if there are none. */
export function averageOf(points: readonly MapPoint[], otherwise: Position): Position {
  const positions = points.flatMap(({ position }) => position ?? []);
  if (positions.length === 0) return otherwise;
  const mean = (of: (position: Position) => number) =>
    positions.reduce((sum, position) => sum + of(position), 0) / positions.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

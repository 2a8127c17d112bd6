/**
 * What maps show: businesses with or without a position. One without is only in the list next to the map; coordinates
 * are never guessed.
 */
import { formatCounted } from '@/shared/lib/format';

export interface Position {
  latitude: number;
  longitude: number;
}

export interface MapPoint {
  /** Unique on the map. */
  id: string;
  name: string;
  /** A second line in the list, such as the address. */
  detail?: string | undefined;
  position: Position | null;
  look: MarkerLook;
  /** Its page, to which its list row links if it has no position. */
  page?: string;
}

export interface PlacedPoint extends MapPoint {
  position: Position;
}

/** An outline: rings of positions, the outer one first, then its holes. */
export interface MapOutline {
  id: string;
  rings: readonly (readonly Position[])[];
}

/** A position if both coordinates are numeric (numeric texts count) and on earth. */
export function positionOf(latitude: unknown, longitude: unknown): Position | null {
  const position = { latitude: coordinate(latitude), longitude: coordinate(longitude) };
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : null;
}

function coordinate(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

export function isPlaced(point: MapPoint): point is PlacedPoint {
  return point.position !== null;
}

/** '45.52310, -122.67640': five decimals, precise to a building. */
export function formatPosition({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** What else lists the businesses of a map, for users who cannot see or point at markers. */
type HeldBy = 'list' | 'table' | null;

/** The map's label for screen readers: "Map of 98 businesses. The list holds the same." */
export function mapLabel(count: number, noun: { one: string; many: string }, heldBy: HeldBy): string {
  const what = `Map of ${formatCounted(count, noun.one, noun.many)}.`;
  return heldBy === null ? what : `${what} The ${heldBy} holds the same.`;
}

/**
 * How a marker looks: a filled circle with a white ring and a dark outline, and for statuses a white letter, since
 * red / green, red / orange and blue / purple look alike to color-blind eyes. The same in both schemes, as tiles are.
 */
export interface MarkerLook {
  fill: string;
  /** Empty for markers without a status. */
  letter: string;
  /** Of the letter in a list, where white would not do. */
  ink?: string;
}

export const RESULT_LOOK: MarkerLook = { fill: '#0f6e64', letter: '' };

export const CLUSTER_FILL = '#08453f';
export const SELECTED_RING = '#e0a43a';

/** The businesses highlighted on the map and in the list. */
export interface Marked {
  selected: string | null;
  /** The pointer is over it, here or in a table of the same rows. */
  hovered: string | null;
}

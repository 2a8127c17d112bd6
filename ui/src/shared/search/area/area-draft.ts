/** The area of a search in place of cities: its draft, its rules, and what the server is asked for. */
import type { AreaSearch } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import type { Position } from '@/shared/map/map-point';
import { crossingOf } from './crossing';

export type AreaKind = AreaSearch['kind'];

export const AREA_KINDS: readonly { value: AreaKind; label: string }[] = [
  { value: 'counties', label: 'Counties' },
  { value: 'radius', label: 'Radius' },
  { value: 'box', label: 'Box' },
  { value: 'polygon', label: 'Polygon' },
];

export interface ChosenCounty {
  /** Five digits. */
  fips: string;
  /** 'Union County, OR'; empty until known. */
  name: string;
}

/** What was entered for each kind: switching keeps all of it. */
export interface AreaDraft {
  counties: ChosenCounty[];
  center: Position | null;
  /** What the center is called; empty for a position. */
  around: string;
  miles: number | '';
  /** Two opposite corners, as far as they are set. */
  box: Position[];
  /** The outline, then its holes, which only GeoJSON brings. */
  rings: Position[][];
}

export const EMPTY_AREA: AreaDraft = {
  counties: [],
  center: null,
  around: '',
  miles: 10,
  box: [],
  rings: [],
};

const MOST_COUNTIES = 100;
export const MOST_CORNERS = 500;
export const MOST_MILES = 50;

/** The corners of the outline that is drawn. */
export function outlineOf({ rings }: AreaDraft): readonly Position[] {
  return rings[0] ?? [];
}

export function cornerCount({ rings }: AreaDraft): number {
  return rings.reduce((sum, ring) => sum + ring.length, 0);
}

/** The first broken rule; the server knows the counties that are touched. */
export function areaProblem(kind: AreaKind, area: AreaDraft): string | null {
  switch (kind) {
    case 'counties': {
      const { length } = area.counties;
      if (length === 0) return 'Choose at least one county.';
      return length > MOST_COUNTIES ? `${length} counties are touched; ${MOST_COUNTIES} is the most.` : null;
    }
    case 'radius': {
      const { center, miles } = area;
      const isCircle = center !== null && miles !== '' && miles >= 1 && miles <= MOST_MILES;
      return isCircle ? null : `Choose a point and 1 to ${MOST_MILES} miles.`;
    }
    case 'box': {
      const [one, other] = area.box;
      const isBox =
        one !== undefined &&
        other !== undefined &&
        one.latitude !== other.latitude &&
        one.longitude !== other.longitude;
      return isBox ? null : 'Set two opposite corners of the box.';
    }
    case 'polygon': {
      if (area.rings.length === 0 || area.rings.some((ring) => ring.length < 3)) {
        return 'Set at least three corners.';
      }
      const count = cornerCount(area);
      if (count > MOST_CORNERS) return `${count} corners; ${MOST_CORNERS} is the most.`;
      const crossing = crossingOf(area.rings);
      return crossing === null
        ? null
        : `The outline crosses itself near ${shortPosition(crossing)}. Move a corner.`;
    }
  }
}

/** '44.06, −121.31': about a kilometer. */
export function shortPosition({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`.replaceAll('-', '−');
}

/** What the server is asked for; only for a draft without a problem. */
export function areaOf(kind: AreaKind, area: AreaDraft): AreaSearch {
  switch (kind) {
    case 'counties':
      return { kind, counties: area.counties.map(({ fips }) => fips) };
    case 'radius':
      return {
        kind,
        latitude: area.center?.latitude ?? 0,
        longitude: area.center?.longitude ?? 0,
        miles: Number(area.miles),
        ...(area.around === '' ? {} : { around: area.around }),
      };
    case 'box': {
      const [one, other] = area.box;
      return {
        kind,
        south: one?.latitude ?? 0,
        west: one?.longitude ?? 0,
        north: other?.latitude ?? 0,
        east: other?.longitude ?? 0,
      };
    }
    case 'polygon':
      return {
        kind,
        geojson: {
          type: 'Polygon',
          coordinates: area.rings.map((ring) =>
            // GeoJSON repeats the first corner.
            [...ring, ...ring.slice(0, 1)].map(({ latitude, longitude }) => [longitude, latitude]),
          ),
        },
      };
  }
}

/** What it is called until the server names it. */
export function areaLabel(kind: AreaKind, area: AreaDraft): string {
  switch (kind) {
    case 'counties': {
      const [first, ...others] = area.counties;
      if (first === undefined) return '';
      return others.length === 0
        ? first.name || first.fips
        : formatCounted(area.counties.length, 'county', 'counties');
    }
    case 'radius':
      return `${area.miles} mi around ${area.around || (area.center === null ? '' : shortPosition(area.center))}`;
    case 'box':
    case 'polygon':
      return 'Drawn area';
  }
}

/** Corners as lines of numbers: '44.06, -121.31'. */
export function cornersText(corners: readonly Position[]): string {
  return corners.map(({ latitude, longitude }) => `${rounded(latitude)}, ${rounded(longitude)}`).join('\n');
}

const rounded = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5);

/** A position typed as numbers, degrees north first; null if it is none. */
export function positionOfText(text: string): Position | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(
    text.replaceAll('−', '-'),
  );
  if (found === null) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The corners of a text, a line each; null if a line is none. */
export function cornersOfText(text: string): Position[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const corners = lines.flatMap((line) => positionOfText(line) ?? []);
  return corners.length === lines.length ? corners : null;
}

interface GeoJson {
  type?: unknown;
  coordinates?: unknown;
  geometry?: GeoJson | null;
  features?: GeoJson[];
}

/** The rings of the one polygon in a text; null if it is no GeoJSON of one. */
export function ringsOfGeoJson(text: string): Position[][] | null {
  try {
    return ringsOf(JSON.parse(text) as GeoJson | null);
  } catch {
    return null;
  }
}

function ringsOf(json: GeoJson | null | undefined): Position[][] | null {
  switch (json?.type) {
    case 'Feature':
      return ringsOf(json.geometry);
    case 'FeatureCollection':
      return Array.isArray(json.features) && json.features.length === 1 ? ringsOf(json.features[0]) : null;
    case 'MultiPolygon': {
      const polygons = json.coordinates;
      return Array.isArray(polygons) && polygons.length === 1 ? ringsOfPolygon(polygons[0]) : null;
    }
    case 'Polygon':
      return ringsOfPolygon(json.coordinates);
    default:
      return null;
  }
}

function ringsOfPolygon(coordinates: unknown): Position[][] | null {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return null;
  const rings = coordinates.map(ringOfPositions);
  return rings.every((ring) => ring !== null) ? rings : null;
}

function ringOfPositions(positions: unknown): Position[] | null {
  if (!Array.isArray(positions)) return null;
  const ring = positions.map((at: unknown): Position | null => {
    const [longitude, latitude] = Array.isArray(at) ? (at as unknown[]) : [];
    const isPosition = typeof latitude === 'number' && typeof longitude === 'number';
    return isPosition && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
      ? { latitude, longitude }
      : null;
  });
  if (!ring.every((at) => at !== null)) return null;
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed =
    ring.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return isClosed ? ring.slice(0, -1) : ring;
}

/** Rows of a session as points and outlines on a map. */
import type { Exported } from '@/shared/api/generated';
import { formatPhone } from '@/shared/lib/format-phone';
import {
  positionOf,
  RESULT_LOOK,
  type MapOutline,
  type MapPoint,
  type Position,
} from '@/shared/map/map-point';

/** What a map needs of a row, from the server or from the page that led here. */
export interface MappedRow {
  row_idx?: unknown;
  name?: unknown;
  name_as_listed?: unknown;
  position_doubtful?: unknown;
  address?: unknown;
  phone?: unknown;
  website?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  polygon_coords?: unknown;
  sample?: unknown;
  yours?: unknown;
}

export interface ResultPoint extends MapPoint {
  phone: string | null;
  website: string | null;
  /** The name as the source spells it, if different. */
  listedAs: string | null;
  /** Its coordinates contradict its city and ZIP code. */
  doubtful: boolean;
  /** It is on the user's list of customers. */
  yours: boolean;
}

/** The rows handed over with the navigation, if any. */
export function handedOver(state: unknown): MappedRow[] | null {
  if (typeof state !== 'object' || state === null || !('results' in state)) return null;
  const { results } = state;
  return Array.isArray(results) ? results.filter((row): row is MappedRow => typeof row === 'object') : null;
}

/** The one place handed over with the navigation, if any. */
export function handedOverPlace(state: unknown, rowIdx: string): MappedRow[] | null {
  if (typeof state !== 'object' || state === null) return null;
  const { name, address, phone, website, latitude, longitude, yours } = state as MappedRow;
  const place = { row_idx: rowIdx, name, address, phone, website, latitude, longitude, yours };
  return positionOf(latitude, longitude) === null ? null : [place];
}

/** The rows of an export, with or without sources. */
export function rowsOf(exported: Exported | undefined): MappedRow[] | undefined {
  return Array.isArray(exported) ? exported : exported?.results;
}

export function resultPoints(rows: readonly MappedRow[], rowIdx: string | null): ResultPoint[] {
  return rows
    .map((row, index) => ({ row, id: idOf(row, index) }))
    .filter(({ id }) => rowIdx === null || id === rowIdx)
    .map(({ row, id }) => ({
      id,
      name: text(row.name) ?? 'Unnamed business',
      detail: text(row.address) ?? undefined,
      position: positionOf(row.latitude, row.longitude),
      look: RESULT_LOOK,
      phone: phoneOf(row),
      website: text(row.website),
      listedAs: text(row.name_as_listed),
      doubtful: row.position_doubtful === true,
      yours: row.yours === true,
    }));
}

/** Fewer corners enclose nothing. */
const FEWEST_CORNERS = 3;

/** The outlines of rows that have one: a building or its grounds. */
export function resultOutlines(rows: readonly MappedRow[]): MapOutline[] {
  return rows.flatMap((row, index) => {
    const { polygon_coords: corners } = row;
    if (!Array.isArray(corners)) return [];
    const ring = corners.flatMap((corner: unknown): Position[] => {
      const position = Array.isArray(corner) ? positionOf(corner[0], corner[1]) : null;
      return position === null ? [] : [position];
    });
    return ring.length < FEWEST_CORNERS ? [] : [{ id: idOf(row, index), rings: [ring] }];
  });
}

function phoneOf({ phone }: MappedRow): string | null {
  const written = text(phone);
  return written === null ? null : formatPhone(written);
}

function idOf({ row_idx: rowIdx }: MappedRow, index: number): string {
  return typeof rowIdx === 'number' || typeof rowIdx === 'string' ? String(rowIdx) : String(index);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

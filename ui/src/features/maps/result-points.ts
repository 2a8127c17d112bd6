/** Rows of a session as points of a map. */
import type { Exported } from '@/shared/api/generated';
import { positionOf, type MapPoint } from '@/shared/map/map-point';
import { RESULT_LOOK } from '@/shared/map/marker-look';

/** What a map needs of a row. Rows come from the server, or from the page that led here. */
export interface MappedRow {
  row_idx?: unknown;
  name?: unknown;
  address?: unknown;
  phone?: unknown;
  website?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  sample?: unknown;
}

export interface ResultPoint extends MapPoint {
  phone: string | null;
  website: string | null;
}

/** The rows that another page handed over with the navigation, if it did. */
export function handedOver(state: unknown): MappedRow[] | null {
  if (typeof state !== 'object' || state === null || !('results' in state)) return null;
  const { results } = state;
  return Array.isArray(results) ? results.filter((row): row is MappedRow => typeof row === 'object') : null;
}

/** The rows of an export, which come alone or beside their sources. */
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
      phone: text(row.phone),
      website: text(row.website),
    }));
}

function idOf({ row_idx: rowIdx }: MappedRow, index: number): string {
  return typeof rowIdx === 'number' || typeof rowIdx === 'string' ? String(rowIdx) : String(index);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

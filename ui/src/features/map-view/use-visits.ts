/** The visit order as numbered markers and a line. */
import { useMemo } from 'react';
import { formatMiles } from '@/shared/lib/format';
import { milesBetween } from '@/shared/map/distance';
import { averageOf } from '@/shared/map/fit';
import { isPlaced, type PlacedPoint, type Position } from '@/shared/map/map-point';
import type { VisitStart } from './map-address';
import type { CompanyPoint } from './mapped-company';

export interface Visits {
  /** In visiting order, those without a position last. */
  points: readonly CompanyPoint[];
  line: readonly Position[];
  stops: number;
  miles: number;
}

/** Null if no order is wanted or nothing can be visited; `tooMany` above the limit. */
export function useVisits(
  points: readonly CompanyPoint[],
  all: readonly CompanyPoint[],
  start: VisitStart | null,
): Visits | 'tooMany' | null {
  return useMemo(() => {
    if (start === null) return null;
    const placed = points.filter(isPlacedCompany);
    if (placed.length === 0) return null;
    if (placed.length > MOST_STOPS) return 'tooMany';
    return visits(points, placed, startOf(start, all, placed));
  }, [points, all, start]);
}

type PlacedCompany = CompanyPoint & PlacedPoint;

function isPlacedCompany(point: CompanyPoint): point is PlacedCompany {
  return isPlaced(point);
}

function visits(points: readonly CompanyPoint[], placed: readonly PlacedCompany[], start: Position): Visits {
  const stops = visitOrder(placed, start);
  const numbered = stops.map(({ place, miles }, index) => ({
    ...place,
    look: { ...place.look, letter: String(index + 1) },
    detail: [formatMiles(miles), place.detail].filter((part) => part !== undefined).join(' · '),
  }));
  return {
    points: [...numbered, ...points.filter((point) => !isPlaced(point))],
    line: [start, ...stops.map(({ place }) => place.position)],
    stops: stops.length,
    miles: stops.reduce((sum, { miles }) => sum + miles, 0),
  };
}

/** A company that is gone or has no position is replaced by the center of all. */
function startOf(
  start: VisitStart,
  all: readonly CompanyPoint[],
  placed: readonly PlacedCompany[],
): Position {
  if (typeof start !== 'string') return start;
  const company = all.find(({ id }) => id === start);
  return company?.position ?? averageOf(placed, { latitude: 0, longitude: 0 });
}

/** A day's or a month's visits; beyond that an order helps nobody. */
export const MOST_STOPS = 500;

interface Stop<Place> {
  place: Place;
  /** From the previous stop, or from the start. */
  miles: number;
}

/** From the start, always to the nearest company not visited yet. Distances are straight lines: roads are not known. */
export function visitOrder<Place extends { position: Position }>(
  places: readonly Place[],
  start: Position,
): Stop<Place>[] {
  const left = new Set(places);
  const stops: Stop<Place>[] = [];
  let at = start;
  while (left.size > 0) {
    let next: Stop<Place> | null = null;
    for (const place of left) {
      const miles = milesBetween(at, place.position);
      if (next === null || miles < next.miles) next = { place, miles };
    }
    if (next === null) break;
    left.delete(next.place);
    stops.push(next);
    at = next.place.position;
  }
  return stops;
}

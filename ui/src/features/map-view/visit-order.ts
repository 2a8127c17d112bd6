/**
 * An order of visits: from a start always to the nearest company not visited yet. Distances are straight, as the
 * crow flies; roads are not known.
 */
import { milesBetween } from '@/shared/map/distance';
import type { Position } from '@/shared/map/map-point';

/** What a day, or a month, of visits may hold; above it an order says nothing to anybody. */
export const MOST_STOPS = 500;

export interface Stop<Place> {
  place: Place;
  /** From the stop before it, or from the start. */
  miles: number;
}

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

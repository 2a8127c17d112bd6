/** What figures mean, by the specification's thresholds. */
import { milesBetween } from '@/shared/map/distance';
import type { Position } from '@/shared/map/map-point';
import type { Ends } from './account';

/** Zones outside the special flood hazard areas. */
const QUIET_FLOOD_ZONES = ['', 'NONE', 'X'];

export function isFloodZoneFlagged(zone: string | null): boolean {
  return zone !== null && !QUIET_FLOOD_ZONES.includes(zone.trim().toUpperCase());
}

/** The saturation of an average market. */
export const AVERAGE_SATURATION = 100;
export const LOW_SATURATION = 80;
export const HIGH_SATURATION = 120;

/** How full the market is, by its saturation compared with the state and the nation (100: average). */
export function saturationSummary(state: number | null, national: number | null): string {
  if (state === null || national === null) return 'Saturation analysis data not available.';
  if (state < LOW_SATURATION && national < LOW_SATURATION) {
    return 'Low saturation: fewer businesses of this kind than elsewhere.';
  }
  if (state > HIGH_SATURATION || national > HIGH_SATURATION) {
    return 'Highly saturated: more businesses of this kind than elsewhere.';
  }
  return 'Moderate saturation: about as many businesses of this kind as elsewhere.';
}

export const TOO_FEW_TO_TELL = 'Too few are published here to tell how saturated it is.';

/** Likewise for figures that may be ranges: only if both bounds agree. */
export function saturationSummaryOf(state: Ends | null, national: Ends | null): string {
  const [least, most] = [0, 1].map((end) => saturationSummary(state?.[end] ?? null, national?.[end] ?? null));
  return least === most && least !== undefined ? least : TOO_FEW_TO_TELL;
}

export type Level = 'above' | 'below' | 'at';

function levelAgainst(value: number, average: number): Level {
  if (value === average) return 'at';
  return value > average ? 'above' : 'below';
}

/** 'above average', 'below average', 'at average'. */
export function againstAverage(value: number, average = AVERAGE_SATURATION): string {
  return `${levelAgainst(value, average)} average`;
}

/** Likewise for a figure that may be a range. */
export function endsAgainstAverage([least, most]: Ends): string {
  const [low, high] = [againstAverage(least), againstAverage(most)];
  return low === high ? low : 'below or above average, too few are published to tell';
}

/** Income over this counts as above average. */
export const ABOVE_AVERAGE_INCOME = 60_000;

/** Anything farther away has wrong coordinates. */
const FARTHEST_MI = 998;
const NEAREST = 4;

/** The nearest, with their distances. */
export function nearestOf<Place extends Position>(
  from: Position,
  places: readonly Place[],
): { place: Place; miles: number }[] {
  return places
    .map((place) => ({ place, miles: milesBetween(from, place) }))
    .filter(({ miles }) => miles <= FARTHEST_MI)
    .sort((one, other) => one.miles - other.miles)
    .slice(0, NEAREST);
}

import type { Position } from './map-point';

const EARTH_DIAMETER_MI = 7_918;

/** The great-circle distance in miles. */
export function milesBetween(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const across = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const part = across + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along;
  return EARTH_DIAMETER_MI * Math.asin(Math.sqrt(Math.min(1, part)));
}

/** The factors of a score, from the row. */
import type { ScoreFactor } from '@/shared/api/generated';

/** A score's factors, largest contribution first; malformed ones are dropped. */
export function factorsOf(value: unknown): ScoreFactor[] {
  if (!Array.isArray(value)) return [];
  const adds = ({ points, weight }: ScoreFactor) => points * weight;
  return value.filter(isFactor).sort((one, other) => adds(other) - adds(one));
}

function isFactor(value: unknown): value is ScoreFactor {
  if (typeof value !== 'object' || value === null) return false;
  const { field, input, points, weight } = value as Record<string, unknown>;
  return typeof field === 'string' && [input, points, weight].every((figure) => typeof figure === 'number');
}

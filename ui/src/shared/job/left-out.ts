import type { JobBody } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';

/** '12 yours left out, 0 credits': what was found of the user's own list; null if nothing was. */
export function leftOutText(job: JobBody | null): string | null {
  // The document does not have it yet.
  const { left_out: count = 0 } = (job ?? {}) as { left_out?: number };
  return count === 0 ? null : `${formatNumber(count)} yours left out, 0 credits`;
}

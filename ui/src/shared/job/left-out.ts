import type { JobBody } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';

/** '12 yours left out, 0 credits': what was found of the user's own list; null if nothing was. */
export function leftOutText(job: Pick<JobBody, 'left_out'> | null): string | null {
  const count = job?.left_out ?? 0;
  return count === 0 ? null : `${formatNumber(count)} yours left out, 0 credits`;
}

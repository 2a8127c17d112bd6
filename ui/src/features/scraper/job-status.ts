/** What a job's status means to whoever follows it. */
import type { JobStatus } from '@/shared/api/generated';

const HAS_ENDED: Record<JobStatus, boolean> = {
  queued: false,
  processing: false,
  completed: true,
  failed: true,
  cancelled: true,
};

/** Is there no more to ask after? */
export function hasEnded(status: JobStatus): boolean {
  return HAS_ENDED[status];
}

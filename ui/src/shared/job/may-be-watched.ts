import type { JobBody } from '@/shared/api/generated';

export const CANNOT_BE_WATCHED = 'Rows of Google and the public OpenStreetMap server cannot be watched.';

/** Why a schedule cannot go on with this search; null if it can. The server knows more of its sources. */
export function whyNotWatched(job: JobBody): string | null {
  if (!job.ended) return 'This search goes on. Monitor it once it is done.';
  if (job.monitor_id != null) return 'A schedule runs this search already.';
  if (job.reading != null) return 'Websites that were read cannot be watched.';
  if (job.list_only) return CANNOT_BE_WATCHED;
  if (job.rows_deleted) return 'The rows of this search are deleted.';
  return job.sample ? 'Made-up businesses cannot be watched.' : null;
}

/** Whether a schedule can go on with this search. */
export function mayBeWatched(job: JobBody): boolean {
  return whyNotWatched(job) === null;
}

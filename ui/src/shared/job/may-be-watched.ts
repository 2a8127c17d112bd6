import type { JobBody } from '@/shared/api/generated';

/** Whether a schedule can go on with this search; the server knows more of its sources. */
export function mayBeWatched(job: JobBody): boolean {
  const { ended, reading, list_only: listOnly, rows_deleted: rowsDeleted, sample } = job;
  return ended && reading == null && !listOnly && !rowsDeleted && !sample;
}

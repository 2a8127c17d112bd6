import type { JobBody } from '@/shared/api/generated';
import { paths } from '@/shared/paths';

/** The page that shows what a job found; of a schedule's run, its changes. */
export function jobPath({
  job_id: jobId,
  reading,
  monitor_id: monitorId,
}: Pick<JobBody, 'job_id' | 'reading' | 'monitor_id'>): string {
  if (monitorId != null) return paths.monitor(monitorId, jobId);
  return reading == null ? paths.search(jobId) : paths.scrape(jobId);
}

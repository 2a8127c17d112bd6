import type { JobBody } from '@/shared/api/generated';
import { paths } from '@/shared/paths';

/** The page that shows what a job found. */
export function jobPath({ job_id: jobId, reading }: Pick<JobBody, 'job_id' | 'reading'>): string {
  return reading == null ? paths.search(jobId) : paths.scrape(jobId);
}

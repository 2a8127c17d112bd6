/**
 * The name and the time limit of each call, by endpoint. Names go into the error texts; limits are the
 * specification's (scrape 15 min, export 10 min, jobs 30 s, all others 5 min).
 */
const MINUTE_MS = 60_000;
const JOBS_TIMEOUT_MS = 30_000;
const DEFAULT_TIMEOUT_MS = 5 * MINUTE_MS;

export const EXPORT_TIMEOUT_MS = 10 * MINUTE_MS;

interface Operation {
  name: string;
  timeoutMs: number;
}

const OPERATIONS: Record<string, Operation> = {
  getConfig: { name: 'loading the settings', timeoutMs: JOBS_TIMEOUT_MS },
  creditStatus: { name: 'credit check', timeoutMs: DEFAULT_TIMEOUT_MS },
  creditHistory: { name: 'loading the history', timeoutMs: DEFAULT_TIMEOUT_MS },
  startScrape: { name: 'Scraping', timeoutMs: JOBS_TIMEOUT_MS },
  getJob: { name: 'job status check', timeoutMs: JOBS_TIMEOUT_MS },
  getJobStatus: { name: 'job recovery', timeoutMs: JOBS_TIMEOUT_MS },
  getJobResult: { name: 'fetching results', timeoutMs: DEFAULT_TIMEOUT_MS },
  cancelJob: { name: 'cancelling the job', timeoutMs: JOBS_TIMEOUT_MS },
};

export function operationOf(endpoint: string): Operation {
  return OPERATIONS[endpoint] ?? { name: 'the request', timeoutMs: DEFAULT_TIMEOUT_MS };
}

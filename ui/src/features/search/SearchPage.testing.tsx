/** Shared by the tests of the search page: a server with one job, and the form. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EnrichmentBody, JobBody, ResultRow, Sources } from '@/shared/api/generated';
import {
  creditStatus,
  estimate,
  fake,
  fakeSeen,
  fieldsBody,
  jobBody,
  packedResult,
  refusal,
  sourcesBody,
} from '@/shared/testing/fakes';
import { renderScreen, TEST_CONFIG } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { JOB_ID, ROWS } from '@/shared/testing/session';
import { paths } from '@/shared/paths';
import { SearchPage } from './SearchPage';

/** The state of the job. */
export type Job = Partial<JobBody>;

interface Served {
  credits?: number;
  rows?: ResultRow[];
  sample?: boolean;
  /** The sources of the rows' facts. */
  sources?: Sources;
  /** What can be resumed, besides the job itself. */
  open?: JobBody[];
}

/** A server with one job, in the state that `job` returns. */
export function serve(
  job: Job,
  { credits = 100, rows = ROWS, sample = false, sources: served, open = [] }: Served = {},
) {
  const calls: string[] = [];
  /** Calls at the start are counted separately. */
  const asked = { credits: 0, open: 0 };
  /** The sessions marked as seen. */
  const seen: string[] = [];
  const bodies: unknown[] = [];
  /** An answer that records its call. */
  const noted =
    <Answer,>(answer: () => Answer) =>
    ({ request }: { request: Request }) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer();
    };
  const jobNow = noted(() => jobBody({ job_id: JOB_ID, ...job }));
  server.use(
    fake('getConfig', TEST_CONFIG),
    fake('listJobs', () => {
      asked.open += 1;
      return { jobs: open, next: null };
    }),
    fakeSeen(seen),
    fake('listFields', fieldsBody([])),
    fake('listSources', sourcesBody()),
    fake('listCities', { state: 'OR', cities: [] }),
    fake('estimateScrape', estimate()),
    fake('creditStatus', () => {
      asked.credits += 1;
      return creditStatus({ available_credits: credits });
    }),
    fake('startScrape', async (call) => {
      bodies.push(await call.request.clone().json());
      return noted(() => ({
        job_id: JOB_ID,
        status: 'queued' as const,
        skipped_cities: [],
        unknown_cities: [],
      }))(call);
    }),
    fake('getJobResult', (call) => {
      const answer = packedResult(call.request, rows, {
        sample,
        ...served,
        ...(job.status === undefined ? {} : { status: job.status }),
      });
      return noted(() => answer)(call);
    }),
    // By default events do not get through.
    fake('followJob', refusal(503)),
    fake('getJobStatus', jobNow),
    fake('getJob', jobNow),
    fake(
      'cancelJob',
      noted(() => {
        if (job.enrichment?.status === 'processing')
          job.enrichment = { ...job.enrichment, status: 'cancelled' };
        else Object.assign(job, { status: 'cancelled', message: 'Cancelled' } satisfies Job);
        return { job_id: JOB_ID, status: 'cancelled' };
      }),
    ),
  );
  return { calls, asked, bodies, job, seen };
}

export const enrichment = (changes: Partial<EnrichmentBody> = {}): EnrichmentBody => ({
  status: 'completed',
  enriched: 0,
  progress: 0,
  message: '',
  ...changes,
});

export const completed = (): Job => ({ status: 'completed', progress: 100, message: 'Completed' });
export const processing = (): Job => ({ status: 'processing', progress: 45, message: 'Portland' });

// Without delays between keys: the clock is fake.
export const user = userEvent.setup({ delay: null });
export const log = () => screen.getByRole('log');
export const bar = () => screen.getByRole('progressbar', { name: 'Search progress' });
export const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** Pasted: the page renders once per field, not once per key. */
export async function fillIn() {
  for (const [label, text] of [
    ['Search Term', 'brewery'],
    ['State', 'oregon'],
    ['Cities', 'Portland, Bend'],
  ] as const) {
    await user.click(screen.getByRole(label === 'Cities' ? 'combobox' : 'textbox', { name: label }));
    await user.paste(text);
  }
}

export async function search() {
  await fillIn();
  await press('Start Scraping');
}

/** The form, which makes way for rows. */
export const newSearch = async () => user.click(await screen.findByRole('button', { name: 'New search' }));

export const openPage = (at = paths.search()) => renderScreen(<SearchPage />, { at });

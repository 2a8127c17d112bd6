/** What the tests of the scraper page share: a server with one job, and hands on the form. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryEntryBody, JobBody, ResultRow, Sources } from '@/shared/api/generated';
import {
  creditStatus,
  estimate,
  fake,
  fieldsBody,
  jobBody,
  packedResult,
  refusal,
  resultRow,
  sourcesBody,
} from '@/shared/testing/fakes';
import { renderScreen, TEST_CONFIG } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { paths } from '@/shared/paths';
import { ScraperPage } from './SearchPage';
import { NO_ROWS } from '@/shared/results/session-rows';

export const JOB_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const ROWS = [
  resultRow({ name: 'Alder Brewing', city: 'Portland', website: 'alder.example', rating: 4.5 }),
  resultRow({ row_idx: 1, name: 'Bend Ales', city: 'Bend', website: 'javascript:alert(1)', rating: 12 }),
];

export const STORED = {
  sessionKey: JOB_ID,
  session: { ...NO_ROWS, rows: ROWS, total: ROWS.length },
  enriched: false,
  enrichedRows: 0,
  sample: false,
};

type Job = Pick<JobBody, 'status' | 'progress' | 'message'>;

interface Served {
  credits?: number;
  rows?: ResultRow[];
  sample?: boolean;
  /** Where the facts of the rows come from. */
  sources?: Sources;
  /** What the user's history says. */
  history?: HistoryEntryBody[];
}

/** A server with one job, which stands as `job` says when it is asked after. */
export function serve(
  job: Job,
  { credits = 100, rows = ROWS, sample = false, sources: served, history = [] }: Served = {},
) {
  const calls: string[] = [];
  /** The balance is asked for from the start, so those calls are counted apart. */
  const asked = { credits: 0 };
  const bodies: unknown[] = [];
  /** An answer that notes its call. */
  const noted =
    <Answer,>(answer: () => Answer) =>
    ({ request }: { request: Request }) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer();
    };
  const jobNow = noted(() => jobBody({ job_id: JOB_ID, ...job }));
  server.use(
    fake('getConfig', TEST_CONFIG),
    fake('creditHistory', { data: history }),
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
      const answer = packedResult(call.request, rows, { status: job.status, sample, ...served });
      return noted(() => answer)(call);
    }),
    // Where a test says nothing of them, events do not come through.
    fake('followJob', refusal(503)),
    fake('getJobStatus', jobNow),
    fake('getJob', jobNow),
    fake(
      'cancelJob',
      noted(() => {
        Object.assign(job, { status: 'cancelled', message: 'Cancelled' } satisfies Partial<Job>);
        return { job_id: JOB_ID, status: 'cancelled' };
      }),
    ),
  );
  return { calls, asked, bodies, job };
}

export const completed = (): Job => ({ status: 'completed', progress: 100, message: 'Completed' });
export const processing = (): Job => ({ status: 'processing', progress: 45, message: 'Portland' });

/** An answer that is held back until it is let go. */
export function held(): { wait: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  return { wait, letGo };
}

// Without pauses between the keys: time stands still here.
export const user = userEvent.setup({ delay: null });
export const log = () => screen.getByRole('log');
export const bar = () => screen.getByRole('progressbar', { name: 'Search progress' });
export const press = (name: string) => user.click(screen.getByRole('button', { name }));

export async function fillIn() {
  await user.type(screen.getByLabelText('Search Term'), 'brewery');
  await user.type(screen.getByLabelText('State'), 'oregon');
  await user.type(screen.getByRole('combobox', { name: 'Cities' }), 'Portland, Bend');
}

export async function search() {
  await fillIn();
  await press('Start Scraping');
}

/** The form, which gives way to rows. */
export const newSearch = () => press('New search');

export const openPage = (at = paths.search()) => renderScreen(<ScraperPage />, { at });

/** Shared by the tests of the enricher page: a server that finds two rows and enriches them, and the form. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { CreditStatusApiResponse, JobBody, ScrapeBody } from '@/shared/api/generated';
import {
  creditStatus,
  fake,
  fakeSeen,
  fieldsBody,
  jobBody,
  packedResult,
  refusal,
  resultRow,
} from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';

export const user = userEvent.setup({ delay: null });
export const ROWS = [resultRow({ name: 'Alder Brewing' }), resultRow({ row_idx: 1, name: 'Bend Ales' })];
export const FOUND: ScrapeBody = {
  sessionKey: 's1',
  status: 'completed',
  message: 'Completed with 2 results',
  results: ROWS,
  sample: false,
  sources: [],
  source_sets: [],
};

export const ENRICHED = {
  status: 'completed' as const,
  enriched: 2,
  message: 'Enriched 2 of 2 rows',
  progress: 100,
};

/** The session ids of GET /scrape. */
export const names: string[] = [];

/** A server with these credits that finds and enriches; records its calls and the search names. */
export function serve(credits: Partial<CreditStatusApiResponse> = {}, found: ScrapeBody = FOUND) {
  const asked: string[] = [];
  names.length = 0;
  const job: Partial<JobBody> = { results_count: found.results.length };
  const jobNow = ({ params }: { params: Readonly<Record<string, unknown>> }) =>
    jobBody({ job_id: String(params.jobId), ...job });
  server.use(
    fake('creditStatus', creditStatus(credits)),
    fake('listFields', fieldsBody([])),
    fakeSeen(),
    // Events do not get through.
    fake('followJob', refusal(503)),
    fake('getJobStatus', jobNow),
    fake('getJob', jobNow),
    fake('getJobResult', ({ request }) =>
      packedResult(request, found.results, { enrichment_applied: job.enrichment !== undefined }),
    ),
    fake('scrape', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const name = searchParams.get('session_id') ?? '';
      expect(name).toMatch(/^[\w-]{21}$/);
      names.push(name);
      asked.push(
        ['scrape', 'query', 'state', 'user_id'].map((name) => searchParams.get(name) ?? name).join(' '),
      );
      return found;
    }),
    fake('cancelJob', ({ params }) => {
      asked.push(`cancel ${String(params.jobId)}`);
      job.enrichment = { ...ENRICHED, status: 'cancelled', enriched: 0 };
      return { job_id: 's1', status: 'cancelled' as const };
    }),
    fake('enrich', async ({ request }) => {
      asked.push(`enrich ${((await request.json()) as { sessionKey: string }).sessionKey}`);
      const { result } = packedResult(request, ROWS, { source_sets: [] });
      job.enrichment = ENRICHED;
      return {
        ...result,
        sessionKey: 's1',
        enrichment: ENRICHED,
      };
    }),
  );
  return asked;
}

export const log = () => screen.getByRole('log');
export async function startWith(query: string, state = '') {
  if (query !== '') await user.type(screen.getByLabelText('Search query'), query);
  if (state !== '') await user.type(screen.getByLabelText('State'), state);
  await user.click(screen.getByRole('button', { name: 'Start Enrichment Process' }));
}

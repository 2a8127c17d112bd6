import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnrichmentBody } from '@/shared/api/generated';
import {
  creditStatus,
  estimate,
  fake,
  jobBody,
  jobEvents,
  lost,
  packedResult,
  refusal,
} from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held, JOB_ID, ROWS } from '@/shared/testing/session';
import {
  bar,
  completed,
  enrichment,
  fillIn,
  log,
  newSearch,
  openPage,
  press,
  processing,
  serve,
  user,
} from './SearchPage.testing';
import { openSession } from './stored-session';

const STOPPED = 'Enrichment stopped. The scraped results are kept.';
const CANCEL = `POST /api/jobs/${JOB_ID}/cancel`;
const under = (enriched = 0) =>
  enrichment({
    status: 'processing',
    enriched,
    progress: 50 * enriched,
    message: `Enriching: ${enriched} of 2`,
  });
const done = (enriched = 2) =>
  enrichment({ enriched, progress: 100, message: `Enriched ${enriched} results` });

describe('/googlemaps with Comprehensive Enrichment', () => {
  beforeEach(() => {
    // A fake clock, advanced by the tests.
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  /** A completed search that the page has followed and whose rows the server enriches. */
  async function searchWithEnrichment(now: EnrichmentBody = under()) {
    const served = serve({ ...completed(), enrich: true, enrichment: now });
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    await screen.findByText('Alder Brewing');
    return {
      ...served,
      /** The server's answer from now on. */
      tell: (said: EnrichmentBody) =>
        Object.assign(served.job, { enrichment: said, credits_charged: 2 + said.enriched }),
    };
  }

  /** The page shows the enrichment and gets the server's next event. */
  const shown = async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment started');
  };
  const polled = () => vi.advanceTimersByTimeAsync(5_000);

  it('JOB-06, JOB-08, ENR-01: the server enriches: 75 for 2 s after the rows are there, then 80, 90, 100', async () => {
    const { bodies, calls, tell, seen } = await searchWithEnrichment();
    expect(bodies).toMatchObject([{ enrich: true }]);
    expect(bar()).toHaveAttribute('aria-valuenow', '75');
    expect(screen.getByText('Enriching')).toBeVisible();
    await press('Edit search');
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeDisabled();
    await press('Edit search');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bar()).toHaveAttribute('aria-valuenow', '75');
    await shown();
    expect(bar()).toHaveAttribute('aria-valuenow', '80');
    expect(seen, 'it has not ended').toEqual([]);
    const facts = held();
    server.use(
      fake('getJobResult', async ({ request }) => {
        await facts.wait;
        return packedResult(request, ROWS, { enrichment_applied: true });
      }),
    );
    tell(done());
    await polled();
    await waitFor(() => {
      expect(bar()).toHaveAttribute('aria-valuenow', '90');
    });
    facts.letGo();
    await within(log()).findByText('Enriched 2 results');
    expect(within(log()).getByText(/Time saved: about 1 h 32 min/)).toBeInTheDocument();
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText('2 rows · 4 credits')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    await waitFor(() => {
      expect(seen).toEqual([JOB_ID]);
    });
    expect(
      calls.filter((call) => call.startsWith('POST')),
      'the page calls nothing else',
    ).toEqual(['POST /api/jobs/scrape']);
  });

  it('JOB-06: an enrichment that was over at once is shown for its 2 s, too', async () => {
    await searchWithEnrichment(done());
    expect(bar()).toHaveAttribute('aria-valuenow', '75');
    await shown();
    await within(log()).findByText('Enriched 2 results');
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
  });

  it('JOB-08, ENR-01: how far it is, and what it has cost so far, come by events; nobody polls', async () => {
    const events = jobEvents();
    const { calls } = serve(processing());
    server.use(fake('followJob', events.open));
    openPage();
    await fillIn();
    await press('Start Scraping');
    await waitFor(() => {
      expect(events.connections).toHaveLength(1);
    });
    const tell = (id: string, changes: Parameters<typeof jobBody>[0], event?: 'end') => {
      events.send(id, jobBody({ job_id: JOB_ID, enrich: true, ...changes }), event);
    };
    tell('e1', { enrichment: under() });
    await screen.findByText('Alder Brewing');
    await shown();
    tell('e2', { enrichment: under(1), credits_charged: 3 });
    expect(await screen.findByText('Enriching: 1 of 2')).toBeVisible();
    expect(screen.getByText('2 rows · 3 credits')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).not.toContain(`GET /api/jobs/${JOB_ID}`);
    tell('e3', { enrichment: done(), credits_charged: 4 }, 'end');
    await within(log()).findByText('Enriched 2 results');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(events.connections, 'what is done is not followed').toHaveLength(1);
  });

  it('JOB-09: where credits ended early, the time saved counts the rows that have their facts', async () => {
    await searchWithEnrichment(done(1));
    await shown();
    await within(log()).findByText('Enriched 1 results');
    expect(screen.getByText('Time saved: about 49 min for 2 records')).toBeVisible();
  });

  it.each([
    ['the server fails', refusal(503, 'not now'), 'Server error (503): not now'],
    ['it is too busy', refusal(429, 'not now'), 'Server error (429): not now'],
    [
      'the connection is lost',
      lost(),
      'Network connection lost during job status check. The server may be temporarily unavailable - please try again.',
    ],
  ] as const)(
    "ENR-02: %s: read six times in all, then 'Enrichment failed: …' over the scraped rows; facts show once it is reached",
    async (_, failure, words) => {
      const { tell, job } = await searchWithEnrichment();
      await shown();
      let reads = 0;
      server.use(
        fake('getJob', () => {
          reads += 1;
          return failure;
        }),
      );
      while (reads === 0) await vi.advanceTimersByTimeAsync(500);
      for (const [at, seconds] of [2, 4, 8, 16, 30].entries()) {
        await within(log()).findByText(new RegExp(`Trying again in ${seconds} s\\.$`));
        expect(reads).toBe(at + 1);
        await vi.advanceTimersByTimeAsync(seconds * 1_000);
      }
      expect(await within(log()).findByText(`Enrichment failed: ${words}`)).toBeVisible();
      expect(reads).toBe(6);
      expect(screen.getByText('Alder Brewing')).toBeVisible();
      await newSearch();
      expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
      expect(openSession(USER_ID), 'a reload goes on with it').toBe(JOB_ID);

      tell(done());
      server.use(fake('getJob', () => jobBody({ job_id: JOB_ID, ...job })));
      await polled();
      expect(await within(log()).findByText('Enriched 2 results')).toBeVisible();
    },
  );

  it('ENR-02: facts that cannot be read are read again, and show once they can be', async () => {
    const { tell } = await searchWithEnrichment();
    await shown();
    server.use(fake('getJobResult', lost()));
    tell(done());
    await polled();
    await within(log()).findByText(
      /^Network connection lost during fetching results.* Trying again in 2 s\.$/,
    );
    for (const seconds of [2, 4, 8, 16, 30]) {
      await within(log()).findByText(new RegExp(`Trying again in ${seconds} s\\.$`));
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
    }
    await within(log()).findByText(/^Enrichment failed: Network connection lost/);
    server.use(
      fake('getJobResult', ({ request }) => packedResult(request, ROWS, { enrichment_applied: true })),
    );
    await polled();
    await within(log()).findByText('Enriched 2 results');
  });

  it('ENR-02: an enrichment that failed at the server is said in its words, and leaves the scraped rows', async () => {
    const { tell } = await searchWithEnrichment();
    await shown();
    tell(enrichment({ status: 'failed', message: 'Data enrichment requires Business or Pro tier' }));
    await polled();
    const said = await within(log()).findByText(
      'Enrichment failed: Data enrichment requires Business or Pro tier',
    );
    expect(said.closest('li')).toHaveAttribute('data-failed', 'true');
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-07: Stop that comes too late for the search ends its enrichment', async () => {
    const { job } = serve({ ...processing(), enrich: true });
    server.use(
      fake('cancelJob', () => {
        Object.assign(job, completed(), { enrichment: enrichment({ status: 'cancelled' }) });
        return { job_id: JOB_ID, status: 'cancelled' };
      }),
    );
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    await within(log()).findByText('Processing: 45% - Portland');
    expect(bar(), 'by the table of a search with enrichment').toHaveAttribute('aria-valuenow', '40');
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText(STOPPED);
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-07: Stop while enriching is instant, keeps the rows, and cancels so that nothing more is charged', async () => {
    const { calls, job } = await searchWithEnrichment();
    await shown();
    const answer = held();
    server.use(
      fake('cancelJob', async () => {
        calls.push(CANCEL);
        await answer.wait;
        job.enrichment = enrichment({ status: 'cancelled', enriched: 1 });
        return { job_id: JOB_ID, status: 'cancelled' };
      }),
    );
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText(STOPPED);
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    answer.letGo();
    expect(
      await screen.findByText('Time saved: about 49 min for 2 records'),
      'what was paid is shown',
    ).toBeVisible();
    expect(within(log()).getAllByText(STOPPED)).toHaveLength(1);
    expect(calls.filter((call) => call === CANCEL)).toHaveLength(1);
  });

  it('JOB-07: where the enrichment could not be stopped, that is said, and it goes on', async () => {
    await searchWithEnrichment();
    await shown();
    server.use(fake('cancelJob', lost()));
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText(/^Failed to cancel job: Network connection lost/);
    expect(await screen.findByText('Enriching')).toBeVisible();
  });

  it('JOB-07, JOB-11: Clear while enriching stops it first, so that nothing more is charged', async () => {
    const { calls } = await searchWithEnrichment();
    await shown();
    await press('Clear');
    expect(screen.getByText('No results to display.')).toBeVisible();
    await waitFor(() => {
      expect(calls).toContain(CANCEL);
    });
    expect(openSession(USER_ID)).toBeNull();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-07, JOB-11: Clear says that what is under way could not be stopped', async () => {
    await searchWithEnrichment();
    server.use(fake('cancelJob', refusal(409, 'The job has ended')));
    await press('Clear');
    expect(screen.getByText('No results to display.')).toBeVisible();
    expect(await within(log()).findByText('Failed to cancel job: The job has ended')).toBeVisible();
    expect(within(log()).getAllByRole('listitem')).toHaveLength(1);
  });

  it('JOB-10: a reload while enriching goes on with it, and asks for nothing again', async () => {
    const { calls, tell } = await searchWithEnrichment();
    cleanup();
    openPage();
    await screen.findByText('Alder Brewing');
    expect(await screen.findByText('Enriching')).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '80');
    tell(done());
    await polled();
    await within(log()).findByText('Enriched 2 results');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/jobs/scrape']);
  });

  it('JOB-03: the estimate is asked for again when the enrichment has been paid', async () => {
    await searchWithEnrichment(done());
    server.use(fake('estimateScrape', estimate({ credits_left: 300 })));
    await shown();
    await within(log()).findByText('Enriched 2 results');
    await vi.advanceTimersByTimeAsync(1_000);
    await newSearch();
    expect(await screen.findByText('4 credits to start, 300 left')).toBeVisible();
  });

  it('ENR-05: a plan that may not enrich says so at the box', async () => {
    serve(completed());
    server.use(fake('creditStatus', creditStatus({ can_enrich: false })));
    openPage();
    expect(await screen.findByText('Data enrichment requires Business or Pro tier')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' })).toBeDisabled();
  });

  it('ENR-05: a search whose plan may not enrich is refused in the words of the server', async () => {
    serve(completed());
    server.use(fake('startScrape', refusal(403, 'Data enrichment requires Business or Pro tier')));
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    expect(await screen.findByText('Not started')).toBeVisible();
    await within(log()).findByText('Server error (403): Data enrichment requires Business or Pro tier');
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  creditStatus,
  estimate,
  fake,
  jobBody,
  jobEvents,
  lost,
  packedResult,
  refusal,
  text,
} from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import {
  JOB_ID,
  ROWS,
  serve,
  completed,
  processing,
  user,
  log,
  bar,
  held,
  press,
  fillIn,
  newSearch,
  openPage,
} from './SearchPage.testing';
import { loadSessions } from '@/features/scraper/local-sessions';
import { ACTIVE_JOB_KEY, loadActiveJob, loadSession } from './stored-session';

describe('/googlemaps with Comprehensive Enrichment', () => {
  beforeEach(() => {
    // Time stands still but for what the tests let pass, so that waits end when they are due.
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  /** What POST /enrich answers: so many rows with their facts, the loss of the connection, a status, or else. */
  type Answer = number | 'lost' | { status: number } | { unexpected: string } | Promise<void>;

  /** A completed job whose rows wait for their facts; `answers` come one after another. */
  async function searchWithEnrichment(...answers: Answer[]) {
    const served = serve(completed());
    const enriched: unknown[] = [];
    const signals: AbortSignal[] = [];
    server.use(
      fake('enrich', async ({ request }) => {
        enriched.push(await request.clone().json());
        signals.push(request.signal);
        const answer = answers[enriched.length - 1] ?? ROWS.length;
        if (answer === 'lost') return lost();
        if (answer instanceof Promise) await answer;
        else if (typeof answer === 'object')
          return 'status' in answer ? refusal(answer.status, 'not now') : text(answer.unexpected);
        const { result } = packedResult(request, ROWS);
        const count = typeof answer === 'number' ? answer : ROWS.length;
        const enrichment = {
          status: 'completed' as const,
          enriched: count,
          progress: 100,
          message: `${count} results enriched`,
        };
        return { ...result, sessionKey: JOB_ID, enrichment_applied: true, enrichment };
      }),
    );
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    await screen.findByText('Alder Brewing');
    return { ...served, enriched, signals };
  }

  /** The six calls, each when it is due: the page waits from when it has heard of the last one's failure. */
  async function letAllCallsFail(enriched: readonly unknown[]) {
    await vi.advanceTimersByTimeAsync(2_000);
    for (const [failed, seconds] of [2, 4, 8, 16, 30].entries()) {
      await within(log()).findByText(new RegExp(`Trying again in ${seconds} s\\.$`));
      expect(enriched).toHaveLength(failed + 1);
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
    }
    await waitFor(() => {
      expect(enriched).toHaveLength(6);
    });
  }

  it('JOB-06, JOB-08, ENR-01: enrichment starts 2 s after the rows are there: 75, 80, 90, 100', async () => {
    const facts = held();
    const receipt = held();
    const { enriched } = await searchWithEnrichment(facts.wait);
    expect(bar()).toHaveAttribute('aria-valuenow', '75');
    expect(screen.getByText('Enriching')).toBeVisible();
    await press('Edit search');
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeDisabled();
    await press('Edit search');
    expect(enriched).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment started');
    expect(bar()).toHaveAttribute('aria-valuenow', '80');
    expect(enriched).toEqual([{ sessionKey: JOB_ID, format: 'json' }]);
    server.use(
      fake('getJob', async () => {
        await receipt.wait;
        const enrichment = { status: 'completed' as const, enriched: 2, progress: 100, message: 'Enriched' };
        return jobBody({ job_id: JOB_ID, credits_charged: 4, enrichment });
      }),
    );
    facts.letGo();
    await within(log()).findByText(/Time saved: about 1 h 32 min/);
    expect(bar()).toHaveAttribute('aria-valuenow', '90');
    receipt.letGo();
    await within(log()).findByText('2 results enriched');
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText('2 rows · 4 credits')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    expect(localStorage.getItem(ACTIVE_JOB_KEY)).toBeNull();
  });

  it('JOB-08, ENR-01: how far it is, and what it has cost so far, come by events; nobody polls', async () => {
    const events = jobEvents();
    const facts = held();
    const { calls } = await searchWithEnrichment(facts.wait);
    server.use(fake('followJob', events.open));
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment started');
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => {
      expect(events.connections).toHaveLength(1);
    });
    const message = 'Enriching: 1 of 2 results';
    const enrichment = { status: 'processing' as const, enriched: 1, progress: 50, message };
    events.send('e1', jobBody({ job_id: JOB_ID, credits_charged: 3, enrichment }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('2 rows · 3 credits')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(before);
    facts.letGo();
    await within(log()).findByText('2 results enriched');
    await waitFor(() => {
      expect(events.connections[0]?.request.signal.aborted).toBe(true);
    });
  });

  it('JOB-09: where credits ended early, the time saved counts the rows that have their facts', async () => {
    await searchWithEnrichment(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('1 results enriched');
    expect(screen.getByText('Time saved: about 49 min for 2 records')).toBeVisible();
  });

  it('ENR-01: an answer in an unexpected form leaves the scraped rows', async () => {
    const { enriched } = await searchWithEnrichment({ unexpected: '{"columns":"none"}' });
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText(
      'Enrichment failed: The answer is in a form that this page does not know.',
    );
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(enriched).toHaveLength(1);
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it.each([
    ['the server fails', { status: 503 }, 'Server error (503): not now'],
    ['it has no place free', { status: 429 }, 'Server error (429): not now'],
    [
      'the connection is lost',
      'lost',
      'Network connection lost during Enrichment. The server may be temporarily unavailable - please try again.',
    ],
  ] as const)(
    "ENR-02: %s: six calls in all, then 'Enrichment failed: …' with the scraped rows",
    async (_, failure, words) => {
      const { enriched } = await searchWithEnrichment(...Array.from({ length: 6 }, () => failure));
      await letAllCallsFail(enriched);
      expect(await within(log()).findByText(`Enrichment failed: ${words}`)).toBeVisible();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(enriched).toHaveLength(6);
      expect(screen.getByText('Alder Brewing')).toBeVisible();
      await newSearch();
      expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
    },
  );

  it('ENR-02, JOB-12: an enrichment that goes on at the server while nobody is reached is paused, not failed', async () => {
    const { enriched } = await searchWithEnrichment(...Array.from({ length: 9 }, () => 'lost' as const));
    server.use(fake('getJob', lost()));
    await letAllCallsFail(enriched);
    expect(await screen.findByText('Connection lost. The enrichment may go on.')).toBeVisible();
    await waitFor(() => {
      expect(loadSessions(USER_ID, Date.now())).toMatchObject([{ status: 'paused' }]);
    });
    expect(loadActiveJob(USER_ID)).toMatchObject({ jobId: JOB_ID });

    const enrichment = {
      status: 'processing' as const,
      enriched: 1,
      progress: 50,
      message: 'Enriching: 1 of 2',
    };
    server.use(fake('getJob', jobBody({ job_id: JOB_ID, enrichment })));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Enriching: 1 of 2')).toBeVisible();
    const done = { status: 'completed' as const, enriched: 2, progress: 100, message: 'Enriched 2 results' };
    server.use(fake('getJob', jobBody({ job_id: JOB_ID, enrichment: done })));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await within(log()).findByText('Enriched 2 results')).toBeVisible();
    expect(within(log()).queryByText(/^Enrichment failed/)).toBeNull();
    expect(enriched, 'only what was tried').toHaveLength(6);
    await waitFor(() => {
      expect(loadActiveJob(USER_ID)).toBeNull();
    });
  });

  it('ENR-02: what asking again cannot mend is said at once', async () => {
    const { enriched } = await searchWithEnrichment({ status: 402 });
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment failed: Server error (402): not now');
    expect(enriched).toHaveLength(1);
  });

  it('JOB-07: Stop that comes too late for the search still comes before the enrichment', async () => {
    const { job } = serve(processing());
    const late = held();
    const enriched: unknown[] = [];
    server.use(
      fake('enrich', () => {
        enriched.push('enrich');
        return refusal(403);
      }),
      fake('cancelJob', async () => {
        await late.wait;
        Object.assign(job, completed());
        return refusal(409, 'It has ended');
      }),
    );
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    await within(log()).findByText('Processing: 45% - Portland');
    await press('Stop Scraping/Enrichment');
    expect(loadActiveJob(USER_ID), 'a reload enriches nothing either').toMatchObject({ enrich: false });
    late.letGo();
    await within(log()).findByText('Failed to cancel job: It has ended');
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText('Alder Brewing');
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(enriched).toEqual([]);
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-07: Stop while enriching keeps the rows, and quietly cancels so that nothing more is charged', async () => {
    const { enriched, calls } = await searchWithEnrichment();
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    await waitFor(() => {
      expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(enriched).toEqual([]);
    expect(screen.getByText('Alder Brewing')).toBeVisible();
  });

  it('JOB-07: Stop while the call is under way ends it at once', async () => {
    const { calls, signals, enriched } = await searchWithEnrichment(held().wait);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(enriched).toHaveLength(1);
    });
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    await waitFor(() => {
      expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    });
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(enriched, 'what was stopped is not tried again').toHaveLength(1);
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(localStorage.getItem(ACTIVE_JOB_KEY)).toBeNull();
  });

  it('JOB-07, JOB-11: Clear while enriching stops it first, so that nothing more is charged', async () => {
    const { calls, signals, enriched } = await searchWithEnrichment(held().wait);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(enriched).toHaveLength(1);
    });
    await press('Clear');
    expect(screen.getByText('No results to display.')).toBeVisible();
    await waitFor(() => {
      expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(loadActiveJob(USER_ID)).toBeNull();
    expect(loadSession(USER_ID)).toBeNull();
    expect(loadSessions(USER_ID, Date.now())).toMatchObject([{ status: 'cancelled' }]);
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-07, JOB-11: Clear says that what is under way could not be stopped', async () => {
    const { enriched } = await searchWithEnrichment(held().wait);
    server.use(fake('cancelJob', refusal(409, 'The job has ended')));
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(enriched).toHaveLength(1);
    });
    await press('Clear');
    expect(screen.getByText('No results to display.')).toBeVisible();
    expect(await within(log()).findByText('Failed to cancel job: The job has ended')).toBeVisible();
    expect(within(log()).getAllByRole('listitem')).toHaveLength(1);
    expect(loadSession(USER_ID)?.results ?? null).toBeNull();
  });

  it('JOB-10: a reload while the call is under way asks again, and cancels nothing', async () => {
    const { calls, enriched } = await searchWithEnrichment(held().wait);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(enriched).toHaveLength(1);
    });
    cleanup();
    openPage();
    await screen.findByText('Alder Brewing');
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('2 results enriched');
    expect(enriched).toHaveLength(2);
    expect(calls).not.toContain(`POST /api/jobs/${JOB_ID}/cancel`);
  });

  it('JOB-03: the estimate is asked for anew when the enrichment has been paid', async () => {
    const { enriched } = await searchWithEnrichment();
    server.use(fake('estimateScrape', estimate({ credits_left: 300 })));
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('2 results enriched');
    expect(enriched).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await newSearch();
    expect(await screen.findByText('4 credits to start, 300 left')).toBeVisible();
  });

  it('JOB-10: a reload while enriching goes on with it', async () => {
    const { enriched } = await searchWithEnrichment({ status: 503 });
    cleanup();
    openPage();
    await screen.findByText('Alder Brewing');
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(enriched.length).toBe(1);
    });
  });

  it('ENR-05: a plan that may not enrich says so at the box', async () => {
    serve(completed());
    server.use(fake('creditStatus', creditStatus({ can_enrich: false })));
    openPage();
    expect(await screen.findByText('Data enrichment requires Business or Pro tier')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' })).toBeDisabled();
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { creditStatus, fake, lost, packedResult, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import {
  JOB_ID,
  ROWS,
  serve,
  completed,
  user,
  log,
  bar,
  press,
  fillIn,
  openPage,
} from './ScraperPage.testing';
import { ACTIVE_JOB_KEY } from './session-storage';

describe('/googlemaps with Comprehensive Enrichment', () => {
  beforeEach(() => {
    // Time stands still but for what the tests let pass, so that waits end when they are due.
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  /** A completed job whose rows wait for their facts; `answers` come one after another. */
  async function searchWithEnrichment(...answers: ('lost' | 'facts' | number)[]) {
    const served = serve(completed());
    const enriched: unknown[] = [];
    server.use(
      fake('enrich', async ({ request }) => {
        enriched.push(await request.clone().json());
        const answer = answers[enriched.length - 1] ?? 'facts';
        if (answer === 'lost') return lost();
        if (typeof answer === 'number') return refusal(answer, 'not now');
        const { result } = packedResult(request, ROWS);
        const enrichment = {
          status: 'completed' as const,
          enriched: 2,
          progress: 100,
          message: '2 results enriched',
        };
        return { ...result, sessionKey: JOB_ID, enrichment_applied: true, enrichment };
      }),
    );
    openPage();
    await fillIn();
    await user.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await press('Start Scraping');
    await screen.findByText('Alder Brewing');
    return { ...served, enriched };
  }

  it('JOB-06, JOB-08, ENR-01: enrichment starts 2 s after the rows are there: 75, 80, 100', async () => {
    const { enriched } = await searchWithEnrichment();
    expect(bar()).toHaveAttribute('aria-valuenow', '75');
    expect(screen.getByText('Enriching')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeDisabled();
    expect(enriched).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment started');
    await within(log()).findByText('2 results enriched');
    expect(enriched).toEqual([{ sessionKey: JOB_ID, format: 'json' }]);
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText('Completed')).toBeVisible();
    expect(within(log()).getByText(/Time saved: about 1 h 32 min/)).toBeVisible();
    expect(localStorage.getItem(ACTIVE_JOB_KEY)).toBeNull();
  });

  it("ENR-02: six calls in all, then 'Enrichment failed: …' with the scraped rows", async () => {
    const { enriched } = await searchWithEnrichment(503, 503, 503, 503, 503, 503);
    for (const waitMs of [2_000, 2_000, 4_000, 8_000, 16_000, 30_000]) {
      const before = enriched.length;
      await vi.advanceTimersByTimeAsync(waitMs);
      await waitFor(() => {
        expect(enriched.length).toBe(before + 1);
      });
    }
    const failure = 'Enrichment failed: Server error (503): not now';
    expect(await within(log()).findByText(failure)).toBeVisible();
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('ENR-02: what asking again cannot mend is said at once', async () => {
    const { enriched } = await searchWithEnrichment(402);
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment failed: Server error (402): not now');
    expect(enriched).toHaveLength(1);
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

  it('JOB-10: a reload while enriching goes on with it', async () => {
    const { enriched } = await searchWithEnrichment(503);
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

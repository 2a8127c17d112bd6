import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreditStatusApiResponse, EnrichmentBody, JobBody } from '@/shared/api/generated';
import { creditStatus, fake, jobBody, packedResult, pending } from '@/shared/testing/fakes';
import { renderScreen, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { PATTERNS, paths } from '@/shared/paths';
import { ScraperPage } from './SearchPage';
import { completed, JOB_ID, log, openPage, press, ROWS, serve, STORED, user } from './SearchPage.testing';
import { loadActiveJob, storeResults } from './stored-session';

const dialog = () => screen.findByRole('dialog');
const enrichment = (changes: Partial<EnrichmentBody> = {}): EnrichmentBody => ({
  status: 'completed',
  enriched: 0,
  progress: 0,
  message: '',
  ...changes,
});

/** A session that stands so, whose rows POST /enrich enriches. */
function serveSession(session: Partial<JobBody>, credits: Partial<CreditStatusApiResponse> = {}) {
  const { calls } = serve(completed());
  let job = jobBody({ job_id: JOB_ID, ...session });
  const enriched: unknown[] = [];
  const balance = creditStatus({ available_credits: 100, ...credits });
  const all = enrichment({ enriched: job.results_count, message: 'Enriched all' });
  server.use(
    fake('creditStatus', balance),
    fake('getJob', () => job),
    fake('getJobStatus', () => job),
    fake('enrich', async ({ request }) => {
      enriched.push(await request.clone().json());
      job = { ...job, enrichment: all };
      return {
        ...packedResult(request, ROWS).result,
        sessionKey: JOB_ID,
        enrichment_applied: true,
        enrichment: all,
      };
    }),
  );
  return { calls, enriched };
}

describe('rows that have no facts yet', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('ENR-02: where credits ended half-way, the rest is enriched after a reload, and what it costs is said first', async () => {
    const { enriched } = serveSession(
      { results_count: 58, enrichment: enrichment({ enriched: 12 }) },
      { available_credits: 30 },
    );
    storeResults(USER_ID, { ...STORED, enriched: true, enrichedRows: 12 });
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Enrich the Rest' }));
    expect(await dialog()).toHaveTextContent('Enrich 30 of 46 rows?');
    expect(await dialog()).toHaveTextContent('Up to 30 credits');
    expect(await dialog()).toHaveTextContent('The rest can be enriched when you have more credits.');
    await press('Enrich 30 of 46 rows');
    expect(await screen.findByText('Enriching')).toBeVisible();
    expect(screen.getByRole('timer'), 'it counts while rows are enriched').toHaveTextContent('0:00');
    expect(loadActiveJob(USER_ID), 'a reload goes on with it').toMatchObject({ jobId: JOB_ID, enrich: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await within(log()).findByText('Enriched all')).toBeVisible();
    expect(enriched).toEqual([{ sessionKey: JOB_ID, format: 'json' }]);
    expect(screen.getByRole('timer')).not.toHaveTextContent('0:00');
    await waitFor(() => {
      expect(loadActiveJob(USER_ID)).toBeNull();
    });
    expect(screen.queryByRole('button', { name: /^Enrich/ }), 'nothing is left').toBeNull();
  });

  it.each([
    ['a plain search', { status: 'completed' }, 'Enrich All'],
    ['a cancelled one', { status: 'cancelled' }, 'Enrich All'],
    [
      'a stopped enrichment',
      { enrichment: enrichment({ status: 'cancelled', enriched: 1 }) },
      'Enrich the Rest',
    ],
  ] satisfies [string, Partial<JobBody>, string][])(
    'ENR-02: %s that its address names has the button; Not now asks nothing',
    async (_, session, name) => {
      const { enriched } = serveSession(session);
      openPage(paths.search(JOB_ID));
      await user.click(await screen.findByRole('button', { name }));
      await dialog();
      await press('Not now');
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull();
      });
      await press(name);
      await user.click(await screen.findByRole('button', { name: /^Enrich \d rows?$/ }));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await within(log()).findByText('Enriched all')).toBeVisible();
      expect(enriched).toHaveLength(1);
    },
  );

  it('JOB-07: Stop ends that one as well, and the rest can still be had', async () => {
    const { calls } = serveSession({ status: 'completed' });
    server.use(fake('enrich', () => pending()));
    openPage(paths.search(JOB_ID));
    await user.click(await screen.findByRole('button', { name: 'Enrich All' }));
    await dialog();
    await press('Enrich 2 rows');
    await vi.advanceTimersByTimeAsync(2_000);
    await within(log()).findByText('Enrichment started');
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    expect(await screen.findByRole('button', { name: 'Enrich All' })).toBeVisible();
  });

  it.each([
    [
      'a plan that may not enrich, to the plans',
      { can_enrich: false, tier: 'basic' },
      'Data enrichment requires Business or Pro tier',
      'See plans',
      PATTERNS.plans,
    ],
    [
      'who has no credits left, to redeem a code',
      { available_credits: 0 },
      'You have no credits left',
      'Redeem a code',
      PATTERNS.coupons,
    ],
  ] as const)('ENR-05: it leads %s', async (_, credits, words, confirm, path) => {
    const { enriched } = serveSession({ status: 'completed' }, credits);
    const { router } = renderScreen(<ScraperPage />, {
      at: paths.search(JOB_ID, '1'),
      routes: [{ path, element: <p>arrived</p> }],
    });
    expect(await dialog(), 'as links from a row ask for').toHaveTextContent(words);
    await press(confirm);
    expect(await screen.findByText('arrived')).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
    expect(enriched).toEqual([]);
  });

  it("ENR-02: a row's page asks at once; that goes from the address with the answer", async () => {
    serveSession({ status: 'completed' });
    const { router } = openPage(paths.search(JOB_ID, '1'));
    expect(await dialog()).toHaveTextContent('Enrich 2 rows?');
    await press('Not now');
    await waitFor(() => {
      expect(router.state.location.search).toBe(`?sessionKey=${JOB_ID}`);
    });
  });

  it.each([
    ['all have their facts', { enrichment: enrichment({ enriched: 2 }) }],
    ['they were deleted', { rows_deleted: true }],
  ] satisfies [string, Partial<JobBody>][])('ENR-02: there is no button where %s', async (_, session) => {
    serveSession(session);
    storeResults(USER_ID, STORED);
    openPage();
    await screen.findByText('Alder Brewing');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.queryByRole('button', { name: /^Enrich/ })).toBeNull();
  });
});

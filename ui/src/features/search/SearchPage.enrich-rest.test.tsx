import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreditStatusApiResponse, JobBody } from '@/shared/api/generated';
import { creditStatus, fake, packedResult, pending, refusal, text } from '@/shared/testing/fakes';
import { renderScreen, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { PATTERNS, paths } from '@/shared/paths';
import { SearchPage } from './SearchPage';
import { JOB_ID, ROWS } from '@/shared/testing/session';
import { completed, enrichment, log, openPage, press, serve, user } from './SearchPage.testing';
import { storeOpenSession } from './stored-session';

const dialog = () => screen.findByRole('dialog');
/** A session like this, whose rows POST /enrich enriches. */
function serveSession(session: Partial<JobBody>, credits: Partial<CreditStatusApiResponse> = {}) {
  const { calls, job } = serve({ ...completed(), ...session });
  const enriched: unknown[] = [];
  const balance = creditStatus({ available_credits: 100, ...credits });
  const all = enrichment({ enriched: session.results_count ?? 2, message: 'Enriched all' });
  server.use(
    fake('creditStatus', balance),
    fake('enrich', async ({ request }) => {
      enriched.push(await request.clone().json());
      job.enrichment = all;
      return {
        ...packedResult(request, ROWS).result,
        sessionKey: JOB_ID,
        enrichment_applied: true,
        enrichment: all,
      };
    }),
  );
  return { calls, enriched, job };
}

async function enrichAll() {
  await user.click(await screen.findByRole('button', { name: 'Enrich All' }));
  await dialog();
  await press('Enrich 2 rows');
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
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Enrich the Rest' }));
    expect(await dialog()).toHaveTextContent('Enrich 30 of 46 rows?');
    expect(await dialog()).toHaveTextContent('Up to 30 credits');
    expect(await dialog()).toHaveTextContent('The rest can be enriched when you have more credits.');
    await press('Enrich 30 of 46 rows');
    expect(await screen.findByText('Enriching')).toBeVisible();
    expect(await within(log()).findByText('Enriched all')).toBeVisible();
    expect(enriched).toEqual([{ sessionKey: JOB_ID, format: 'json' }]);
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
    await within(log()).findByText('Enrichment started');
    await press('Stop Scraping/Enrichment');
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    expect(await screen.findByRole('button', { name: 'Enrich All' })).toBeVisible();
  });

  it('ENR-01: an answer in an unexpected form leaves the scraped rows', async () => {
    serveSession({ status: 'completed' });
    server.use(fake('enrich', text('{"columns":"none"}')));
    openPage(paths.search(JOB_ID));
    await enrichAll();
    await within(log()).findByText(
      'Enrichment failed: The answer is in a form that this page does not know.',
    );
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Enrich All' })).toBeVisible();
  });

  it('ENR-02: what asking again cannot mend is said at once', async () => {
    const { enriched } = serveSession({ status: 'completed' });
    server.use(
      fake('enrich', () => {
        enriched.push('refused');
        return refusal(402, 'not now');
      }),
    );
    openPage(paths.search(JOB_ID));
    await enrichAll();
    await within(log()).findByText('Enrichment failed: Server error (402): not now');
    expect(enriched).toHaveLength(1);
  });

  it("ENR-02: a call that fails is made six times in all, then 'Enrichment failed: …' over the scraped rows", async () => {
    let made = 0;
    serveSession({ status: 'completed' });
    server.use(
      fake('enrich', () => {
        made += 1;
        return refusal(503, 'not now');
      }),
    );
    openPage(paths.search(JOB_ID));
    await enrichAll();
    for (const [at, seconds] of [2, 4, 8, 16, 30].entries()) {
      await within(log()).findByText(new RegExp(`Trying again in ${seconds} s\\.$`));
      expect(made).toBe(at + 1);
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
    }
    await within(log()).findByText('Enrichment failed: Server error (503): not now');
    expect(made).toBe(6);
    expect(screen.getByText('Alder Brewing')).toBeVisible();
  });

  it('ENR-02: once the job shows that the server is at it, the call is not made again', async () => {
    const { job, enriched } = serveSession({ status: 'completed' });
    const signals: AbortSignal[] = [];
    server.use(
      fake('enrich', ({ request }) => {
        signals.push(request.signal);
        job.enrichment = enrichment({ status: 'processing', message: 'Enriching: 0 of 2' });
        return pending();
      }),
    );
    openPage(paths.search(JOB_ID));
    await enrichAll();
    expect(await screen.findByText('Enriching: 0 of 2')).toBeVisible();
    await waitFor(() => {
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    });
    job.enrichment = enrichment({ enriched: 2, message: 'Enriched all' });
    await vi.advanceTimersByTimeAsync(5_000);
    await within(log()).findByText('Enriched all');
    expect(enriched).toEqual([]);
    expect(signals).toHaveLength(1);
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
    const { router } = renderScreen(<SearchPage />, {
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
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await screen.findByText('Alder Brewing');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.queryByRole('button', { name: /^Enrich/ })).toBeNull();
  });
});

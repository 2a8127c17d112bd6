import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  creditStatus,
  fake,
  jobBody,
  jobEvents,
  lost,
  packedResult,
  pending,
  refusal,
} from '@/shared/testing/fakes';
import { renderScreen, SIGNED_OUT, testAuth, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held } from '@/shared/testing/session';
import { EnricherPage } from './EnricherPage';
import { ENRICHED, FOUND, log, names, ROWS, serve, startWith, user } from './EnricherPage.testing';

describe('the enricher page', () => {
  it('ENR-03: asks for a query first, and calls nobody', async () => {
    const asked = serve();
    renderScreen(<EnricherPage />);
    expect(screen.getByText('10 results, 20 credits.')).toBeVisible();
    await startWith('  ');
    expect(await screen.findByText('Please enter a search query')).toBeVisible();
    expect(screen.getByLabelText('Search query')).toHaveFocus();
    await startWith('breweries', 'ZZ');
    expect(await screen.findByText('Please enter a state code')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("ENR-03: 'User not authenticated'", async () => {
    const asked = serve();
    renderScreen(<EnricherPage />, { auth: testAuth(SIGNED_OUT) });
    await startWith('breweries');
    expect(await screen.findByText('User not authenticated')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'a plan that may not',
      { can_enrich: false, tier: 'basic' },
      /^Data enrichment requires Business or Pro tier$/,
    ],
    [
      '19 credits',
      { available_credits: 19 },
      /^Insufficient Credits: this search needs 20 credits and 19 are remaining\. .*contact support/,
    ],
  ] as const)('ENR-03: %s is refused before anything is searched', async (_, credits, words) => {
    const asked = serve(credits);
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText(words)).toBeVisible();
    expect(screen.getByText('Not started')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("ENR-03: a check that fails is 'Unable to verify credits'", async () => {
    const asked = serve();
    server.use(fake('creditStatus', refusal(500)));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText(/^Unable to verify credits/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('ENR-03, ENR-04: with 20 credits a free query is searched and enriched; the state is two capitals', async () => {
    const asked = serve({ available_credits: 20 });
    renderScreen(<EnricherPage />);
    expect(screen.getByLabelText('State')).toHaveAccessibleDescription(/^Its two-letter code/);
    await startWith('breweries in Bend', 'oregon');
    expect(screen.getByLabelText('State')).toHaveAccessibleDescription('Oregon');
    const table = await screen.findByRole('table', { name: 'Result rows' });
    expect(within(table).getByText('Bend Ales')).toBeVisible();
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Enrichment progress' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    expect(asked).toEqual([`scrape breweries in Bend OR ${USER_ID}`, 'enrich s1']);
  });

  it('ENR-03: without a state none is sent; nothing found costs no enrichment', async () => {
    const asked = serve({}, { ...FOUND, results: [] });
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText('No results found')).toBeVisible();
    expect(asked).toEqual([`scrape breweries state ${USER_ID}`]);
  });

  it("ENR-01, ENR-03: 'Enrichment failed: …' leaves the scraped rows; a refused search the rows before it", async () => {
    serve();
    server.use(fake('enrich', refusal(403, 'Not with this plan')));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(
      await within(log()).findByText('Enrichment failed: Server error (403): Not with this plan'),
    ).toBeVisible();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    server.use(fake('scrape', refusal(409, 'Nothing covers the search')));
    await user.click(screen.getByRole('button', { name: 'Start Enrichment Process' }));
    expect(await within(log()).findByText('Server error (409): Nothing covers the search')).toBeVisible();
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => {
      expect(screen.queryByText('Alder Brewing')).toBeNull();
    });
  });

  it('ENR-03, JOB-07: Clear while enriching stops it at the server, and asks no more', async () => {
    const asked = serve();
    const signals: AbortSignal[] = [];
    const facts = held();
    server.use(
      fake('enrich', async ({ request }) => {
        signals.push(request.signal);
        await facts.wait;
        return refusal(503);
      }),
    );
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    await screen.findByText('Alder Brewing');
    await waitFor(() => {
      expect(signals).toHaveLength(1);
    });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => {
      expect(asked).toContain('cancel s1');
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(screen.queryByText('Alder Brewing')).toBeNull();
    expect(screen.getByText('Ready')).toBeVisible();
    facts.letGo();
  });

  it('ENR-03, JOB-07: Stop while enriching keeps the rows, which can be enriched later', async () => {
    const asked = serve();
    server.use(fake('enrich', () => pending(), { once: true }));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    await user.click(await screen.findByRole('button', { name: 'Stop Scraping/Enrichment' }));
    await within(log()).findByText('Enrichment stopped. The scraped results are kept.');
    expect(screen.getByText('Stopped')).toBeVisible();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await waitFor(() => {
      expect(asked).toContain('cancel s1');
    });
    await user.click(await screen.findByRole('button', { name: 'Enrich All' }));
    await user.click(await screen.findByRole('button', { name: 'Enrich 2 rows' }));
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(asked).toContain('enrich s1');
  });

  it('ENR-03, JOB-07: Clear says where it could not be stopped', async () => {
    serve();
    const facts = held();
    server.use(
      fake('cancelJob', refusal(409, 'The job has ended')),
      fake('enrich', async () => {
        await facts.wait;
        return refusal(503);
      }),
    );
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    await screen.findByText('Alder Brewing');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await within(log()).findByText('Failed to cancel job: The job has ended')).toBeVisible();
    facts.letGo();
  });

  it('ENR-03, ENR-04: Clear while searching stops no search: the same one is asked for under its name', async () => {
    serve();
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    server.use(
      fake(
        'scrape',
        ({ request }) => {
          names.push(new URL(request.url).searchParams.get('session_id') ?? '');
          return pending();
        },
        { once: true },
      ),
    );
    await startWith('');
    await waitFor(() => {
      expect(names).toHaveLength(2);
    });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Ready')).toBeVisible();
    await startWith('');
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(names).toHaveLength(3);
    expect(names[2]).toBe(names[1]);
  });

  it('ENR-03: leaving ends the waiting, and cancels nothing: what is under way goes on', async () => {
    const asked = serve();
    const signals: AbortSignal[] = [];
    server.use(
      fake('enrich', ({ request }) => {
        signals.push(request.signal);
        return pending();
      }),
    );
    const { unmount } = renderScreen(<EnricherPage />);
    await startWith('breweries');
    await waitFor(() => {
      expect(signals).toHaveLength(1);
    });
    unmount();
    await waitFor(() => {
      expect(signals[0]?.aborted).toBe(true);
    });
    expect(asked).toEqual([`scrape breweries state ${USER_ID}`]);
  });

  it.each(['creditStatus', 'scrape'] as const)(
    'ENR-03: leaving during %s begins nothing more that is charged',
    async (call) => {
      const asked = serve();
      const answer = held();
      let called = false;
      const waiting = async () => {
        called = true;
        await answer.wait;
      };
      server.use(
        call === 'scrape'
          ? fake('scrape', async () => {
              await waiting();
              return FOUND;
            })
          : fake('creditStatus', async () => {
              await waiting();
              return creditStatus();
            }),
      );
      const { unmount } = renderScreen(<EnricherPage />);
      await startWith('breweries');
      await waitFor(() => {
        expect(called).toBe(true);
      });
      unmount();
      answer.letGo();
      await new Promise((resolve) => setTimeout(resolve));
      expect(asked).toEqual([]);
    },
  );

  it('ENR-03: an enrichment that goes on is followed to its end', async () => {
    serve();
    const enrichment = {
      status: 'processing' as const,
      enriched: 0,
      progress: 0,
      message: 'Enriching: 0 of 2',
    };
    const events = jobEvents();
    server.use(fake('getJobStatus', jobBody({ job_id: 's1', enrichment })), fake('followJob', events.open));
    renderScreen(<EnricherPage />, { at: '/enrich?sessionKey=s1' });
    expect(await screen.findByText('Processing')).toBeVisible();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await waitFor(() => {
      expect(events.connections).toHaveLength(1);
    });
    events.send('e1', jobBody({ job_id: 's1', enrichment: ENRICHED }), 'end');
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
  });

  it('ENR-04: a search whose answer was lost is asked for under the same name; one that is done with is not', async () => {
    serve();
    server.use(
      fake(
        'scrape',
        ({ request }) => {
          names.push(new URL(request.url).searchParams.get('session_id') ?? '');
          return lost();
        },
        { once: true },
      ),
    );
    const { unmount } = renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText(/^Network connection lost during Scraping/)).toBeVisible();
    // A reload is what many try first.
    unmount();
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Start Enrichment Process' }));
    await waitFor(() => {
      expect(names).toHaveLength(3);
    });
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });

  it.each([
    ['another search', 'pubs', lost()],
    ['one that has failed', 'breweries', refusal(500, 'The source failed', 'failed')],
  ])('ENR-04: %s has a name of its own', async (_, next, answer) => {
    serve();
    server.use(
      fake(
        'scrape',
        ({ request }) => {
          names.push(new URL(request.url).searchParams.get('session_id') ?? '');
          return answer;
        },
        { once: true },
      ),
    );
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    await screen.findByText('Failed');
    await user.clear(screen.getByLabelText('Search query'));
    await startWith(next);
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(names).toHaveLength(2);
    expect(names[1]).not.toBe(names[0]);
  });

  it('ENR-03: the rows stand in the address: a reload shows them again, with their facts', async () => {
    serve();
    const first = renderScreen(<EnricherPage />, { at: '/enrich?view=table' });
    await startWith('breweries');
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    const { search } = first.router.state.location;
    expect(search).toBe('?view=table&sessionKey=s1');
    first.unmount();

    const asked = serve();
    server.use(
      fake('getJobStatus', jobBody({ job_id: 's1', enrichment: ENRICHED })),
      fake('getJobResult', ({ request }) => packedResult(request, ROWS, { enrichment_applied: true })),
    );
    const { router } = renderScreen(<EnricherPage />, { at: `/enrich${search}` });
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    expect(asked, 'nothing is charged for it').toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?view=table');
    });
    expect(screen.queryByText('Alder Brewing')).toBeNull();
    expect(asked, 'what has ended is not cancelled').toEqual([]);
  });

  it('ENR-03: a reload keeps what was looked for among the rows; another run does not', async () => {
    serve();
    server.use(fake('getJobResult', ({ request }) => packedResult(request, ROWS)));
    const { router } = renderScreen(<EnricherPage />, { at: '/enrich?sessionKey=s1&filter=bend' });
    expect(await screen.findByText('Bend Ales')).toBeVisible();
    await act(() => Promise.resolve());
    expect(router.state.location.search).toBe('?sessionKey=s1&filter=bend');
    server.use(fake('scrape', { ...FOUND, sessionKey: 's2' }));
    await startWith('breweries');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?sessionKey=s2');
    });
  });

  it('ENR-03: rows of an earlier run that cannot be fetched are tried again; those of nobody are told', async () => {
    serve();
    server.use(fake('getJobResult', refusal(500), { once: true }));
    const first = renderScreen(<EnricherPage />, { at: '/enrich?sessionKey=s1' });
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(within(log()).getByText('Error fetching results')).toBeVisible();
    server.use(fake('getJobResult', ({ request }) => packedResult(request, ROWS)));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    first.unmount();
    server.use(fake('getJobStatus', refusal(404)));
    renderScreen(<EnricherPage />, { at: '/enrich?sessionKey=s2' });
    expect(await within(log()).findByText(/^This session was not found/)).toBeVisible();
  });

  it('says how many of the user’s own customers were left out', async () => {
    serve();
    const job = ({ params }: { params: Readonly<Record<string, unknown>> }) =>
      jobBody({ job_id: String(params.jobId), left_out: 3 });
    server.use(fake('getJob', job), fake('getJobStatus', job));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await screen.findByText('3 yours left out, 0 credits')).toBeVisible();
  });
});

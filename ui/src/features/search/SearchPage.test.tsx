import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sources } from '@/shared/api/generated';
import {
  creditStatus,
  fake,
  fieldsBody,
  jobBody,
  lost,
  packedResult,
  refusal,
  resultRow,
  text,
} from '@/shared/testing/fakes';
import { renderScreen, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { paths } from '@/shared/paths';
import { SearchPage } from './SearchPage';
import { openSession, STORAGE_KEYS, storeOpenSession } from './stored-session';
import { JOB_ID, ROWS, held } from '@/shared/testing/session';
import {
  serve,
  completed,
  processing,
  user,
  log,
  bar,
  press,
  fillIn,
  search,
  newSearch,
  openPage,
} from './SearchPage.testing';

describe('/googlemaps', () => {
  beforeEach(() => {
    // A fake clock, advanced by the tests.
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('JOB-01: has the form, its buttons, System Status, and the empty table text', async () => {
    serve(completed());
    openPage();
    expect(screen.getByRole('heading', { level: 1, name: 'DemandAtlas' })).toBeVisible();
    expect(screen.getByLabelText('Comprehensive Enrichment')).toBeInTheDocument();
    for (const name of ['Start Scraping', 'Stop Scraping/Enrichment', 'Download CSV', 'Download HTML']) {
      expect(screen.getByRole('button', { name })).toBeVisible();
    }
    expect(await screen.findByRole('option', { name: 'Imported listings' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'System Status' })).toHaveTextContent('Online');
    expect(screen.getByText('No results to display.')).toBeVisible();
  });

  it('JOB-02: asks for term, state and cities in this order, and calls nobody', async () => {
    const { calls } = serve(completed());
    openPage();
    await press('Start Scraping');
    expect(screen.getByText('Please enter a search term')).toBeVisible();
    expect(screen.getByLabelText('Search Term')).toHaveFocus();
    await user.type(screen.getByLabelText('Search Term'), 'brewery');
    await press('Start Scraping');
    expect(screen.getByText('Please enter a state code')).toBeVisible();
    await user.type(screen.getByLabelText('State'), 'oregon');
    expect(screen.getByLabelText('State')).toHaveValue('OR');
    await press('Start Scraping');
    expect(screen.getByText('Please enter at least one city')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('JOB-04, JOB-05, JOB-09: starts a job, follows it to its rows, and says the time saved', async () => {
    const { calls, asked, bodies } = serve(completed());
    openPage();
    await fillIn();
    const before = asked.credits;
    await press('Start Scraping');
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(asked.credits, 'credits are checked anew').toBeGreaterThan(before);
    expect(bodies).toEqual([
      { search_term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'], user_id: USER_ID },
    ]);
    expect(calls.slice(0, 3)).toEqual([
      'POST /api/jobs/scrape',
      `GET /api/jobs/${JOB_ID}`,
      `GET /api/jobs/${JOB_ID}/result`,
    ]);
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText('Time saved: about 6 min for 2 records')).toBeVisible();
  });

  it('JOB-04: polls every 5 seconds', async () => {
    const { calls, job } = serve(processing());
    openPage();
    await search();
    const polls = () => calls.filter((call) => call === `GET /api/jobs/${JOB_ID}`).length;
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '60');
    expect(polls()).toBe(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(polls()).toBe(1);
    Object.assign(job, completed());
    await vi.advanceTimersByTimeAsync(3000);
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
  });

  it("JOB-05: 'Job failed: {message}', with what was delivered, and no stored job", async () => {
    serve({ status: 'failed', progress: 50, message: 'the maps service does not answer' });
    openPage();
    await search();
    expect(await within(log()).findByText('Job failed: the maps service does not answer')).toBeVisible();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
  });

  it("JOB-05: 'No results found', and nothing to download", async () => {
    serve(completed(), { rows: [] });
    openPage();
    await search();
    expect(await within(log()).findByText('No results found')).toBeVisible();
    expect(screen.getByText('No results to display.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  });

  it("JOB-05: 'Error fetching results', and Try Again", async () => {
    serve(completed());
    server.use(fake('getJobResult', refusal(500), { once: true }));
    openPage();
    await search();
    expect(await within(log()).findByText('Error fetching results')).toBeVisible();
    await press('Try Again');
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
  });

  it("JOB-03: 'Insufficient Credits' with needed and remaining amounts, and no job", async () => {
    const { calls } = serve(completed(), { credits: 3 });
    openPage();
    await search();
    const entry = await within(log()).findByText(/^Insufficient Credits/);
    expect(entry).toHaveTextContent('needs 4 credits and 3 are remaining');
    expect(entry).toHaveTextContent('Please contact support to get more credits.');
    expect(calls).not.toContain('POST /api/jobs/scrape');
  });

  it('JOB-03: the hint to contact support says where, if the server has a contact', async () => {
    serve(completed(), { credits: 3 });
    renderScreen(<SearchPage />, { at: paths.search(), config: { contact: 'https://example.com/help' } });
    await search();
    const entry = await within(log()).findByText(/^Insufficient Credits/);
    expect(entry).toHaveTextContent('Please contact support (example.com/help) to get more credits.');
    expect(within(entry).getByRole('link')).toHaveAttribute('href', 'https://example.com/help');
  });

  it("JOB-03: 'Unable to verify credits' with the coupon steps, and no job", async () => {
    const { calls } = serve(completed());
    server.use(fake('creditStatus', refusal(500)));
    openPage();
    await search();
    expect(
      await within(log()).findByText(/^Unable to verify credits.*coupon code.*Redeem Code/),
    ).toBeVisible();
    expect(calls).not.toContain('POST /api/jobs/scrape');
  });

  it.each([
    ['too few credits', fake('creditStatus', creditStatus({ available_credits: 3 }))],
    ['a check that fails', fake('creditStatus', refusal(500))],
    ['input that the server refuses', fake('startScrape', refusal(400, 'no such state'))],
  ])('JOB-03: %s leaves the rows on the page, and the stored session', async (_, refused) => {
    serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await screen.findByText('Alder Brewing');
    server.use(refused);
    await newSearch();
    await search();
    expect(await screen.findByText('Not started')).toBeVisible();
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
    expect(localStorage.getItem(STORAGE_KEYS.sessionKey)).toContain(JOB_ID);
  });

  it('JOB-09: the log tells of one search', async () => {
    serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    server.use(fake('getJobStatus', jobBody({ search_term: 'taproom' })));
    openPage();
    expect(await within(log()).findByText(/^Searching for "taproom"/)).toBeInTheDocument();
    await newSearch();
    await search();
    await within(log()).findByText('Job completed');
    expect(within(log()).queryByText(/^Searching for "taproom"/)).toBeNull();
    expect(within(log()).getByText('Searching for "brewery" in Portland, Bend, OR')).toBeVisible();
  });

  it('JOB-06: until its rows are here, a job that has ended is under way', async () => {
    const rows = held();
    serve(completed());
    server.use(
      fake('getJobResult', async ({ request }) => {
        await rows.wait;
        return packedResult(request, ROWS);
      }),
    );
    openPage();
    await search();
    await within(log()).findByText('Job completed');
    expect(screen.getByText('Rows appear here as they are found.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toHaveAttribute('data-loading', 'true');
    expect(localStorage.getItem(STORAGE_KEYS.sessionKey), 'a reload finds it').toContain(JOB_ID);
    rows.letGo();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it("JOB-03, JOB-14: beside 'Unable to verify credits' a lost connection is said to be one", async () => {
    const { calls } = serve(completed());
    server.use(fake('creditStatus', lost()));
    openPage();
    await search();
    expect(
      await within(log()).findByText(
        /^Unable to verify credits\..* Redeem Code.* Network connection lost during credit check/,
      ),
    ).toBeVisible();
    expect(screen.getByText('Server not reached')).toBeVisible();
    expect(calls).not.toContain('POST /api/jobs/scrape');
  });

  it('JOB-07: Stop calls the cancel endpoint, and the job ends as cancelled', async () => {
    const { calls } = serve(processing());
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    await press('Stop Scraping/Enrichment');
    expect(await within(log()).findByText('Job was cancelled')).toBeVisible();
    expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it("JOB-07: 'Failed to cancel job: {detail}', and the job goes on", async () => {
    serve(processing());
    server.use(fake('cancelJob', refusal(409, 'it has ended', 'wrong_state')));
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    await press('Stop Scraping/Enrichment');
    expect(await within(log()).findByText('Failed to cancel job: it has ended')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop Scraping/Enrichment' })).toBeEnabled();
  });

  it('JOB-10: a reload in the middle of a job goes on with it, elapsed time and log included', async () => {
    const { calls } = serve({ ...processing(), created_at: new Date(Date.now() - 65_000).toISOString() });
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    expect(within(log()).getByText('Searching for "brewery" in Portland, Bend, OR')).toBeInTheDocument();
    expect(within(log()).getByText('Job queued')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent(/^1:0\d$/);
    expect(calls[0]).toBe(`GET /api/jobs/status/${JOB_ID}`);
  });

  it('JOB-10: a job that completed meanwhile shows its rows and is noted as seen; a lost one is forgotten', async () => {
    const { seen } = serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    const first = openPage();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await waitFor(() => {
      expect(seen).toEqual([JOB_ID]);
    });
    first.unmount();
    server.use(fake('getJobStatus', refusal(404)));
    openPage();
    expect(await within(log()).findByText(/^This session was not found/)).toBeVisible();
    await waitFor(() => {
      expect(openSession(USER_ID)).toBeNull();
    });
  });

  it('JOB-11: shows the open session again; Clear empties the page and all four keys', async () => {
    const { calls } = serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await waitFor(() => {
      for (const key of Object.values(STORAGE_KEYS)) expect(localStorage.getItem(key)).not.toBeNull();
    });
    await press('Clear');
    expect(screen.getByText('No results to display.')).toBeVisible();
    for (const key of Object.values(STORAGE_KEYS)) expect(localStorage.getItem(key)).toBeNull();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('JOB-01: ?sessionKey= opens an earlier session, with the time that it took', async () => {
    // Its rows were enriched later, which the timer does not count.
    serve({ ...completed(), ended_at: '2026-03-04T15:06:09Z', updated_at: '2026-03-04T15:20:00Z' });
    openPage(`/googlemaps?sessionKey=${JOB_ID}`);
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('0:09');
  });

  it('JOB-10: the session of the address is shown; what ran goes on at the server', async () => {
    const { calls } = serve(processing());
    storeOpenSession(USER_ID, 'running');
    openPage(paths.search(JOB_ID));
    await within(log()).findByText('Processing: 45% - Portland');
    expect(calls.filter((call) => call.startsWith('POST') || call.includes('running'))).toEqual([]);
  });

  it('JOB-11: Clear empties a session that was opened by its address, once and for all', async () => {
    const { calls } = serve(completed());
    openPage(paths.search(JOB_ID));
    await screen.findByText('Alder Brewing');
    const before = calls.length;
    await press('Clear');
    expect(await screen.findByText('No results to display.')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByText('No results to display.')).toBeVisible();
    expect(calls).toHaveLength(before);
  });

  it('JOB-01: a search takes its session out of the address, and leaves there how rows are looked at', async () => {
    serve(completed());
    const { router } = openPage(`${paths.search(JOB_ID)}&view=map&filter=ales`);
    await screen.findByRole('button', { name: 'New search' });
    await newSearch();
    await search();
    await waitFor(() => {
      expect(router.state.location.search).toBe('?view=map');
    });
  });

  it('JOB-14: a poll that finds no server is said once, and the job is asked after again', async () => {
    serve(processing());
    server.use(fake('getJob', lost(), { once: true }));
    openPage();
    await search();
    expect(await within(log()).findByText(/^Network connection lost during job status check/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
  });

  it('RES-01: sorts by a column, links only to websites, and marks sample rows', async () => {
    serve(completed(), { rows: ROWS.map((row) => ({ ...row, sample: true })), sample: true });
    openPage();
    await search();
    const table = await screen.findByRole('table', { name: 'Result rows' });
    const names = () =>
      within(table)
        .getAllByText(/Alder Brewing|Bend Ales/)
        .map((cell) => cell.textContent);
    expect(names()).toEqual(['Alder Brewing', 'Bend Ales']);
    await user.click(within(table).getByRole('button', { name: 'Rating' }));
    await user.click(within(table).getByRole('button', { name: 'Rating' }));
    expect(names()).toEqual(['Bend Ales', 'Alder Brewing']);
    expect(within(table).getByRole('columnheader', { name: 'Rating' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const websites = within(table).getAllByRole('link', { name: /\.example/ });
    expect(websites.map((link) => link.getAttribute('href'))).toEqual(['https://alder.example']);
    expect(within(table).getAllByText('Sample data')).toHaveLength(2);
  });

  const ENRICHED = [
    resultRow({ median_income_tract: 92400, county: 'Lane', source_set: 0 }),
    resultRow({ row_idx: 1, name: 'Bend Ales', city: 'Bend', county: 'Deschutes', source_set: 0 }),
  ];
  const SOURCES: Sources = {
    sources: [{ id: 0, title: 'American Community Survey', vintage: '2019-2023', level: 'tract' }],
    source_sets: [{ median_income_tract: 0, county: 0 }],
  };

  it('RES-01: columns read by their fields, or by their names where no fields can be loaded', async () => {
    serve(completed(), { rows: ENRICHED, sources: SOURCES });
    server.use(fake('listFields', fieldsBody()));
    const { unmount } = openPage(`/googlemaps?sessionKey=${JOB_ID}`);
    const label = 'Median Household Income (Tract) ($)';
    expect(await screen.findByRole('columnheader', { name: label })).toBeVisible();
    expect(await screen.findByText('$92,400')).toBeVisible();
    unmount();
    server.use(fake('listFields', refusal(500)));
    openPage(`/googlemaps?sessionKey=${JOB_ID}`);
    expect(await screen.findByRole('columnheader', { name: 'County' })).toBeVisible();
    expect(screen.getByText('Deschutes')).toBeVisible();
  });

  it('RES-01, ENR-06: a cell of a fact says where it comes from; one without says that it is not available', async () => {
    serve(completed(), { rows: ENRICHED, sources: SOURCES });
    server.use(fake('listFields', fieldsBody()));
    openPage(`/googlemaps?sessionKey=${JOB_ID}`);
    const value = await screen.findByRole('button', { name: '$92,400' });
    value.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('American Community Survey')).toBeVisible();
    expect(screen.getByText('2019-2023')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Not available' })).toBeVisible();
  });

  it('RES-03: downloads the session as CSV with the bearer token, or says why not', async () => {
    serve(completed());
    const asked: string[] = [];
    server.use(
      fake('exportRows', ({ request }) => {
        asked.push(new URL(request.url).search);
        return asked.length === 1 ? text('name\nAlder Brewing\n') : refusal(404, 'no such session');
      }),
    );
    const createObjectURL = vi.fn(() => 'blob:rows');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await screen.findByText('Alder Brewing');
    await press('Download CSV');
    await waitFor(() => {
      expect(click).toHaveBeenCalledOnce();
    });
    expect(asked).toEqual([`?sessionKey=${JOB_ID}&format=csv`]);
    await press('Download CSV');
    expect(await screen.findByRole('alert')).toHaveTextContent('Server error (404): no such session');
    await press('Download HTML');
    await press('More formats');
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await waitFor(() => {
      expect(asked.slice(2)).toEqual([
        `?sessionKey=${JOB_ID}&format=html`,
        `?sessionKey=${JOB_ID}&format=xlsx`,
      ]);
    });
    await press('More formats');
    await user.click(await screen.findByRole('menuitem', { name: 'CSV, a source for each value' }));
    await vi.waitUntil(() => asked[4] === `?sessionKey=${JOB_ID}&format=csv&sources=columns`);
  });
});

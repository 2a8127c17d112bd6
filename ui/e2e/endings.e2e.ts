/** How searches continue and end after an interruption: what was delivered is there, and paid once. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { FaultyProxy, type Fault } from './support/faulty-proxy';
import { BEND, businessesIn, IN_BEND, IN_PORTLAND, listingCsv, PORTLAND } from './support/listing';
import { EMPTY_CITY, IN_EACH_CITY, searchHalfway, searchLive } from './support/overpass';
import {
  BREWERIES,
  expectResults,
  fillSearch,
  logged,
  openSearch,
  resultsHeading,
  searchByApi,
  startSearch,
  statusLog,
  withoutPauses,
  startEnriched,
} from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;
const MANY = 5_000;

interface Session {
  session_id: string;
  status: string;
  results_count: number;
  credits_consumed: number;
}

/** The user's sessions from the server, newest first. */
async function sessions(api: APIRequestContext, user: { sub: string }): Promise<Session[]> {
  const answer = await api.get(`/api/credits/history/${encodeURIComponent(user.sub)}`);
  return ((await answer.json()) as { data: Session[] }).data;
}

async function stop(page: Page): Promise<void> {
  // The form's button goes with the first rows, when the progress has one: a click may be too late for it.
  await expect(() => page.getByRole('button', { name: 'Stop Scraping' }).click({ timeout: 2_000 })).toPass();
}

test.afterEach(({ overpass }) => {
  overpass.release();
});

test('JOB-13: a server killed in the middle of a job goes on with it, and charges each row once', async ({
  page,
  api,
  server,
  overpass,
  user,
}) => {
  await searchHalfway(page, overpass);
  await server.kill();
  await logged(page, 'Network connection lost during job status check.');
  overpass.release();
  await server.resume();
  await expectResults(page, 2 * IN_EACH_CITY);
  await logged(page, 'Job completed');
  const [session, ...others] = await sessions(api, user);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ results_count: 2 * IN_EACH_CITY, credits_consumed: 2 * IN_EACH_CITY });
});

test('JOB-13, ENR-02: a server killed in the middle of a search with enrichment goes on with both, and charges each row once', async ({
  page,
  api,
  server,
  user,
}) => {
  await openSearch(page);
  await fillSearch(page, BREWERIES);
  await page.getByRole('checkbox', { name: 'Comprehensive Enrichment' }).check();
  let calls = 0;
  await page.route(/\/api\/jobs\/[0-9a-f-]{36}(\/events)?$/, async (route) => {
    calls += 1;
    if (calls === 1) await server.kill();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await logged(page, 'Network connection lost during job status check.');
  await server.resume();
  await logged(page, `Enriched ${FOUND} results`);
  expect(calls).toBeGreaterThan(1);
  await expect(statusLog(page)).not.toContainText('Enrichment failed');
  const [session] = await sessions(api, user);
  expect(session).toMatchObject({ results_count: FOUND, credits_consumed: 2 * FOUND });
});

test('JOB-10: two tabs on one job both show its end', async ({ page, context, api, overpass, user }) => {
  await searchHalfway(page, overpass);
  const other = await context.newPage();
  await openSearch(other);
  await logged(other, `${IN_EACH_CITY} results so far`);
  overpass.release();
  await expectResults(other, 2 * IN_EACH_CITY);
  await expectResults(page, 2 * IN_EACH_CITY);
  await other.close();
  expect(await sessions(api, user)).toHaveLength(1);
});

test('JOB-10, JOB-14: a browser that was offline for 30 s finds the job where it is', async ({
  page,
  context,
  overpass,
}) => {
  await searchHalfway(page, overpass);
  await context.setOffline(true);
  await page.clock.fastForward(30_000);
  await logged(page, 'Connection error during job status check.');
  overpass.release();
  await context.setOffline(false);
  await expectResults(page, 2 * IN_EACH_CITY);
});

test('JOB-16: a source that fails halfway keeps what it found, and charges for that alone', async ({
  page,
  api,
  overpass,
  user,
}) => {
  overpass.refuse('Bend');
  await openSearch(page);
  await searchLive(page);
  await startSearch(page, BREWERIES);
  await logged(page, 'Job failed: ');
  overpass.release();
  await expect(statusLog(page)).toContainText(`You keep the ${IN_EACH_CITY} results found so far.`);
  await expectResults(page, IN_EACH_CITY);
  // The folded log keeps showing a failure.
  const entries = statusLog(page).getByRole('listitem');
  await expect(entries.filter({ visible: true })).toHaveText([
    /Job failed: /,
    new RegExp(`${IN_EACH_CITY} results found`),
  ]);
  const [session] = await sessions(api, user);
  expect(session).toMatchObject({
    status: 'failed',
    results_count: IN_EACH_CITY,
    credits_consumed: IN_EACH_CITY,
  });
});

test('JOB-07: Stop before anything is found ends the search, and nothing is charged', async ({
  page,
  api,
  overpass,
  user,
}) => {
  overpass.hold('Portland');
  await openSearch(page);
  await searchLive(page);
  await startSearch(page, BREWERIES);
  await logged(page, '0 results so far');
  await stop(page);
  await logged(page, 'Job was cancelled');
  await expect(page.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  overpass.release();
  const [session] = await sessions(api, user);
  expect(session).toMatchObject({ status: 'cancelled', results_count: 0, credits_consumed: 0 });
});

test('JOB-07: Stop of a search that asked for enrichment keeps its rows, which get no facts', async ({
  page,
  api,
  overpass,
  user,
}) => {
  overpass.hold('Bend');
  await openSearch(page);
  await searchLive(page);
  await fillSearch(page, BREWERIES);
  await page.getByRole('checkbox', { name: 'Comprehensive Enrichment' }).check();
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await logged(page, `${IN_EACH_CITY} results so far`);
  await stop(page);
  await logged(page, 'Job was cancelled');
  overpass.release();
  await expectResults(page, IN_EACH_CITY);
  const [session] = await sessions(api, user);
  expect(session).toMatchObject({
    status: 'cancelled',
    results_count: IN_EACH_CITY,
    credits_consumed: IN_EACH_CITY,
  });
});

test('JOB-06: closing the page costs nothing: the server enriches, and another page shows it', async ({
  page,
  api,
}) => {
  await openSearch(page);
  const session = await startEnriched(page, BREWERIES);
  await page.goto('/plans');
  await expect
    .poll(async () => {
      const answer = await api.get(`/api/jobs/${session}`);
      return ((await answer.json()) as { enrichment: { status: string } }).enrichment.status;
    })
    .toBe('completed');
  await page.goto('/googlemaps');
  await expectResults(page, FOUND);
  await expect(statusLog(page)).toContainText(`Enriched ${FOUND} results`);
});

test('JOB-08: a search that finds nothing says so, and costs nothing', async ({ page, api, user }) => {
  await openSearch(page);
  await searchLive(page);
  await startSearch(page, { ...BREWERIES, cities: EMPTY_CITY });
  await logged(page, 'No results found');
  await expect(page.getByText('No results to display.')).toBeVisible();
  const [session] = await sessions(api, user);
  expect(session).toMatchObject({ results_count: 0, credits_consumed: 0 });
});

test('JOB-08: a search that finds one business says 1 result', async ({ page, server }) => {
  await server.importListing(listingCsv(businessesIn({ ...BEND, city: 'Lakeview' }, 1)), { name: 'one' });
  await openSearch(page);
  await startSearch(page, { ...BREWERIES, cities: 'Lakeview' });
  await logged(page, '1 result found.');
  await expectResults(page, 1);
});

test('JOB-11, RES-01: 5,000 rows are there, and again after a reload @soak', async ({
  page,
  api,
  server,
  user,
}) => {
  await server.importListing(listingCsv(businessesIn({ ...PORTLAND, city: 'Salem' }, MANY)), {
    name: 'many',
  });
  await api.get(`/api/credits/status/${encodeURIComponent(user.sub)}`);
  await server.command('accounts', 'adjust', user.sub, String(MANY), '--reason', 'a flow');
  const session = await searchByApi(api, { ...BREWERIES, cities: 'Salem' });
  await openSearch(page);
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expectResults(page, MANY);
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1));
  await page.reload();
  await expectResults(page, MANY);
  await expect(table).toContainText('Salem Test Brewing');
});

test.describe('with credits for some of the rows', () => {
  test.use({ tier: 'basic' });

  test('CRED-11: credits that run out in the middle end the search with what they paid for', async ({
    page,
    api,
    server,
    user,
  }) => {
    const most = 100;
    await server.importListing(listingCsv(businessesIn({ ...PORTLAND, city: 'Eugene' }, most + 20)), {
      name: 'more than credits',
    });
    await openSearch(page);
    await startSearch(page, { ...BREWERIES, cities: 'Eugene' });
    await logged(page, 'Job completed');
    await expectResults(page, most);
    await expect(page.getByText('your credits are used up, so there may be more to find')).toBeVisible();
    const [session] = await sessions(api, user);
    expect(session).toMatchObject({ results_count: most, credits_consumed: most });
  });
});

test('JOB-14: each way in which a call can fail on its way is said in its words', async ({
  browser,
  server,
  user,
  api,
}) => {
  const proxy = await FaultyProxy.start();
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: user.storageState,
    proxy: { server: proxy.url },
  });
  const page = await context.newPage();
  await openSearch(page);
  const start = '/api/jobs/scrape';
  const failures: [Fault, string][] = [
    [
      { status: 503, body: '{"error":{"code":"busy","message":"The server is busy."}}' },
      'Server error (503): The server is busy.',
    ],
    [
      { status: 404, body: '{"message":"There is no such source."}' },
      'Server error (404): There is no such source.',
    ],
    [{ status: 200, body: '' }, 'No response from server during Scraping. Please try again.'],
    [{ status: 200, body: '<html>' }, 'Unexpected error during Scraping: the answer could not be read'],
    ['refusal', LOST],
  ];
  for (const [fault, text] of failures) {
    proxy.fail(start, fault);
    await startSearch(page, BREWERIES);
    await expect(newest(page)).toContainText(text);
  }
  proxy.fail(start, 'silence');
  await startSearch(page, BREWERIES);
  await withoutPauses(page, async () => {
    await page.clock.fastForward(60_000);
    await expect(newest(page)).toContainText(
      'Scraping timed out. This is usually due to server load - please try again in a moment.',
      { timeout: 1_000 },
    );
  });
  expect(await sessions(api, user), 'none of them reached the server').toEqual([]);
  proxy.fail(start, 'break');
  await startSearch(page, BREWERIES);
  await expect(newest(page)).toContainText(LOST);
  await expect.poll(() => sessions(api, user), 'this one did').toHaveLength(1);
  await context.setOffline(true);
  await startSearch(page, BREWERIES);
  await expect(newest(page)).toContainText(
    'Connection error during credit check. Please check your internet connection and try again.',
  );
  await expect(resultsHeading(page)).toHaveCount(0);
  await context.close();
  await proxy.close();
});

const LOST =
  'Network connection lost during Scraping. The server may be temporarily unavailable - please try again.';

function newest(page: Page): Locator {
  return statusLog(page).getByRole('listitem').last();
}

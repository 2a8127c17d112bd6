/** A running job without a fake clock: by the server's events, shared by the browser's tabs. */
import type { BrowserContext, Page } from '@playwright/test';
import { IN_EACH_CITY, searchLive } from './support/overpass';
import { screenshots } from './support/screenshots';
import {
  BREWERIES,
  expectResults,
  openSearch,
  resultsHeading,
  startSearch,
  statusLog,
} from './support/search';
import { expect, test } from './support/test';

const FOUND = 2 * IN_EACH_CITY;

/** The calls by which a page asks for a job's state. */
function calls(page: Page): { streams: string[]; polls: string[] } {
  const seen = { streams: [] as string[], polls: [] as string[] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/jobs\/[0-9a-f-]{36}\/events$/.test(pathname)) seen.streams.push(pathname);
    if (/^\/api\/jobs\/[0-9a-f-]{36}$/.test(pathname)) seen.polls.push(pathname);
  });
  return seen;
}

/** A search in its own tab, whose first city was delivered. */
async function searchInAnotherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/googlemaps');
  await searchLive(tab);
  await startSearch(tab, BREWERIES);
  await expect(resultsHeading(tab)).toHaveText(`Results (${IN_EACH_CITY})`);
  return tab;
}

test.afterEach(({ overpass }) => {
  overpass.release();
});

test('JOB-04, JOB-08: rows, cities and cost appear as they are delivered, and nobody polls', async ({
  page,
  overpass,
}) => {
  const asked = calls(page);
  overpass.hold('Bend');
  await page.goto('/googlemaps');
  await searchLive(page);
  await startSearch(page, BREWERIES);
  await expect(resultsHeading(page)).toHaveText(`Results (${IN_EACH_CITY})`);
  await expect(page.getByText(`${IN_EACH_CITY} rows · ${IN_EACH_CITY} credits`)).toBeVisible();
  const cities = page.getByRole('list', { name: 'Rows found by city' });
  await expect(cities.getByRole('listitem').first()).toHaveText(/^Portland 3\s*searched$/);
  await expect(page.getByText('Portland Live Brewing 3')).toBeVisible();
  await screenshots(page, 'search-during');
  overpass.release();
  await expect(statusLog(page)).toContainText(`${FOUND} results found.`);
  await expect(resultsHeading(page)).toHaveText(`Results (${FOUND})`);
  await expect(page.getByText('Bend Live Brewing 1')).toBeVisible();
  expect(asked.polls).toEqual([]);
  expect(asked.streams).toHaveLength(1);
});

test('JOB-10: two tabs share one stream, which the other takes over when the first is closed', async ({
  page,
  context,
  overpass,
}) => {
  overpass.hold('Bend');
  const first = await searchInAnotherTab(context);
  const asked = calls(page);
  await page.goto('/googlemaps');
  await expect(resultsHeading(page)).toHaveText(`Results (${IN_EACH_CITY})`);
  expect(asked, 'it hears the first tab').toEqual({ streams: [], polls: [] });
  // A tab that is closed may still say that its stream is lost: one question more.
  await first.close();
  await expect.poll(() => asked.streams).toHaveLength(1);
  overpass.release();
  await expect(resultsHeading(page)).toHaveText(`Results (${FOUND})`);
  await expect(statusLog(page)).toContainText('Job completed');
});

test('JOB-10, JOB-14: a tab that counts on another one is told that the connection is lost, and finds the end @soak', async ({
  page,
  context,
  server,
  overpass,
}) => {
  overpass.hold('Bend');
  const first = await searchInAnotherTab(context);
  const asked = calls(page);
  await page.goto('/googlemaps');
  await expect(resultsHeading(page)).toHaveText(`Results (${IN_EACH_CITY})`);
  await server.kill();
  await expect(page.getByText('Connection lost. The search goes on.')).toBeVisible();
  expect(asked.streams, 'it has none of its own').toEqual([]);
  overpass.release();
  await server.resume();
  await expect(resultsHeading(page)).toHaveText(`Results (${FOUND})`);
  await expect(resultsHeading(first)).toHaveText(`Results (${FOUND})`);
  await first.close();
});

test('JOB-04: where events do not come through, the job is polled', async ({ page }) => {
  const asked = calls(page);
  await page.route('**/api/jobs/*/events', (route) => route.abort());
  await openSearch(page);
  await searchLive(page);
  await startSearch(page, BREWERIES);
  await expectResults(page, FOUND);
  expect(asked.polls).not.toEqual([]);
});

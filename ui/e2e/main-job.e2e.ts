/** The main job in the browser, with a listing of made-up businesses. */
import { readFile } from 'node:fs/promises';
import { IN_BEND, IN_PORTLAND } from './support/listing';
import { IN_EACH_CITY, searchHalfway } from './support/overpass';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import {
  BREWERIES,
  creditsLeft,
  expectResults,
  fillSearch,
  newSearch,
  openSearch,
  searchByApi,
  showWholeLog,
  startSearch,
  statusLog,
  withoutPauses,
  startEnriched,
} from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;

test('JOB-02: wrong input shows each validation text, in order', async ({ page }) => {
  await page.goto('/googlemaps');
  const start = page.getByRole('button', { name: 'Start Scraping' });
  await start.click();
  await expect(page.getByText('Please enter a search term')).toBeVisible();
  await page.getByLabel('Search Term').fill('brewery');
  await start.click();
  await expect(page.getByText('Please enter a state code')).toBeVisible();
  await page.getByLabel('State').pressSequentially('oregon');
  await expect(page.getByLabel('State')).toHaveValue('OR');
  await start.click();
  await expect(page.getByText('Please enter at least one city')).toBeVisible();
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  for (const state of ['t1', 'zz', 'Arizonia']) {
    await fillSearch(page, { ...BREWERIES, state });
    await start.click();
    await expect(page.getByText('Please enter a state code')).toBeVisible();
  }
  await fillSearch(page, { ...BREWERIES, state: 'Arizona' });
  await expect(page.getByLabel('State')).toHaveValue('AZ');
  expect(called).not.toContain('/api/jobs/scrape');
});

test.describe('with few credits', () => {
  test.use({ tier: 'basic' });

  test('JOB-03: too few credits stop a search before it starts', async ({ page }) => {
    await page.goto('/googlemaps');
    const cities = Array.from({ length: 51 }, (_, index) => `Town ${index}`).join(', ');
    await startSearch(page, { ...BREWERIES, cities });
    await expect(
      statusLog(page).getByText(/^Insufficient Credits: this search needs 102 credits and 100 are remaining/),
    ).toBeVisible();
  });
});

test('JOB-04, JOB-08, RES-01, RES-03, HIST-03: search, progress, rows, CSV, history', async ({ page }) => {
  await openSearch(page);
  const before = await creditsLeft(page);
  const bar = page.getByRole('progressbar', { name: 'Search progress' });
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
  await startSearch(page, BREWERIES);
  await expect(statusLog(page).getByText('Job queued')).toBeVisible();
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(5);

  await expectResults(page, FOUND);
  await expect(page.getByLabel('Search Term'), 'the form gives way to the rows').toBeHidden();
  await expect(statusLog(page).getByText(`${FOUND} results found.`)).toBeVisible();
  await showWholeLog(page);
  await expect(statusLog(page).getByText('Job completed')).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table).toHaveAttribute('aria-rowcount', String(FOUND + 1));
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('Bend Test Brewing 0001');
  await expect(table.getByRole('link', { name: 'brewery0001.example' }).first()).toHaveAttribute(
    'href',
    'https://brewery0001.example',
  );
  // The source picker offers sample data by name; nothing found here is marked as such.
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(0);
  await screenshots(page, 'results');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  for (let index = 1; index <= IN_PORTLAND; index += 1) {
    expect(csv).toContain(`Portland Test Brewing ${String(index).padStart(4, '0')}`);
  }
  expect(csv.match(/Test Brewing \d{4}/g)).toHaveLength(FOUND);
  expect(csv).not.toContain('Seattle');

  const left = (before - FOUND).toLocaleString('en-US');
  await expect(page.getByLabel('Credits', { exact: true })).toContainText(left);
  await newSearch(page);
  await expect(page.getByLabel('Search Term')).toHaveValue(BREWERIES.term);
  await withoutPauses(page, () =>
    expect(page.getByText(`4 credits to start, ${left} left`)).toBeVisible({ timeout: 1_000 }),
  );
  await page.getByRole('link', { name: 'History/Logs' }).click();
  const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
  await expect(row).toHaveText(new RegExp(`^[0-9a-f]{8}\\.\\.\\..*Google Maps${FOUND}${FOUND}Completed$`));
  await row.getByRole('link', { name: /^[0-9a-f]{8}\.\.\.$/ }).click();
  await expectResults(page, FOUND);
});

test('JOB-06, JOB-08, ENR-01, CRED-11: Comprehensive Enrichment adds facts, for one more credit a row', async ({
  page,
  api,
}) => {
  await openSearch(page);
  const session = await startEnriched(page, BREWERIES);
  await withoutPauses(page, () =>
    expect(statusLog(page)).toContainText('Enrichment started', { timeout: 1_000 }),
  );
  const bar = page.getByRole('progressbar', { name: 'Search progress' });
  await withoutPauses(page, () => expect(bar).toHaveAttribute('aria-valuenow', '100', { timeout: 1_000 }));
  await expect(statusLog(page)).not.toContainText('Enrichment failed');
  const job = (await (await api.get(`/api/jobs/${session}`)).json()) as {
    enrichment: { status: string; enriched: number };
  };
  expect(job.enrichment).toMatchObject({ status: 'completed', enriched: FOUND });
  const first = page.getByRole('table', { name: 'Result rows' }).getByRole('row').nth(1);
  await expect(page.getByRole('columnheader', { name: 'Competitors Within 5mi' })).toBeVisible();
  await expect(first.getByRole('cell').last()).toHaveText(/^\d+$/);
  const shown = await first.innerText();
  await page.reload();
  await expect(first, 'the facts are there after a reload too').toHaveText(shown, { useInnerText: true });
  await page.getByRole('link', { name: 'History/Logs' }).click();
  const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
  await expect(row).toContainText('Enriched');
  await expect(row).toContainText(`${FOUND}${2 * FOUND}Completed`);
});

test('RES-03: the page that one sends to a colleague sorts, filters and shows hostile names as text', async ({
  page,
  context,
}) => {
  await openSearch(page);
  await startSearch(page, BREWERIES);
  await expectResults(page, FOUND);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download HTML' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^brewery-in-portland-and-bend-or-\d{4}-\d\d-\d\d\.html$/);
  const path = test.info().outputPath('results.html');
  await download.saveAs(path);
  const file = await context.newPage();
  await file.goto(`file://${path}`);
  await expect(file.getByRole('heading', { level: 1 })).toHaveText('brewery in Portland and Bend, OR');
  const rows = file.locator('tbody tr');
  await expect(rows).toHaveCount(FOUND);
  const byName = file.getByRole('button', { name: 'Name', exact: true });
  await byName.click();
  await expect(rows.first()).toContainText('Bend Test Brewing 0001');
  await byName.click();
  await expect(rows.first()).toContainText('Portland Test Brewing');
  await file.getByLabel('Find').fill('Bend Test Brewing 0001');
  await expect(rows.filter({ visible: true })).toHaveCount(1);
  await expect(file.getByText('1 found')).toBeVisible();
  const sources = file.getByRole('columnheader', { name: 'Sources' });
  await expect(sources).toBeHidden();
  await file.getByText('More columns').click();
  await file.getByLabel('Listing').check();
  await expect(sources).toBeVisible();
  await file.close();
});

test('JOB-10: a reload in the middle of a job goes on with it', async ({ page }) => {
  await openSearch(page);
  // The job hangs in the middle, as seen by this page: neither events nor polls are answered.
  await page.route(/\/api\/jobs\/[0-9a-f-]{36}(\/events)?$/, () => undefined);
  await startSearch(page, BREWERIES);
  await expect(statusLog(page).getByText('Job queued')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expectResults(page, FOUND);
  await showWholeLog(page);
  await expect(statusLog(page).getByText('Job queued')).toBeVisible();
  await page.getByRole('link', { name: 'History/Logs' }).click();
  await expect(page.getByRole('table', { name: 'Scraping history' })).toBeVisible();
  await expect(page.getByRole('row'), 'the job ran once').toHaveCount(2);
});

test('JOB-07: Stop ends a job, and keeps what it delivered', async ({ page, overpass }) => {
  await searchHalfway(page, overpass);
  await screenshots(page, 'search-running');
  // Rows are about to arrive: then the form collapses, and Stop is with the progress.
  await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Stop Scraping' }).click();
  await withoutPauses(page, () => expect(statusLog(page)).toContainText('Job was cancelled'));
  await newSearch(page);
  await expect(page.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  overpass.release();
  await page.getByRole('link', { name: 'History/Logs' }).click();
  const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
  await expect(row).toContainText(`${IN_EACH_CITY}${IN_EACH_CITY}Cancelled`);
});

test('SHL-03: deep links, unknown addresses', async ({ page }) => {
  await page.goto('/my-companies');
  await expect(page.getByRole('heading', { name: 'My Companies' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('JOB-13: what a server that was killed had delivered is there after its restart', async ({
  api,
  page,
  server,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto('/logs');
  const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
  await expect(row).toContainText('Completed');
  await server.kill();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Error Loading History')).toBeVisible();
  await expect(row, 'what was read before stays on the screen').toContainText('Completed');
  await server.resume();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(row).toContainText(`${sessionKey.slice(0, 8)}...`);
  await expect(row).toContainText(`${FOUND}${FOUND}Completed`);
});

test.describe('as a visitor', () => {
  test.use({ signedIn: false });

  test('SHL-03, AUTH-08: a visitor comes from a deep link, by way of the login page, to its page', async ({
    page,
  }) => {
    await page.goto('/scrape');
    await signInByHand(page);
    await expect(page.getByRole('heading', { name: 'Start Scraping' })).toBeVisible();
  });
});

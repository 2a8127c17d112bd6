/** Abandoned searches: by a reload, for another device, by signing out. The live source holds them in the middle. */
import type { Page } from '@playwright/test';
import { IN_EACH_CITY, searchLive } from './support/overpass';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import {
  BREWERIES,
  expectResults,
  logged,
  openSearch,
  startByApi,
  startSearch,
  statusByApi,
} from './support/search';
import { expect, test } from './support/test';

const HELD = `${IN_EACH_CITY} results so far`;
const FOUND = 2 * IN_EACH_CITY;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Resume a search?' });

/** Opens the search page and waits until it knows whether there is anything to resume. */
async function openAndAsk(page: Page, open: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/jobs');
  await open();
  await (await answered).finished();
}

test.afterEach(({ overpass }) => {
  overpass.release();
});

test('JOB-12, JOB-13: a search that another device started is offered; Esc changes nothing, Resume goes on with it', async ({
  page,
  api,
  overpass,
}) => {
  overpass.hold('Bend');
  const session = await startByApi(api, BREWERIES, 'osm');
  await openSearch(page);
  await expect(dialog(page)).toContainText('brewery · Portland, Bend · OR');
  await screenshots(page, 'resume');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await dialog(page).getByRole('button', { name: 'Resume', exact: true }).click();
  await logged(page, HELD);

  // Now it is this page's own search: a reload continues it without asking.
  await page.reload();
  await logged(page, HELD);
  await expect(dialog(page)).toBeHidden();
  overpass.release();
  await expectResults(page, FOUND);
  expect(await statusByApi(api, session)).toBe('completed');
  await openAndAsk(page, () => page.reload());
  await expectResults(page, FOUND);
  await expect(dialog(page), 'nothing is unfinished any more').toBeHidden();
});

test('JOB-12: Dismiss asks no more, and the job goes on: its rows are in the history', async ({
  page,
  api,
  overpass,
}) => {
  overpass.hold('Bend');
  const session = await startByApi(api, BREWERIES, 'osm');
  await page.goto('/googlemaps');
  await dialog(page).getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await openAndAsk(page, () => page.reload());
  await expect(page.getByText('No results to display.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await statusByApi(api, session)).toBe('processing');
  overpass.release();
  await expect.poll(() => statusByApi(api, session)).toBe('completed');
  await page.getByRole('link', { name: 'History/Logs' }).click();
  const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
  await expect(row).toContainText(`${FOUND}${FOUND}Completed`);
});

test('JOB-12: a search that nothing has happened to for a day is not offered; the history still has it', async ({
  page,
  api,
  overpass,
}) => {
  overpass.hold('Bend');
  const session = await startByApi(api, BREWERIES, 'osm');
  await agedBy(page, 23);
  await openAndAsk(page, () => page.goto('/googlemaps'));
  await expect(dialog(page)).toContainText('brewery · Portland, Bend · OR');
  await expect(dialog(page)).toContainText('paused');
  await expect(dialog(page)).toContainText('23 hours');
  await agedBy(page, 24);
  await openAndAsk(page, () => page.reload());
  await expect(page.getByText('No results to display.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  overpass.release();
  await expect.poll(() => statusByApi(api, session)).toBe('completed');
  await page.goto('/logs');
  await page.getByRole('table', { name: 'Scraping history' }).getByRole('link').first().click();
  await expectResults(page, FOUND);
  await expect(dialog(page)).toBeHidden();
});

/** The keys under which this browser keeps remains of searches. */
function leftSearches(): string[] {
  return Object.keys(localStorage).filter((key) => /^demandatlas_(session_key|dismissed)/.test(key));
}

/** Shows the page each open session as if nothing had happened to it for this many hours. */
async function agedBy(page: Page, hours: number): Promise<void> {
  await page.route('**/api/jobs?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { jobs: { updated_at: string }[] };
    for (const job of body.jobs) {
      job.updated_at = new Date(Date.parse(job.updated_at) - hours * 3_600_000).toISOString();
    }
    await route.fulfill({ response: answer, json: body });
  });
}

test.describe('who signs in again', () => {
  test.use({ signedIn: false });
  /** No other flow signs in as this user, so only this flow's jobs are in the history. */
  const SEARCHER = 'Bruno Business';

  test('JOB-12, AUTH-11: is offered what runs at the server; nobody else is', async ({ page, overpass }) => {
    overpass.hold('Bend');
    await page.clock.install();
    await page.goto('/googlemaps');
    await signInByHand(page, SEARCHER);
    await searchLive(page);
    await startSearch(page, BREWERIES);
    await logged(page, HELD);
    expect(await page.evaluate(leftSearches)).toHaveLength(1);
    const signOut = async () => {
      await page.getByRole('button', { name: 'Logout' }).first().click();
      await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
    };
    await signOut();
    expect(await page.evaluate(leftSearches)).toEqual([]);

    await page.goto('/googlemaps');
    await openAndAsk(page, () => signInByHand(page, 'Petra Pro'));
    await expect(page.getByText('No results to display.')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await signOut();

    await page.goto('/googlemaps');
    await signInByHand(page, SEARCHER);
    await expect(dialog(page)).toContainText('brewery · Portland, Bend · OR');
    await dialog(page).getByRole('button', { name: 'Resume', exact: true }).click();
    overpass.release();
    await expectResults(page, FOUND);
  });
});

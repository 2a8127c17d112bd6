/** The enricher page: a search in one line by GET /scrape, whose rows are enriched by POST /enrich. */
import type { Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { screenshots } from './support/screenshots';
import { creditsByApi, statusLog } from './support/search';
import { expect, test } from './support/test';

const ROWS = 10;

test('ENR-03, ENR-04, CRED-11: a free query with a state finds ten rows with facts, for 20 credits', async ({
  page,
  api,
  user,
}) => {
  const before = await creditsByApi(api, user);
  await page.goto('/googlemaps');
  await page.getByRole('main').getByRole('link', { name: 'Enricher' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enricher' })).toBeVisible();

  const searched = page.waitForRequest((request) => new URL(request.url()).pathname === '/scrape');
  await start(page, 'brewery in Portland', 'or');
  const asked = new URL((await searched).url()).searchParams;
  expect(asked.get('query')).toBe('brewery in Portland');
  expect(asked.get('state')).toBe('OR');
  expect(asked.get('user_id')).toBe(user.sub);
  await expect(page.getByRole('progressbar', { name: 'Enrichment progress' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await expect(statusLog(page)).toContainText(`${ROWS} results found`);
  await expect(page.getByRole('heading', { name: `Results (${ROWS})` })).toBeVisible();
  await expect(page.getByText('brewery · Portland · OR')).toBeVisible();
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table.getByRole('link', { name: /^Show Portland Test Brewing/ })).toHaveCount(ROWS);
  await expect(table.getByRole('columnheader', { name: 'County', exact: true })).toBeVisible();
  expect(await creditsByApi(api, user)).toBe(before - 2 * ROWS);
  await expect(page.getByLabel('Credits', { exact: true })).toContainText(
    (before - 2 * ROWS).toLocaleString('en-US'),
  );
  await screenshots(page, 'enricher');
  await expectSoundInEveryLook(page, 'the enricher page with rows');
});

test('ENR-03, ENR-04: without a state all that is loaded is searched', async ({ page }) => {
  await page.goto('/enrich');
  await start(page, 'Seattle Test Brewing');
  await expect(
    page.getByRole('table', { name: 'Result rows' }).getByText(/Seattle Test Brewing/),
  ).toHaveCount(5);
});

test('ENR-03: a search that the server refuses is said in the status box, and costs nothing', async ({
  page,
  api,
  user,
}) => {
  const before = await creditsByApi(api, user);
  await page.goto('/enrich');
  await start(page, 'brewery '.repeat(40), 'OR');
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();
  await expect(statusLog(page)).toContainText('Server error (400): ');
  expect(await creditsByApi(api, user)).toBe(before);
});

test.describe('of a basic user', () => {
  test.use({ tier: 'basic' });

  test('ENR-03: the plan that may not enrich is refused, and nothing is searched', async ({
    page,
    api,
    user,
  }) => {
    await page.goto('/enrich');
    const called: string[] = [];
    page.on('request', (request) => called.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Start Enrichment Process' }).click();
    await expect(page.getByText('Please enter a search query')).toBeVisible();
    await start(page, 'brewery in Bend', 'OR');
    await expect(statusLog(page)).toContainText('Data enrichment requires Business or Pro tier');
    expect(called).not.toContain('/scrape');
    expect(await creditsByApi(api, user)).toBe(100);
  });
});

async function start(page: Page, query: string, state = ''): Promise<void> {
  await page.getByLabel('Search query').fill(query);
  await page.getByLabel('State').fill(state);
  await page.getByRole('button', { name: 'Start Enrichment Process' }).click();
}

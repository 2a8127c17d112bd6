/** The credits counter at the foot of the sidebar. */
import type { Page } from '@playwright/test';
import { businessesIn, listingCsv } from './support/listing';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test } from './support/test';

const counter = (page: Page) => page.getByRole('region', { name: 'Credits', exact: true });

test.describe('with few credits', () => {
  test.use({ tier: 'basic' });

  test('CRED-03, CRED-05: status and warning at 101, 100, 51, 50, 1 and 0 credits', async ({
    page,
    server,
    user,
  }) => {
    await page.goto('/');
    await expect(counter(page)).toContainText('100 of 100');
    for (const [change, left, status, warning] of [
      [1, '101 of ', 'Active', []],
      [-1, '100 of ', 'Active', ['Low creditsUpgrade']],
      [-49, '51 of ', 'Active', ['Low creditsUpgrade']],
      [-1, '50 of ', 'Low Credits', ['Low creditsUpgrade']],
      [-49, '1 of ', 'Low Credits', ['Low creditsUpgrade']],
      [-1, '0 of ', 'Limit Reached', ['Limit reached!Upgrade']],
    ] as const) {
      await server.command('accounts', 'adjust', user.sub, String(change), '--reason', 'a flow');
      await page.reload();
      await expect(counter(page).getByText(new RegExp(`^${left}`))).toBeVisible();
      await expect(counter(page).getByText(status, { exact: true })).toBeVisible();
      await expect(counter(page).getByRole('status')).toHaveText([...warning]);
    }
    await screenshots(page, 'credits-limit');
    const opening = page.waitForEvent('popup');
    await counter(page).getByRole('link', { name: 'Upgrade Plan' }).click();
    const pricing = await opening;
    await expect(pricing).toHaveURL('/pricing');
    await pricing.close();
    await counter(page).getByRole('link', { name: 'Upgrade', exact: true }).click();
    await expect(page).toHaveURL('/plans');
  });
});

/** Enough results for a share of a tenth of a percent. */
const GRESHAM = { city: 'Gresham', state: 'OR', latitude: 45.5, longitude: -122.43 };
const SPENT = 499;

test('CRED-03: the bar has its colors from 50, 75 and 90 percent on, and not a tenth before', async ({
  page,
  api,
  server,
  user,
}) => {
  await server.importListing(listingCsv(businessesIn(GRESHAM, SPENT)), { name: 'gresham' });
  await searchByApi(api, { term: 'brewery', state: 'OR', cities: GRESHAM.city });
  await page.goto('/');
  await expect(counter(page)).toContainText('1,501 of 2,000');
  const bar = counter(page).getByRole('progressbar');
  let total = 2000;
  for (const [wanted, share, color] of [
    [1000, '49.9%', 'rgb(65, 168, 115)'],
    [998, '50.0%', 'rgb(242, 147, 139)'],
    [666, '74.9%', 'rgb(242, 147, 139)'],
    [665, '75.0%', 'rgb(230, 147, 43)'],
    [555, '89.9%', 'rgb(230, 147, 43)'],
    [554, '90.1%', 'rgb(240, 98, 90)'],
    [499, '100.0%', 'rgb(240, 98, 90)'],
  ] as const) {
    await server.command('accounts', 'adjust', user.sub, String(wanted - total), '--reason', 'a flow');
    total = wanted;
    await page.reload();
    await expect(counter(page).getByText(`${share} used`)).toBeVisible();
    await expect(bar, share).toHaveCSS('background-color', color);
  }
});

test('CRED-03: 75 and 90 percent themselves have the color that begins with them', async ({ page }) => {
  let percentage = 0;
  // Exact percentages need odd numbers of credits: the server's answer is modified.
  await page.route('**/api/credits/status/**', async (route) => {
    const answer = await route.fetch();
    const status = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...status, percentage_used: percentage } });
  });
  for (const [share, color] of [
    [75, 'rgb(230, 147, 43)'],
    [90, 'rgb(240, 98, 90)'],
  ] as const) {
    percentage = share;
    await page.goto('/');
    await expect(counter(page).getByText(`${percentage.toFixed(1)}% used`)).toBeVisible();
    await expect(counter(page).getByRole('progressbar')).toHaveCSS('background-color', color);
  }
});

test('CRED-02: the older names are understood, and what is missing has its default', async ({ page }) => {
  await page.route('**/api/credits/status/**', (route) =>
    route.fulfill({ json: { credits_available: 7, credits_used: 493 } }),
  );
  await page.goto('/?portal=billing');
  const billing = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(billing.getByText('BASIC')).toBeVisible();
  await expect(billing.getByText('Sep 6, 2025')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(counter(page).getByText('7 of 500')).toBeVisible();
});

test('CRED-04: a server that fails is said, with its status, and tried again', async ({ page }) => {
  await page.route('**/api/credits/status/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  await expect(counter(page).getByText('⚠️ Unable to load credits')).toBeVisible();
  await expect(counter(page).getByText('Failed to fetch credits: 503')).toBeVisible();
  await screenshots(page, 'credits-failure');
  await page.unrouteAll();
  await counter(page).getByRole('button', { name: 'Retry' }).click();
  await expect(counter(page).getByText('2,000 of 2,000')).toBeVisible();
});

test('CRED-04: a server that is down, and one that is slow: the page stays, and is whole once it is back', async ({
  page,
}) => {
  await page.goto('/');
  await expect(counter(page)).toContainText('2,000 of 2,000');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Scheduled Scrapes' }).click();
  await page.getByRole('button', { name: 'Credits & Billing' }).click();
  await page.getByRole('button', { name: 'Refresh Credits' }).click();
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(overview.getByText('Unable to load account information')).toBeVisible();
  await expect(overview.getByText('Credits Remaining'), 'what was known stays').toBeVisible();
  await page.unrouteAll();
  await overview.getByRole('button', { name: 'Retry' }).click();
  await expect(overview.getByText('Unable to load account information')).toBeHidden();
  await page.keyboard.press('Escape');

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/credits/status/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/coupons');
  await expect(counter(page).getByRole('status', { name: 'Loading credits' })).toBeVisible();
  const top = page.getByRole('heading', { name: 'Redeem Coupon Code' });
  const before = await top.boundingBox();
  await screenshots(page, 'slow-coupons');
  release();
  await expect(counter(page)).toContainText('2,000 of 2,000');
  await expect(page.getByRole('main').getByText('ENTERPRISE')).toBeVisible();
  expect((await top.boundingBox())?.y, 'nothing moves when the answer comes').toBe(before?.y);
});

/** Two tabs of one browser: what happens in one is seen in the other, at once and without a look at it. */
import type { Page } from '@playwright/test';
import { BREWERIES, searchByApi } from './support/search';
import { newUser } from './support/session';
import { expect, test } from './support/test';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits', exact: true });

/** A second tab in the background: it learns nothing by being focused. */
async function secondTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  return tab;
}

test.describe('credits', () => {
  test.use({ tier: 'basic' });

  test('COUP-04, CRED-03: a coupon that is redeemed in one tab is seen in the other', async ({
    page,
    server,
  }) => {
    const code = `TABS${Date.now()}`;
    await server.command('coupons', 'issue', '--credits', '60', '--code', code);
    await page.clock.install();
    await page.goto('/coupons');
    const other = await secondTab(page, '/logs');
    await expect(credits(other)).toContainText('100 of 100');
    await page.getByRole('textbox', { name: 'Coupon code' }).fill(code);
    await page.getByRole('button', { name: 'Redeem Code' }).click();
    await expect(page.getByRole('status').getByText(/Coupon redeemed successfully!/)).toBeVisible();
    await page.clock.fastForward(1_500);
    await expect(credits(page)).toContainText('160 of 160');
    await expect(credits(other)).toContainText('160 of 160');
    await other.close();
  });
});

test('CRED-03, HIST-01: credits that one tab has heard of are shown in the other, and their session too', async ({
  page,
  api,
}) => {
  await page.goto('/logs');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  const other = await secondTab(page, '/');
  await expect(credits(other)).toContainText('2,000 of 2,000');
  await searchByApi(api, BREWERIES);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await other.reload();
  await expect(credits(other)).toContainText('1,943 of 2,000');
  await expect(credits(page)).toContainText('1,943 of 2,000');
  await expect(page.getByRole('main').getByText('brewery')).toBeVisible();
  expect(
    asked.filter((path) => path.startsWith('/api/credits/status')),
    'one question, no echo',
  ).toHaveLength(1);
  await other.close();
});

test('AUTH-11: who signs out in one tab is signed out in the other, where nothing of them is left', async ({
  page,
  user,
}) => {
  await page.goto('/logs');
  const other = await secondTab(page, '/googlemaps');
  await expect(other.getByRole('banner').getByText(user.name)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(other, 'signing in leads back to the page that was open').toHaveURL('/googlemaps');
  await expect(other.getByText(user.name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  const left = () => Object.keys(localStorage).filter((key) => !key.includes('mantine'));
  expect(await other.evaluate(left)).toEqual([]);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await other.close();
});

test('AUTH-04, AUTH-11: a session that the provider ends in one tab is over in the other', async ({
  page,
  context,
  user,
}) => {
  await page.goto('/logs');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  const other = await secondTab(page, '/');
  await expect(other.getByRole('banner').getByText(user.name)).toBeVisible();
  await context.clearCookies({ path: /dev-idp/ });
  await page.route('**/dev-idp/oauth/token', (route) =>
    route.fulfill({ status: 403, json: { error: 'invalid_grant', error_description: 'It was revoked.' } }),
  );
  await page.route('**/api/credits/history/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toHaveText(/session is over \(invalid_grant\)/);
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await other.close();
});

test('AUTH-11: a tab that hears late of a sign-out does not end the session that came after it', async ({
  page,
  user,
}) => {
  await page.goto('/logs');
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  const other = await secondTab(page, '/nowhere');
  const loaded = page.waitForEvent('load');
  await other.evaluate(() => {
    new BroadcastChannel('demandatlas').postMessage({ type: 'signed-out', atMs: Date.now() - 60_000 });
  });
  await loaded;
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  await expect(page.getByText('No scraping history found')).toBeVisible();
  await other.close();
});

test('AUTH-12: a tab takes no figures of another user', async ({ page, user, playwright, server }) => {
  await page.goto('/');
  await expect(credits(page)).toContainText('2,000 of 2,000');
  const http = await playwright.request.newContext();
  const stranger = await newUser(http, server.url, 'basic');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const other = await secondTab(page, '/nowhere');
  await other.evaluate((userId) => {
    new BroadcastChannel('demandatlas').postMessage({ type: 'credits', userId, status: '{}' });
  }, stranger.sub);
  await other.evaluate((userId) => {
    new BroadcastChannel('demandatlas').postMessage({ type: 'credits', userId, status: '{}' });
  }, user.sub);
  await expect.poll(() => asked.filter((url) => url.includes('/api/credits/status/'))).toHaveLength(1);
  expect(asked.join(), 'and what it shows comes from the server').not.toContain(
    encodeURIComponent(stranger.sub),
  );
  await expect(credits(page)).toContainText('2,000 of 2,000');
  await http.dispose();
  await other.close();
});

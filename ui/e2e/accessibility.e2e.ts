/**
 * Every page of the frame: in light and dark, on a desktop and on a phone nothing serious by axe; nothing cut off
 * and nothing covered down to 320 px and at 200 percent; everything by keyboard alone. The search page, which looks
 * best with sample data, is in sample-data.e2e.ts; messages and failures are in each page's own flows.
 */
import type { PageName } from '@/shared/paths';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { BREWERIES, searchByApi } from './support/search';
import { newUser, type User } from './support/session';
import { expect, test as base } from './support/test';

/** A user with a finished search, shared by these flows: they only look. */
const test = base.extend<object, { searcher: User }>({
  searcher: [
    async ({ playwright, server }, use) => {
      const nobody = { cookies: [], origins: [] };
      const http = await playwright.request.newContext({ storageState: nobody });
      const searcher = await newUser(http, server.url, 'enterprise');
      const authorization = `Bearer ${searcher.accessToken}`;
      const api = await playwright.request.newContext({
        baseURL: server.url,
        extraHTTPHeaders: { authorization },
      });
      await searchByApi(api, BREWERIES);
      await api.dispose();
      await http.dispose();
      await use(searcher);
    },
    { scope: 'worker' },
  ],
  user: async ({ searcher }, use) => {
    await use(searcher);
  },
});

/** Null for pages that are checked in other flows. */
const PAGES: Record<PageName, { path: string; heading: string } | null> = {
  home: { path: '/', heading: 'Welcome to DemandAtlas' },
  history: { path: '/logs', heading: 'Scraping History & Logs' },
  coupons: { path: '/coupons', heading: 'Billing & Credits' },
  plans: { path: '/plans', heading: 'Plans' },
  scrape: { path: '/scrape', heading: 'Start Scraping' },
  schedule: { path: '/schedule', heading: 'Scheduled Scrapes' },
  proxy: { path: '/proxy', heading: 'Proxy Settings' },
  enricher: { path: '/enrich', heading: 'Enricher' },
  myCompanies: { path: '/my-companies', heading: 'My Companies' },
  // The page of the plans again.
  pricing: null,
  callback: null,
  search: null,
  account: null,
  sessionMap: null,
  businessMap: null,
  resultsMap: null,
  companiesMap: null,
  atlas: null,
  atlasArea: null,
  monitor: null,
  mailConfirm: null,
  mailStop: null,
};
const NOT_FOUND = { path: '/no/such/page', heading: 'Page not found' };

for (const { path, heading } of [...Object.values(PAGES), NOT_FOUND].filter((page) => page !== null)) {
  test(`${path} is accessible, fits in every look, and is all there by keyboard`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await screenshots(page, heading.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
    await expectSoundInEveryLook(page, path);
    await expectNothingLostWhenNarrow(page, path);
    await expectAllByKeyboard(page, path);
  });
}

for (const tab of ['overview', 'upgrade', 'billing', 'coupons', 'ledger']) {
  test(`CRED-06: the portal's ${tab} tab fits a small phone, and is all there by keyboard`, async ({
    page,
  }) => {
    await page.goto(`/?portal=${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingLostWhenNarrow(page, `the portal, ${tab}`);
    await expectAllByKeyboard(page, `the portal, ${tab}`);
  });
}

test.describe('as a visitor', () => {
  test.use({ signedIn: false });

  test('the login page is accessible, fits in every look, and is all there by keyboard', async ({ page }) => {
    await page.goto('/googlemaps');
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Credits & Billing' }), 'for users only').toHaveCount(0);
    await expectSoundInEveryLook(page, 'the login page');
    await expectNothingLostWhenNarrow(page, 'the login page', { tab: false });
    await expectAllByKeyboard(page, 'the login page');
  });
});

test('the menu of a phone is accessible and fits, in both schemes', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('link', { name: 'Proxy Settings' })).toBeVisible();
  await expectSoundInEveryLook(page, 'the menu');
});

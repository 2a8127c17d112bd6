/** Without a connection, a server, or the browser's storage: what cannot be done is said, and nothing is lost. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import { BREWERIES, openSearch, searchByApi, startSearch, statusLog } from './support/search';
import { expect, test } from './support/test';

test.describe('without a connection', () => {
  test('JOB-03, JOB-14: a search cannot verify the credits, and says that the connection is lost', async ({
    page,
    context,
    api,
    user,
  }) => {
    await openSearch(page);
    const status = page.getByRole('region', { name: 'System Status' });
    await expect(status.getByText('Online')).toBeVisible();
    await context.setOffline(true);
    await expect(status.getByText('Offline')).toBeVisible();
    await startSearch(page, BREWERIES);
    await expect(statusLog(page)).toContainText(
      /Unable to verify credits\..*Connection error during credit check\. Please check your internet connection/,
    );
    await screenshots(page, 'offline');
    await context.setOffline(false);
    await expect(status.getByText('Online')).toBeVisible();
    const history = await api.get(`/api/credits/history/${encodeURIComponent(user.sub)}`);
    expect(((await history.json()) as { data: unknown[] }).data).toEqual([]);
  });

  test('SHL-03, HIST-04: a page that cannot be loaded says so, and comes when it is tried again', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome to DemandAtlas' })).toBeVisible();
    // Past the browser's cache, which may have the page from another flow.
    await page.route('**/assets/HistoryPage-*.js', (route) => route.continue());
    await context.setOffline(true);
    await page.getByRole('link', { name: 'History/Logs' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('You are offline.');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('main').getByText('The server does not answer yet.')).toBeVisible();
    await screenshots(page, 'page-not-loaded');
    await expectSoundInEveryLook(page, 'a page that could not be loaded');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No scraping history found')).toBeVisible();
    await expect(page).toHaveURL('/logs');
  });

  for (const [id, part, words, open] of [
    [
      'CRED-06',
      'PortalDrawer',
      'Credits & Billing could not be loaded.',
      (page) => page.getByRole('button', { name: 'Credits & Billing' }).click(),
    ],
    ['RES-05', 'LeafletMap', 'The map could not be loaded. The list holds the same.', openMap],
  ] as [string, string, string, (page: Page, api: APIRequestContext) => Promise<void>][]) {
    test(`${id}: of a page's part that cannot be loaded (${part}) it is said, and the page stays`, async ({
      page,
      context,
      api,
    }) => {
      const script = `**/assets/${part}-*.js`;
      await page.goto('/');
      await page.route(script, (route) => route.abort());
      await open(page, api);
      await expect(page.getByText(words)).toBeVisible();
      const address = page.url();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText('The server does not answer yet.')).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      await context.setOffline(false);
      await page.unroute(script);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText(words)).toHaveCount(0);
      await expect(page).toHaveURL(address);
    });
  }

  test('AUTH-09: sign-in itself that cannot be loaded is said, not a blank page', async ({ page }) => {
    const parts = '**/assets/Auth0SignIn-*.js';
    await page.route(parts, (route) => route.abort());
    await page.goto('/logs');
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No scraping history found')).toBeVisible();
  });
});

async function openMap(page: Page, api: APIRequestContext): Promise<void> {
  await page.goto(`/results-map/${await searchByApi(api, BREWERIES)}`);
}

test('JOB-03, JOB-14: a server that is down is not Online, and is when it is back', async ({
  page,
  server,
}) => {
  await openSearch(page);
  const status = page.getByRole('region', { name: 'System Status' });
  await expect(status.getByText('Online')).toBeVisible();
  await server.stop();
  try {
    await startSearch(page, BREWERIES);
    await expect(statusLog(page)).toContainText(
      /Unable to verify credits\..*Network connection lost during credit check\. The server may be temporarily/,
    );
    await expect(status.getByText('Server not reached')).toBeVisible();
  } finally {
    await server.resume();
  }
  await page.clock.fastForward(30_000);
  await expect(status.getByText('Online')).toBeVisible();
});

test.describe('without storage', () => {
  test.use({ signedIn: false });

  test('AUTH-04: where the browser keeps nothing for this site, memory does; a reload finds the session again', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await page.goto('/logs?days=90');
    await signInByHand(page);
    await expect(page.getByText('No scraping history found')).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'History/Logs' }).click();
    await expect(page.getByText('No scraping history found')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByText('Enya Enterprise')).toBeVisible();
    await expect(page.getByText('No scraping history found')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  });

  for (const [of, key, kept] of [
    ['rows of ours, which make room', 'demandatlas_results', true],
    ['things that are not ours', 'somebody-else', false],
  ] as const) {
    test(`AUTH-04: signing in works in storage that is full of ${of}`, async ({ page }) => {
      await page.goto('/logs');
      await page.evaluate((name) => {
        for (let size = 2 ** 22; size >= 64; size /= 2) {
          const before = localStorage.getItem(name) ?? '';
          try {
            localStorage.setItem(name, before + 'x'.repeat(size));
          } catch {
            // Full, to this size.
          }
        }
      }, key);
      // A visitor's page removes what an earlier user left: it has to come while somebody signs in.
      await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
      await page.getByRole('button', { name: /Petra Pro/ }).click();
      await expect(page.getByText('No scraping history found')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('banner').getByText('Petra Pro')).toBeVisible();
      const tokens = await page.evaluate(() =>
        Object.keys(localStorage).some((name) => name.includes('auth0')),
      );
      expect(tokens).toBe(kept);
      expect(await page.evaluate((name) => localStorage.getItem(name) === null, key)).toBe(kept);
    });
  }
});

test('AUTH-01: where the browser blocks cookies and storage, the login page says what to allow', async ({
  playwright,
  server,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'demandatlas-profile-'));
  await mkdir(join(profile, 'Default'));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked));
  const browser = await playwright.chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  await page.goto(`${server.url}/logs`);
  await expect(page.getByRole('heading', { name: 'Web Scraper Dashboard' })).toBeVisible();
  await expect(page.getByText('Your browser blocks cookies for this site')).toBeVisible();
  await browser.close();
  await rm(profile, { recursive: true, force: true });
});

/**
 * Every page in light and dark, on a desktop and on a phone: nothing serious by axe, nothing cut off. The search
 * page, which looks best with sample data, is in sample-data.e2e.ts.
 */
import { expectSoundInEveryLook } from './support/checks';
import { PHONE } from './support/looks';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';

const PAGES = [
  { path: '/', heading: 'Welcome to DemandAtlas' },
  { path: '/logs', heading: 'Scraping History & Logs' },
  { path: '/my-companies', heading: 'My Companies' },
  { path: '/no/such/page', heading: 'Page not found' },
];

for (const { path, heading } of PAGES) {
  test(`${path} is accessible and fits, in every look`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await screenshots(page, heading.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
    await expectSoundInEveryLook(page, path);
  });
}

test.describe('as a visitor', () => {
  test.use({ signedIn: false });

  test('the login page is accessible and fits, in every look', async ({ page }) => {
    await page.goto('/googlemaps');
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
    await expectSoundInEveryLook(page, 'the login page');
  });
});

test('the menu of a phone is accessible and fits, in both schemes', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('link', { name: 'Proxy Settings' })).toBeVisible();
  await expectSoundInEveryLook(page, 'the menu');
});

/** Every page in light and dark, on a desktop and on a phone: nothing serious by axe, nothing cut off. */
import { after, before, describe, it } from 'node:test';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  DESKTOP,
  launch,
  openPage,
  PHONE,
  resultCount,
  signIn,
  startSearch,
} from './support/browser.mjs';
import { startServer } from './support/server.mjs';

const PAGES = [
  { path: '/', heading: 'Welcome to DemandAtlas' },
  { path: '/logs', heading: 'Scraping History & Logs' },
  { path: '/my-companies', heading: 'My Companies' },
  { path: '/no/such/page', heading: 'Page not found' },
];

describe('every page', () => {
  let server;
  let browser;
  before(async () => {
    server = await startServer();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const colorScheme of ['light', 'dark']) {
    for (const viewport of [DESKTOP, PHONE]) {
      it(`is accessible and fits, ${colorScheme}, ${viewport.width}x${viewport.height}`, async () => {
        const { page, close } = await openPage(browser, { viewport, colorScheme });
        const check = async (where) => {
          await assertAccessible(page, where);
          await assertNoSidewaysScroll(page, where);
        };
        await page.goto(`${server.url}/googlemaps`);
        await page.getByRole('button', { name: 'Sign In / Sign Up' }).waitFor();
        await check('the login page');
        await signIn(page);
        await page.getByRole('button', { name: 'Start Scraping' }).click();
        await check('the scraper page with a validation text');
        await startSearch(page, { term: 'bakery', state: 'OR', cities: 'Portland' });
        await resultCount(page);
        await check('the scraper page with results');
        for (const { path, heading } of PAGES) {
          await page.goto(`${server.url}${path}`);
          await page.getByRole('heading', { level: 1, name: heading }).waitFor();
          await check(path);
        }
        if (viewport === PHONE) {
          await page.getByRole('button', { name: 'Open the menu' }).click();
          await page.getByRole('link', { name: 'Proxy Settings' }).waitFor();
          await check('the menu');
        }
        await close();
      });
    }
  }
});

/** The main job in the browser, against the real server with a listing of made-up businesses. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import {
  creditsLeft,
  fillSearch,
  launch,
  openPage,
  resultCount,
  signIn,
  startSearch,
  statusLog,
} from './support/browser.mjs';
import { BEND, madeUpListing, PORTLAND, SEATTLE } from './support/listing.mjs';
import { startServer } from './support/server.mjs';

const IN_PORTLAND = 45;
const IN_BEND = 12;
const SEARCH = { term: 'brewery', state: 'or', cities: 'Portland, Bend' };

describe('the main job', () => {
  let server;
  let browser;
  before(async () => {
    server = await startServer({
      listing: madeUpListing([
        { ...PORTLAND, count: IN_PORTLAND },
        { ...BEND, count: IN_BEND },
        { ...SEATTLE, count: 5 },
      ]),
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Runs a flow in a page of its own. */
  const flow = (name, steps) =>
    it(name, async () => {
      const { page, close } = await openPage(browser);
      await steps(page);
      await close();
    });

  flow(
    'AUTH-01, AUTH-02, AUTH-07, AUTH-08: signing in leads back to the page that was wanted',
    async (page) => {
      await page.goto(`${server.url}/logs?days=90`);
      await page.getByRole('heading', { name: 'Web Scraper Dashboard' }).waitFor();
      await signIn(page);
      await page.getByRole('heading', { name: 'Scraping History & Logs' }).waitFor();
      assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/logs?days=90');
      assert.equal(await page.getByLabel('Time Period').inputValue(), '90');
      await page.getByText('No scraping history found').waitFor();
    },
  );

  flow('AUTH-03: signing in with a pop-up window', async (page) => {
    await page.goto(server.url);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
    const popup = await opening;
    await popup.getByRole('button', { name: /Petra Pro/ }).click();
    await page.getByRole('banner').getByText('Petra Pro').waitFor();
  });

  flow("AUTH-03: a closed pop-up window is said to be 'cancelled'", async (page) => {
    await page.goto(server.url);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
    const popup = await opening;
    await popup.getByRole('button', { name: /Petra Pro/ }).waitFor();
    await popup.close();
    await page
      .getByRole('alert')
      .getByText(/cancelled/)
      .waitFor();
  });

  flow('JOB-02: wrong input shows each validation text, in order', async (page) => {
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page);
    const start = page.getByRole('button', { name: 'Start Scraping' });
    await start.click();
    await page.getByText('Please enter a search term').waitFor();
    await page.getByLabel('Search Term').fill('brewery');
    await start.click();
    await page.getByText('Please enter a state code').waitFor();
    await page.getByLabel('State').pressSequentially('oregon');
    assert.equal(await page.getByLabel('State').inputValue(), 'OR');
    await start.click();
    await page.getByText('Please enter at least one city').waitFor();
    await fillSearch(page, { ...SEARCH, state: 't1' });
    await start.click();
    await statusLog(page)
      .getByText(/^Server error \(400\)/)
      .waitFor();
  });

  flow('JOB-03: too few credits stop a search before it starts', async (page) => {
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page, 'Basil Basic');
    const cities = Array.from({ length: 51 }, (_, index) => `Town ${index}`).join(', ');
    await startSearch(page, { ...SEARCH, cities });
    await statusLog(page)
      .getByText(/^Insufficient Credits: this search needs 102 credits and 100 are remaining/)
      .waitFor();
  });

  flow('JOB-04, JOB-08, RES-01, RES-03, HIST-03: search, progress, rows, CSV, history', async (page) => {
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page);
    const before = await creditsLeft(page);
    const bar = page.getByRole('progressbar', { name: 'Search progress' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '0');
    await startSearch(page, SEARCH);
    await statusLog(page).getByText('Job queued').waitFor();
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) >= 5);

    assert.equal(await resultCount(page), IN_PORTLAND + IN_BEND);
    await statusLog(page).getByText('Job completed').waitFor();
    assert.equal(await bar.getAttribute('aria-valuenow'), '100');
    const table = page.getByRole('table', { name: 'Result rows' });
    assert.equal(await table.getAttribute('aria-rowcount'), String(IN_PORTLAND + IN_BEND + 1));
    await table.getByRole('button', { name: 'Name' }).click();
    assert.match(await table.getByRole('row').nth(1).textContent(), /Bend Test Brewing 0001/);
    assert.equal(
      await table.getByRole('link', { name: 'brewery0001.example' }).first().getAttribute('href'),
      'https://brewery0001.example',
    );
    assert.equal(await page.getByText('Sample data').count(), 0);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    for (let index = 1; index <= IN_PORTLAND; index += 1) {
      assert.ok(
        csv.includes(`Portland Test Brewing ${String(index).padStart(4, '0')}`),
        `row ${index} in the CSV`,
      );
    }
    assert.equal(csv.match(/Test Brewing \d{4}/g).length, IN_PORTLAND + IN_BEND);
    assert.ok(!csv.includes('Seattle'));

    await page.waitForFunction(
      (wanted) => document.querySelector('[aria-label="Credits"]')?.textContent.includes(wanted),
      (before - IN_PORTLAND - IN_BEND).toLocaleString('en-US'),
    );
    await page.getByRole('link', { name: 'History/Logs' }).click();
    const row = page.getByRole('table', { name: 'Scraping history' }).getByRole('row').nth(1);
    assert.match(
      await row.textContent(),
      new RegExp(
        `^[0-9a-f]{8}\\.\\.\\..*Google Maps${IN_PORTLAND + IN_BEND}${IN_PORTLAND + IN_BEND}Completed$`,
      ),
    );
    await row.getByRole('link').click();
    assert.equal(await resultCount(page), IN_PORTLAND + IN_BEND);
  });

  flow('JOB-10: a reload in the middle of a job goes on with it', async (page) => {
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page, 'Bruno Business');
    // The job is held in its middle, as this page sees it: its polls are never answered.
    await page.route(/\/api\/jobs\/[0-9a-f-]{36}$/, () => undefined);
    await startSearch(page, SEARCH);
    await statusLog(page).getByText('Job queued').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    assert.equal(await resultCount(page), IN_PORTLAND + IN_BEND);
    await statusLog(page).getByText('Job queued').waitFor();
    await page.getByRole('link', { name: 'History/Logs' }).click();
    await page.getByRole('table', { name: 'Scraping history' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2, 'the job ran once');
  });

  flow('SHL-03: deep links, pages to come, unknown addresses', async (page) => {
    await page.goto(`${server.url}/scrape`);
    await signIn(page);
    await page.getByRole('heading', { name: 'Start Scraping' }).waitFor();
    await page.getByText('not available in this version yet').waitFor();
    await page.goto(`${server.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  flow('AUTH-11: Logout ends the session here and at the provider', async (page) => {
    await page.goto(`${server.url}/logs`);
    await signIn(page);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await page.goto(`${server.url}/logs`);
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    // The provider asks again who it is: its own session is over too.
    await page.getByRole('button', { name: /Petra Pro/ }).waitFor();
  });
});

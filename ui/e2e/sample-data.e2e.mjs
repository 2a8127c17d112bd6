/** Without an import: fictional businesses, marked wherever they show, and Stop in a long job. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, openPage, resultCount, signIn, startSearch, statusLog } from './support/browser.mjs';
import { startServer } from './support/server.mjs';

const MANY_CITIES = Array.from({ length: 300 }, (_, index) => `Town ${index}`).join(', ');

describe('sample data', () => {
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

  it('marks the source, the results, and every row', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page);
    await page
      .getByRole('region', { name: 'System Status' })
      .getByText('Sample data', { exact: true })
      .waitFor();
    await startSearch(page, { term: 'bakery', state: 'OR', cities: 'Portland' });
    assert.ok((await resultCount(page)) > 0);
    const table = page.getByRole('table', { name: 'Result rows' });
    const names = table.locator('tbody tr[aria-rowindex] td:first-child');
    assert.equal(await names.getByText('Sample data', { exact: true }).count(), await names.count());
    await page.getByRole('note').getByText('These businesses are fictional.').waitFor();
    await close();
  });

  it('JOB-07: Stop ends a job, and keeps what it delivered', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${server.url}/googlemaps`);
    await signIn(page);
    await startSearch(page, { term: 'bakery', state: 'OR', cities: MANY_CITIES });
    await page.getByRole('button', { name: 'Stop Scraping' }).click();
    await statusLog(page).getByText('Job was cancelled').waitFor();
    await page.getByRole('button', { name: 'Start Scraping' }).waitFor();
    await page.getByRole('link', { name: 'History/Logs' }).click();
    await page.getByRole('table').getByText('Cancelled').waitFor();
    await close();
  });
});

/** /logs and /plans. */
import { IN_BEND, IN_PORTLAND } from './support/listing';
import type { Locator } from '@playwright/test';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { BREWERIES, expectResults, searchByApi } from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;

test('HIST-02, HIST-03: the filters stand in the address; a row opens its session, its credits their entries', async ({
  page,
  api,
}) => {
  await searchByApi(api, { term: 'brewery', state: 'OR', cities: 'Salem' });
  const session = await searchByApi(api, BREWERIES);
  await page.clock.install();
  await page.goto('/logs');
  await expect(page.getByLabel('Time Period')).toHaveValue('30');
  await expect(page.getByLabel('Scrape Type')).toHaveValue('all');
  const table = page.getByRole('table', { name: 'Scraping history' });
  const row = table.getByRole('row').filter({ hasText: `${session.slice(0, 8)}...` });
  for (const cell of ['brewery · Portland, Bend · OR', 'Google Maps', String(FOUND), 'Completed']) {
    await expect(row.getByText(cell, { exact: true }).first()).toBeVisible();
  }
  await expect(row.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{2}:\d{2} [AP]M$/);
  await expect(row.getByText('Completed')).toHaveClass(/completed/);
  const card = (label: string) => page.getByText(label).locator('xpath=following-sibling::dd[1]');
  await expect(card('Total Sessions')).toHaveText('2');
  await expect(card('Results Scraped')).toHaveText(String(FOUND));
  await page.getByLabel('Scrape Type').selectOption('Enriched');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  await expect(page).toHaveURL('/logs?type=enriched');
  await page.getByLabel('Scrape Type').selectOption('Google Maps');
  await page.getByLabel('Time Period').selectOption('Last year');
  await expect(page).toHaveURL('/logs?type=google_maps&days=365');
  await page.reload();
  await expect(page.getByLabel('Time Period')).toHaveValue('365');
  await expect(card('Credits Used')).toHaveText(String(FOUND));
  // Another window's search is there after a Refresh.
  await searchByApi(api, { term: 'brewery', state: 'OR', cities: 'Bend' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card('Total Sessions')).toHaveText('3');
  await expect(card('Credits Used')).toHaveText(String(FOUND + IN_BEND));
  await screenshots(page, 'history');

  await row.getByRole('link', { name: /show the ledger entries/ }).click();
  const ledger = page.getByRole('tabpanel', { name: 'Ledger' });
  const rows = ledger.getByRole('table', { name: 'Ledger' }).locator('tbody tr:has(td)');
  await expect(rows.filter({ hasText: 'Results delivered' }).first()).toContainText(session.slice(0, 8));
  await expect(rows.filter({ hasText: 'Account opened' }), 'of this session alone').toHaveCount(0);
  await ledger.getByRole('button', { name: /show all sessions/ }).click();
  await expect(rows.filter({ hasText: 'Account opened' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/logs?type=google_maps&days=365');

  await table.getByRole('link', { name: `${session.slice(0, 8)}...` }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/googlemaps?sessionKey=${session}`);
  await expectResults(page, FOUND);
});

test('HIST-03: on a phone results and credits have their words, and a press on a row opens its session', async ({
  page,
  api,
}) => {
  const session = await searchByApi(api, BREWERIES);
  await page.setViewportSize(PHONE);
  await page.goto('/logs');
  const row = page.getByRole('list', { name: 'Scraping history' }).getByRole('listitem');
  await expect(row.getByText(`${FOUND} results · ${FOUND} credits`)).toBeVisible();
  await screenshots(page, 'history-row');
  await expectNothingLostWhenNarrow(page, 'the history');
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['Time Period', 'Scrape Type']) {
    expect(await room(page.getByLabel(name)), `${name}, its longest choice`).toBeGreaterThanOrEqual(0);
  }
  await row.getByText(`${FOUND} results`).click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL(`/googlemaps?sessionKey=${session}`);
});

/** The space a closed select has left beside its longest choice, in pixels. */
function room(select: Locator): Promise<number> {
  return select.evaluate((element: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    pen.font = font;
    const longest = Math.max(...[...element.options].map(({ text }) => pen.measureText(text).width));
    return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - longest;
  });
}

test('HIST-04: nothing yet, still loading, and a server that fails', async ({ page }) => {
  await page.goto('/logs');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  await expect(page.getByText('Start scraping to see your activity history here.')).toBeVisible();
  await screenshots(page, 'history-empty');
  await page.route('**/api/credits/history/**', () => undefined);
  await page.goto('/logs?days=7');
  await expect(page.getByText('Loading your scraping history...')).toBeVisible();
  await screenshots(page, 'history-loading');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/credits/history/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/logs');
  await expect(page.getByText('Error Loading History')).toBeVisible();
  await expect(page.getByText('Failed to fetch history: 503')).toBeVisible();
  await screenshots(page, 'history-failure');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No scraping history found')).toBeVisible();
});

for (const path of ['/plans', '/pricing']) {
  test.describe(`${path} of a business user`, () => {
    test.use({ tier: 'business' });

    test(`PLAN-01: ${path} has four plans, one of them marked, and the questions`, async ({ page }) => {
      await page.goto(path);
      const plans = page.getByRole('list', { name: 'Plans' });
      for (const [name, price, credits] of [
        ['Basic', 'Free', '100 credits'],
        ['Pro', '$99', '250 credits'],
        ['Business', '$199', '600 credits'],
        ['Enterprise', '$499', '2,000 credits'],
      ] as const) {
        const card = plans.locator('> li').filter({ has: page.getByRole('heading', { name, exact: true }) });
        await expect(card).toContainText(price);
        await expect(card).toContainText(credits);
        await expect(card.getByText('Your plan')).toHaveCount(name === 'Business' ? 1 : 0);
      }
      const answer = page.getByText('Unused credits roll over up to 2x the plan limit.');
      await expect(answer).toBeHidden();
      await page.getByText('What happens to unused credits?').click();
      await expect(answer).toBeVisible();
      await screenshots(page, path.slice(1));
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText('Plan changes take effect next billing cycle.')).toBeVisible();
      await page.emulateMedia({ media: null });
      await page.getByRole('link', { name: 'redeem a code' }).click();
      await expect(page).toHaveURL('/coupons');
    });
  });
}

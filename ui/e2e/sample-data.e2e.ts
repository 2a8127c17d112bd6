/** Sample data, chosen by name: fictional businesses, marked wherever they appear. */
import { expectSoundInEveryLook } from './support/checks';
import { VIEWPORTS } from './support/looks';
import { chooseSampleData, openSearch, resultsHeading, startSearch, withoutPauses } from './support/search';
import { expect, test } from './support/test';

const BAKERIES = { term: 'bakery', state: 'OR', cities: 'Portland' };

test.use({ listing: null });

test('sample data marks the source, the results, and every row', async ({ page }) => {
  await openSearch(page);
  await chooseSampleData(page);
  await expect(page.getByText('Sample data', { exact: true }).first()).toBeVisible();
  await startSearch(page, BAKERIES);
  await withoutPauses(page, () => expect(resultsHeading(page)).not.toHaveText('Results (0)'));
  const table = page.getByRole('table', { name: 'Result rows' });
  const names = table.locator('tbody tr[aria-rowindex] td:first-child');
  await expect(names.first()).toContainText('Sample data');
  // Rows are rendered as they scroll into view: each has its mark.
  await expect(names.filter({ hasNotText: 'Sample data' })).toHaveCount(0);
  await expect(page.getByRole('note').getByText('These businesses are fictional.')).toBeVisible();
});

test('the search page with a validation text is accessible and fits, in every look', async ({ page }) => {
  await page.goto('/googlemaps');
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await expect(page.getByText('Please enter a search term')).toBeVisible();
  await expectSoundInEveryLook(page, 'the search page with a validation text');
});

for (const viewport of VIEWPORTS) {
  test(`the search page with results is accessible and fits, loaded at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openSearch(page);
    await chooseSampleData(page);
    await startSearch(page, BAKERIES);
    await withoutPauses(page, () => expect(resultsHeading(page)).toBeVisible());
    await expectSoundInEveryLook(page, 'the search page with results', [viewport]);
  });
}

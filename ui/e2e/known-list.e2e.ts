/** The known list: uploaded, marked, left out and not charged, replaced, removed. */
import type { Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { businessesIn, inOregon, listingCsv, type MadeUpCity } from './support/listing';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { Listing } from './support/schedules';
import { screenshots } from './support/screenshots';
import { creditsByApi, resultsHeading, searchByApi } from './support/search';
import { expect, test } from './support/test';

/** Each flow has its own, so that another's release is no news to it. */
const NEWPORT = inOregon('Newport', 44.64, -124.05);
const FLORENCE = inOregon('Florence', 43.98, -124.1);
const BREWERIES = { term: 'brewery', state: 'OR' };

const INVITATION = 'Upload your customers as CSV: never delivered, never charged.';

const panel = (page: Page) => page.getByRole('region', { name: 'Known list' });

async function upload(page: Page, content: string, name = 'customers.csv'): Promise<void> {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** Three that are listed, one that is not, and a line without a name. */
function customers(city: MadeUpCity): string {
  const [stranger] = businessesIn({ ...city, latitude: city.latitude + 0.5 }, 1);
  const other = { ...stranger, name: 'Unlisted Alehouse', address: '900 Nowhere Rd', phone: '971-555-0142' };
  return `${listingCsv([...businessesIn(city, 3), other as never])},1 Alder St,${city.city},OR,97000,,,,\n`;
}

test('MON-14: customers are uploaded, marked in rows that are here, left out of others, and not charged', async ({
  page,
  api,
  user,
  server,
}) => {
  await new Listing(server, NEWPORT).begin(8);
  const search = { ...BREWERIES, cities: 'Newport' };
  const before = await searchByApi(api, search);
  const paid = await creditsByApi(api, user);

  await page.goto('/my-companies');
  await expect(panel(page).getByText(INVITATION)).toBeVisible();
  await upload(page, customers(NEWPORT));
  await expect(panel(page).getByText('4 businesses, 3 found in our listings')).toBeVisible();
  await expect(panel(page).getByText('1 line could not be used:')).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveText([/^Line 6 /]);
  await screenshots(page, 'known-list');
  await expectSoundInEveryLook(page, 'the known list');
  await expectNothingLostWhenNarrow(page, 'the known list');
  await expectAllByKeyboard(page, 'the known list');

  await page.goto(`/googlemaps?sessionKey=${before}`);
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table.getByText('yours', { exact: true })).toHaveCount(3);
  await screenshots(page, 'results-yours');

  const session = await searchByApi(api, search);
  expect(await creditsByApi(api, user)).toBe(paid - 5);
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expect(resultsHeading(page)).toHaveText('Results (5)');
  await expect(page.getByText('3 yours left out, 0 credits')).toBeVisible();
  await expect(table.getByText('yours', { exact: true })).toHaveCount(0);

  await page.goto('/my-companies');
  await panel(page).getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your list?' });
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await screenshots(page, 'known-list-removal');
  await dialog.getByRole('button', { name: 'Remove the list' }).click();
  await expect(panel(page).getByText(INVITATION)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Upload' })).toBeFocused();
  await searchByApi(api, search);
  expect(await creditsByApi(api, user)).toBe(paid - 5 - 8);
});

test('MON-15: a file that cannot be used says what to do, and the list stays as it was', async ({
  page,
  server,
}) => {
  await new Listing(server, FLORENCE).begin(4);
  await page.goto('/my-companies');
  await upload(page, listingCsv(businessesIn(FLORENCE, 2)));
  const sum = panel(page).getByText('2 businesses, 2 found in our listings');
  await expect(sum).toBeVisible();
  const alert = panel(page).getByRole('alert');
  for (const [name, content, words] of [
    ['customers.xlsx', 'x', 'customers.xlsx is not a CSV file. In your spreadsheet, save it as CSV.'],
    ['customers.csv', 'PK\u0003\u0004', /^This is not a CSV file/],
    ['customers.csv', 'kind,place\nbrewery,Florence\n', /call it 'name'/],
    ['large.csv', 'x'.repeat(5.5 * 1024 * 1024), /^large\.csv has 5\.5 MB, 5 MB is the most\./],
  ] as const) {
    await upload(page, content, name);
    await expect(alert).toHaveText(words);
    await expect(sum).toBeVisible();
  }
  await screenshots(page, 'known-list-refused');
  await upload(page, listingCsv(businessesIn(FLORENCE, 3)));
  await expect(panel(page).getByText('3 businesses, 3 found in our listings')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(panel(page).getByText('3 businesses, 3 found in our listings')).toBeVisible();
});

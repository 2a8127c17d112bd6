/** Rows without facts, enriched afterwards: from a row's page, and from the search page. */
import { IN_BEND } from './support/listing';
import { BREWERIES, creditsByApi, searchByApi, statusLog } from './support/search';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';

const FEW = 5;

test('ENR-02, CRED-11: as far as credits go, and the rest when there are more: each row is paid once', async ({
  page,
  api,
  user,
  server,
}) => {
  const sessionKey = await searchByApi(api, { ...BREWERIES, cities: 'Bend' });
  const adjust = (change: number) =>
    server.command('accounts', 'adjust', user.sub, String(change), '--reason', 'a flow');
  await adjust(FEW - (await creditsByApi(api, user)));

  await page.goto(`/account/${sessionKey}/0`);
  await page.getByRole('link', { name: 'Enrich its search' }).click();
  const dialog = page.getByRole('dialog', { name: `Enrich ${FEW} of ${IN_BEND} rows?` });
  await expect(dialog).toContainText(`Up to ${FEW} credits`);
  await screenshots(page, 'enrich-rest-asked');
  await dialog.getByRole('button', { name: `Enrich ${FEW} of ${IN_BEND} rows` }).click();
  await expect(statusLog(page)).toContainText(
    `Enriched ${FEW} of ${IN_BEND} results: your credits are used up`,
  );
  expect(await creditsByApi(api, user)).toBe(0);
  await page.getByRole('button', { name: 'Enrich the Rest' }).click();
  await expect(page.getByRole('button', { name: 'Redeem a code' })).toBeVisible();

  const rest = IN_BEND - FEW;
  await adjust(rest + 3);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  await page.getByRole('button', { name: 'Enrich the Rest' }).click();
  await page.getByRole('button', { name: `Enrich ${rest} rows` }).click();
  await expect(statusLog(page)).toContainText(`Enriched ${IN_BEND} results`);
  expect(await creditsByApi(api, user)).toBe(3);
  await expect(page.getByRole('button', { name: /^Enrich/ })).toHaveCount(0);
  await screenshots(page, 'enrich-rest-done');
});

test.describe('of a basic user', () => {
  test.use({ tier: 'basic' });

  test('ENR-05: the button says which plans have it, and leads to them', async ({ page, api, user }) => {
    const sessionKey = await searchByApi(api, { ...BREWERIES, cities: 'Bend' });
    const before = await creditsByApi(api, user);
    await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
    await page.getByRole('button', { name: 'Enrich All' }).click();
    await expect(page.getByRole('dialog')).toContainText('Data enrichment requires Business or Pro tier');
    await page.getByRole('button', { name: 'See plans' }).click();
    await expect(page).toHaveURL(/\/plans$/);
    expect(await creditsByApi(api, user)).toBe(before);
  });
});

test('RES-01, JOB-01: a click right after typing in the filter goes where it leads; the typed search waits', async ({
  page,
  api,
}) => {
  const sessionKey = await searchByApi(api, { ...BREWERIES, cities: 'Bend' });
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  await page.getByRole('button', { name: 'New search' }).click();
  await page.getByLabel('Search Term').fill('bakery');
  await page.getByLabel('State').fill('Washington');
  await expect(page.getByLabel('State')).toHaveValue('WA');
  const field = page.getByRole('combobox', { name: 'Cities' });
  await field.fill('Seattle, Tacoma');
  await field.press('Tab');
  await page.getByLabel('Filter rows').fill('0003');
  await page.getByRole('link', { name: 'All results on a map' }).click();
  await expect(page).toHaveURL(new RegExp(`/results-map/${sessionKey}$`));
  await page.goBack();
  await expect(page.getByLabel('Filter rows')).toHaveValue('0003');
  await page.reload();
  await page.getByRole('button', { name: 'New search' }).click();
  await expect(page.getByLabel('Search Term')).toHaveValue('bakery');
  await expect(page.getByLabel('State')).toHaveValue('WA');
  await expect(page.getByText('2 cities: needs 4 credits to start')).toBeVisible();
});

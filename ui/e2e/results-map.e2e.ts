/** The map of a session's results: markers, list, popups, with tiles and without. */
import { expectSoundInEveryLook } from './support/checks';
import { expectNothingRan, HOSTILE_CITY, HOSTILE_NAMES, hostileBusinesses } from './support/hostile';
import { IN_BEND, IN_PORTLAND, listingCsv } from './support/listing';
import { screenshots } from './support/screenshots';
import { BREWERIES, searchByApi } from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;

test.afterEach(({ tiles }) => {
  tiles.mode = 'plain';
});

test('RES-05: all results on a map, its popups reached from the list by keyboard', async ({ api, page }) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/results-map/${sessionKey}`);
  const map = page.getByRole('region', { name: `Map of ${FOUND} businesses. The list holds the same.` });
  await expect(map).toBeVisible();
  await expect(page.getByText(`${FOUND} locations`)).toBeVisible();
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
  await screenshots(page, 'results-map');

  await map.getByLabel('Find on the map').fill('bend test brewing 0003');
  await page.keyboard.press('Tab');
  const row = map.getByRole('button', { name: /Bend Test Brewing 0003/ });
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Bend Test Brewing 0003' });
  await expect(popup).toBeFocused();
  await expect(popup).toContainText('3 Alder St');
  await expect(popup).toContainText('503-555-0003');
  await expect(popup.getByRole('link', { name: 'brewery0003.example' })).toBeVisible();
  await expect(popup).toContainText('44.05030, -121.31030');
  await screenshots(page, 'results-map-popup');
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('RES-05: one row by row_idx; a click on its marker opens the popup', async ({ api, page }) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/results-map/${sessionKey}?row_idx=0`);
  const drawn = page.getByRole('application');
  await expect(drawn.locator('.leaflet-marker-pane canvas')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Map of 1 business\./ })).toBeVisible();
  // A single point is in the middle of the map.
  const popup = page.getByRole('dialog');
  await expect(async () => {
    await drawn.click();
    await expect(popup).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(popup).toContainText('Test Brewing');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(drawn).toBeFocused();
});

test('RES-05: without tiles the map still shows its markers and says so', async ({ api, page, tiles }) => {
  tiles.mode = 'failing';
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/results-map/${sessionKey}`);
  await expect(page.getByText('Street map not reached. The built-in map is shown.')).toBeVisible();
  await screenshots(page, 'results-map-without-tiles');
  await expectSoundInEveryLook(page, 'the results map without tiles');
});

test('RES-05: hostile names stay text in list and popup', async ({ api, page, server }) => {
  await server.importListing(listingCsv(hostileBusinesses()), { name: 'hostile' });
  const sessionKey = await searchByApi(api, {
    term: 'brewery',
    state: HOSTILE_CITY.state,
    cities: HOSTILE_CITY.city,
  });
  await page.goto(`/results-map/${sessionKey}`);
  for (const name of [HOSTILE_NAMES.image, HOSTILE_NAMES.quotes]) {
    await page.getByRole('button', { name }).click();
    const popup = page.getByRole('dialog');
    await expect(popup.getByRole('heading', { name })).toBeVisible();
    await expect(popup.getByRole('link')).toHaveCount(0);
  }
  await expectNothingRan(page);
});

test('RES-05: a session without positions says so', async ({ api, page, server }) => {
  const city = { city: 'Prineville', state: 'OR' };
  await server.importListing(listingCsv([{ ...city, name: 'Nowhere Brewing', address: '1 Alder St' }]), {
    name: 'nowhere',
  });
  const sessionKey = await searchByApi(api, { term: 'brewery', state: city.state, cities: city.city });
  await page.goto(`/results-map/${sessionKey}`);
  await expect(page.getByText('No location(s) to display...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
});

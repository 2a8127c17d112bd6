/** The saved companies on a map: filters, markers, popups, fit, banner, and an order of visits. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import type { Server } from './support/server';
import { expect, test } from './support/test';

/** Cities used only here, from north to south; the first ten by alphabet exclude Walla Walla and Yakima. */
const CITIES: readonly [city: string, latitude: number, longitude: number][] = [
  ['Bellingham', 48.75, -122.48],
  ['Anacortes', 48.51, -122.61],
  ['Forks', 47.95, -124.39],
  ['Chelan', 47.84, -120.02],
  ['Leavenworth', 47.6, -120.66],
  ['Spokane', 47.66, -117.43],
  ['Olympia', 47.04, -122.9],
  ['Ellensburg', 47, -120.55],
  ['Aberdeen', 46.98, -123.82],
  ['Centralia', 46.72, -122.95],
  ['Yakima', 46.6, -120.51],
  ['Walla Walla', 46.06, -118.34],
];
const HOSTILE = '<img src=x onerror=alert(1)> Brewing';
const CSV = [
  'name,address,city,state,latitude,longitude',
  ...CITIES.map(([city, latitude, longitude], index) =>
    [`${city} Brewing`, `${index + 1} Alder St`, city, 'WA', latitude, longitude].join(),
  ),
  'Second of Olympia Brewing,100 Birch Ave,OLYMPIA,WA,47.0405,-122.9005',
  `${HOSTILE},7 Cedar Way,Moscow,ID,46.73,-117`,
  'Nowhere Brewing,9 Cedar Way,Moscow,ID,,',
].join('\n');
const PLACED = CITIES.length + 2;
const SAVED = PLACED + 1;
const ALL = `${PLACED} of ${SAVED} companies shown, 1 without coordinates`;

/** Saves them all, two as contacted and Forks with a status that only lists set. */
async function saveCompanies(api: APIRequestContext, server: Server): Promise<Map<string, string>> {
  await server.importListing(CSV, { name: 'map-view' });
  const cities = CITIES.map(([city]) => city).join(', ');
  for (const search of [
    { state: 'WA', cities },
    { state: 'ID', cities: 'Moscow' },
  ]) {
    const session = await searchByApi(api, { term: 'brewery', ...search });
    await posted(api, '/api/save-companies', { session_id: session });
  }
  const answer = await api.get('/api/saved-companies?form=packed');
  const { rows } = (await answer.json()) as { rows: string[][] };
  const ids = new Map(rows.map((row) => [row[3] ?? '', row[0] ?? '']));
  expect(ids.size).toBe(SAVED);
  await setStatuses(api, ids, {
    'Spokane Brewing': 'contacted',
    'Chelan Brewing': 'contacted',
    'Forks Brewing': 'proposal_sent',
  });
  return ids;
}

async function setStatuses(api: APIRequestContext, ids: Map<string, string>, wanted: Record<string, string>) {
  await posted(api, '/api/saved-companies/status', {
    changes: Object.entries(wanted).map(([name, status]) => ({ company_id: ids.get(name), status })),
  });
}

async function posted(api: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await api.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const map = (page: Page) => page.getByRole('application');
const list = (page: Page) => page.getByRole('list', { name: 'companies' });
const group = (page: Page, name: string) => page.locator('details').filter({ hasText: name });

async function openGroup(page: Page, name: string): Promise<Locator> {
  await group(page, name).locator('summary').click();
  return group(page, name);
}

/** The zoom of the shown tiles. */
async function expectZoom(page: Page, zoom: number): Promise<void> {
  const zooms = () =>
    map(page)
      .locator('.leaflet-tile-container:last-child img')
      .evaluateAll((tiles) => [
        ...new Set(tiles.map((tile) => /\/(\d+)\/\d+\/\d+\./.exec((tile as HTMLImageElement).src)?.[1])),
      ]);
  await expect.poll(zooms).toEqual([String(zoom)]);
}

/** The color of the marker in the middle of the map, next to its letter. */
function middleColour(page: Page): Promise<string> {
  return map(page).evaluate((box) => {
    const canvas = box.querySelector<HTMLCanvasElement>('.leaflet-marker-pane canvas');
    const context = canvas?.getContext('2d');
    if (canvas == null || context == null) return '';
    const [own, outer] = [canvas.getBoundingClientRect(), box.getBoundingClientRect()];
    const ratio = canvas.width / own.width;
    const x = (outer.left + outer.width / 2 - own.left - 7) * ratio;
    const y = (outer.top + outer.height / 2 - own.top) * ratio;
    const [red, green, blue] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
    return [red, green, blue].map((part = 0) => part.toString(16).padStart(2, '0')).join('');
  });
}

test('MAPV-01, MAPV-02, MAPV-05: filters narrow what is shown, for three seconds with a banner, and outlive a reload', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.clock.install();
  await page.goto('/map-view');
  await expect(page.getByRole('heading', { level: 1, name: 'Companies Map View' })).toBeVisible();
  await expect(page.getByText(ALL)).toBeVisible();
  await expect(list(page).getByRole('link', { name: /Nowhere Brewing/ })).toContainText('No coordinates');
  await expect(page.getByText(/Map auto-adjusted/)).toHaveCount(0);
  await expect(page.locator('details[open]')).toHaveCount(0);

  const statuses = await openGroup(page, 'Account Status');
  await statuses.getByRole('checkbox', { name: /^Contacted/ }).check();
  await expect(page.getByText(`2 of ${SAVED} companies shown`)).toBeVisible();
  const banner = page.getByText('Map auto-adjusted to show 2 companies');
  await expect(banner).toBeVisible();
  // The clock also advances by itself while the steps above run.
  await page.clock.runFor(1_500);
  await expect(banner).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(banner).toHaveCount(0);

  // One value per group, all groups.
  await statuses.getByRole('checkbox', { name: /^Proposal Sent/ }).check();
  await expect(page.getByText(`3 of ${SAVED} companies shown`)).toBeVisible();
  const cities = await openGroup(page, 'Cities');
  await expect(cities.getByRole('checkbox')).toHaveCount(10);
  await expect(cities.getByText('Showing top 10 cities. Use search to find more.')).toBeVisible();
  await expect(cities.getByRole('checkbox', { name: /^Walla Walla/ })).toHaveCount(0);
  const olympia = cities.getByRole('checkbox', { name: /^olympia/i });
  await expect(olympia, 'one city, however it is spelled').toHaveAccessibleName(/^Olympia\s*2$/);
  await cities.getByLabel('Find a city').fill('walla');
  await cities.getByRole('checkbox', { name: /^Walla Walla/ }).check();
  await expect(page.getByText('No company matches these filters.')).toBeVisible();
  await expect(page.getByText(/Map auto-adjusted/)).toHaveCount(0);
  await expect(map(page)).toBeVisible();
  await cities.getByRole('checkbox', { name: /^Walla Walla/ }).uncheck();
  await (await openGroup(page, 'States')).getByRole('checkbox', { name: /^WA/ }).check();
  await (await openGroup(page, 'Industry')).getByRole('checkbox', { name: /^brewery/ }).check();
  await expect(page.getByText(`3 of ${SAVED} companies shown`)).toBeVisible();

  await expect(page).toHaveURL(/status=contacted&status=proposal_sent&industry=brewery&state=WA$/);
  await page.reload();
  await expect(page.getByText(`3 of ${SAVED} companies shown`)).toBeVisible();
  await expect(group(page, 'Account Status').locator('summary')).toContainText('2');

  // Facts without a score are in no band.
  await (await openGroup(page, 'Market Intelligence Score')).getByLabel('91-100 Excellent').check();
  await expect(page.getByText('No company matches these filters.')).toBeVisible();
  await screenshots(page, 'map-view-no-match');
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByText(ALL)).toBeVisible();
  await expect(page.getByText(/Map auto-adjusted/), 'all are shown').toHaveCount(0);
  await list(page)
    .getByRole('link', { name: /Nowhere Brewing/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nowhere Brewing');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to My Companies' }).click();
  await expect(page).toHaveURL('/my-companies');
});

test('MAPV-03: the map begins at zoom 6, fits after 100 ms, and no closer than 12, or 10 for one company', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.goto('/map-view?city=Olympia');
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(map(page)).toBeVisible({ timeout: 20 });
  }).toPass({ intervals: [20] });
  await expectZoom(page, 6);
  await page.clock.runFor(300);
  await expectZoom(page, 12);
  await page.clock.resume();
  await expect(page).toHaveURL('/map-view?city=Olympia');

  const cities = await openGroup(page, 'Cities');
  await cities.getByRole('checkbox', { name: /^Olympia/ }).uncheck();
  await cities.getByRole('checkbox', { name: /^Forks/ }).check();
  await expectZoom(page, 10);
  // A map moved by the user stays, across reloads too, until a filter changes.
  await map(page).focus();
  await page.keyboard.press('-');
  await expectZoom(page, 9);
  await expect(page).toHaveURL(/view=47\.95\d*%2C-124\.39\d*%2C9/);
  await page.reload();
  await expectZoom(page, 9);
  await page.clock.runFor(500);
  await expectZoom(page, 9);
  await (await openGroup(page, 'Cities')).getByRole('checkbox', { name: /^Forks/ }).uncheck();
  await expect(page).toHaveURL('/map-view');
  await expectZoom(page, 6);
});

test('MAPV-03: a filter that changes while the map still zooms is fitted, too', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/map-view?city=Forks');
  await expectZoom(page, 10);
  const chelan = (await openGroup(page, 'Cities')).getByRole('checkbox', { name: /^Chelan/ });
  const zooming = map(page).locator('.leaflet-zoom-anim');
  await expect(zooming).toHaveCount(0);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.addStyleTag({
    content: '.leaflet-zoom-anim .leaflet-zoom-animated { transition-duration: 60s !important }',
  });
  await chelan.check();
  await page.clock.runFor(150);
  await expect(zooming).toHaveCount(1);
  await chelan.uncheck();
  await page.clock.runFor(150);
  await expect(zooming).toHaveCount(1);
  await page.clock.runFor(1_000);
  await expect(zooming).toHaveCount(0);
  await page.clock.resume();
  await expectZoom(page, 10);
  await expect(page, 'nobody moved it').toHaveURL('/map-view?city=Forks');
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('MAPV-04: markers by status, and a popup that leads to the account; a status changed there changes its marker', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.goto('/map-view?city=Forks');
  await expectZoom(page, 10);
  await expect.poll(() => middleColour(page)).toBe('1e7a45');
  const popup = page.getByRole('dialog', { name: 'Forks Brewing' });
  await expect(async () => {
    await map(page).click();
    await expect(popup).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(popup).toContainText('3 Alder St');
  await expect(popup).toContainText('brewery');
  await expect(popup.getByText('Proposal Sent')).toBeVisible();
  await screenshots(page, 'map-view-popup');
  await popup.getByRole('link', { name: 'View Account' }).click();
  await expect(page).toHaveURL(/\/account\/[0-9a-f-]+\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Forks Brewing' })).toBeVisible();
  const details = page.getByRole('region', { name: 'Account Details' });
  await details.getByLabel('Status').selectOption('Not Interested');
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(details.getByText(/^Saved/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/map-view\?city=Forks/);
  await expect.poll(() => middleColour(page)).toBe('5f6a66');

  // Names stay text, and keyboards use the list.
  await page.goto('/map-view?state=ID');
  const row = list(page).getByRole('button', { name: HOSTILE });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: HOSTILE })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test('MAPV-01: what is said while companies load, where they do not come, and where none can be placed', async ({
  api,
  page,
  server,
}) => {
  await page.goto('/map-view');
  await expect(page.getByText('No companies could be mapped')).toBeVisible();
  await expect(page.getByText('You have not saved any companies yet.')).toBeVisible();
  await screenshots(page, 'map-view-empty');
  const ids = await saveCompanies(api, server);
  const nowhere = ids.get('Nowhere Brewing');
  await posted(api, '/api/saved-companies/remove', {
    company_ids: [...ids.values()].filter((id) => id !== nowhere),
  });
  await page.reload();
  await expect(page.getByText('No companies could be mapped')).toBeVisible();
  await expect(page.getByText('1 company has no coordinates.')).toBeVisible();

  const held: (() => Promise<void>)[] = [];
  await page.route('**/api/saved-companies?*', (route) => {
    held.push(() => route.abort());
  });
  await page.reload();
  await expect(page.getByText('Loading company locations...')).toBeVisible();
  await Promise.all(held.map((fail) => fail()));
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Unable to load companies for map view. Please try again.');
  await screenshots(page, 'map-view-failed');
  await expectSoundInEveryLook(page, 'the map view that failed');
  await page.unroute('**/api/saved-companies?*');
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('1 company has no coordinates.')).toBeVisible();
});

test('MAPV-01 to MAPV-04: fits in every look and down to 320 px, and is all there by keyboard', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.goto('/map-view');
  await expect(page.getByText(ALL)).toBeVisible();
  await expect(map(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
  await screenshots(page, 'map-view');
  await expectNothingLostWhenNarrow(page, 'the map view');
  await page.locator('details').evaluateAll((groups) => {
    for (const each of groups) each.setAttribute('open', '');
  });
  await expectAllByKeyboard(page, 'the map view');
});

test('MAPV-02, MAPV-04: visits are ordered from a company on; a phone has its filters in a sheet', async ({
  api,
  page,
  server,
}) => {
  await saveCompanies(api, server);
  await page.goto('/map-view');
  await page.getByRole('button', { name: 'Visit order' }).click();
  const visits = page.getByRole('region', { name: 'Visit order' });
  await expect(visits).toContainText(new RegExp(`^${PLACED} stops, [\\d,.]+ mi, straight distances`));
  await expect(map(page).locator('path.da-map-way')).toHaveCount(1);
  await list(page)
    .getByRole('button', { name: /^Yakima Brewing/ })
    .click();
  await page.getByRole('button', { name: 'Visit first' }).click();
  await expect(list(page).getByRole('listitem').nth(0)).toContainText('Yakima Brewing');
  await expect(list(page).getByRole('listitem').nth(1)).toContainText('Ellensburg Brewing');
  await page.reload();
  await expect(list(page).getByRole('listitem').nth(0)).toContainText('Yakima Brewing');
  await screenshots(page, 'map-view-visits');
  await expectSoundInEveryLook(page, 'the order of visits');

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('States', { exact: true }).first().click();
  await sheet.getByRole('checkbox', { name: /^ID/ }).check();
  await sheet.getByRole('button', { name: 'Show 2 companies' }).click();
  await expect(page.getByText(`1 of ${SAVED} companies shown, 1 without coordinates`)).toBeVisible();
  const box = await map(page).boundingBox();
  expect(box?.height).toBeCloseTo(PHONE.height * 0.6, -1);
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await expect(sheet).toBeVisible();
  await expectSoundInEveryLook(page, 'the sheet of filters', [PHONE]);
});

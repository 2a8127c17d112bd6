/** The maps of a session and of one business, and the results beside their map. */
import type { Locator } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { IN_BEND, IN_PORTLAND } from './support/listing';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { BERKELEY_MARINA } from './support/recorded-osm';
import { screenshots } from './support/screenshots';
import { BREWERIES, resultsHeading, searchByApi } from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;
const ALL = `Map of ${FOUND} businesses.`;
/** A city used only here, with an outline, a place without one, and one without a position. */
const SISTERS = { term: 'brewery', state: 'or', cities: 'Sisters' };
const SISTERS_LISTING = `name,address,city,state,latitude,longitude,polygon_coords
Outlined Brewing,1 Alder St,Sisters,OR,44.2910,-121.5490,"[[44.2905,-121.5495],[44.2905,-121.5485],[44.2915,-121.5485],[44.2915,-121.5495]]"
Pinned Brewing,2 Alder St,Sisters,OR,44.2930,-121.5520,
Nowhere Brewing,3 Alder St,Sisters,OR,,,
`;

test.afterEach(({ tiles }) => {
  tiles.mode = 'plain';
});

test('JOB-15: the map of a session has pins and outlines, and leads back to the search', async ({
  api,
  page,
  server,
  tiles,
}) => {
  await server.importListing(SISTERS_LISTING, { name: 'sisters' });
  const sessionKey = await searchByApi(api, SISTERS);
  await page.goto(`/map?sessionKey=${sessionKey}`);
  const map = page.getByRole('region', { name: 'Map of 3 businesses. The list holds the same.' });
  await expect(map.locator('.leaflet-marker-pane canvas')).toBeVisible();
  await expect(page.getByText('2 locations')).toBeVisible();
  await expect(page.getByText('brewery · Sisters · OR')).toBeVisible();
  await expect(page).toHaveTitle('brewery · Sisters · OR · Map · DemandAtlas');
  const outline = map.locator('path.da-map-outline');
  await expect(outline).toHaveCount(1);
  const box = await outline.boundingBox();
  // A third of the map's width at this zoom, not a dot.
  expect(box?.width).toBeGreaterThan(20);
  await expect(outline).toHaveCSS('stroke', 'rgb(15, 110, 100)');
  await expect(map.getByRole('link', { name: /Nowhere Brewing/ })).toContainText('No coordinates');
  await screenshots(page, 'session-map');
  await expectSoundInEveryLook(page, 'the map of a session');
  await expectNothingLostWhenNarrow(page, 'the map of a session');
  await expectAllByKeyboard(page, 'the map of a session');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(outline, 'tiles are light in the dark too').toHaveCSS('stroke', 'rgb(15, 110, 100)');
  tiles.mode = 'failing';
  await page.reload();
  await expect(page.getByText('Street map not reached. The built-in map is shown.')).toBeVisible();
  await expect(outline, 'on the built-in map').toHaveCSS('stroke', 'rgb(85, 185, 171)');
  await page.getByRole('link', { name: 'Back to the search' }).click();
  await expect(page).toHaveURL(new RegExp(`/googlemaps\\?sessionKey=${sessionKey}`));
  await expect(resultsHeading(page)).toHaveText('Results (3)');
});

test('JOB-15: a place of OpenStreetMap is drawn with the outline that it has there', async ({
  api,
  page,
  overpass,
}) => {
  overpass.put('Berkeley', [BERKELEY_MARINA.element]);
  const search = { term: 'marina', state: 'ca', cities: 'Berkeley' };
  const sessionKey = await searchByApi(api, search, 'osm');
  const answer = await api.get(`/api/jobs/${sessionKey}/result`);
  // Precise to a tenth of a meter.
  const kept = (degrees: number) => (Math.sign(degrees) * Math.round(Math.abs(degrees) * 1e6)) / 1e6;
  const corners = BERKELEY_MARINA.corners.map((corner) => corner.map(kept));
  expect(await answer.json()).toMatchObject({
    result: { results: [{ name: BERKELEY_MARINA.name, polygon_coords: corners }] },
  });

  await page.goto(`/map?sessionKey=${sessionKey}`);
  const outline = page.getByRole('application').locator('path.da-map-outline');
  await expect(outline).toHaveCount(1);
  const wanted = scaled(BERKELEY_MARINA.corners.map(mercator));
  await expect
    .poll(async () => {
      const drawn = scaled(cornersOf(await outline.getAttribute('d')));
      return drawn.map(([x, y], index) =>
        Math.hypot(x - (wanted[index]?.[0] ?? 9), y - (wanted[index]?.[1] ?? 9)),
      );
    }, 'how far each corner is off, as a part of the width')
    .toEqual(wanted.map(() => expect.closeTo(0, 2)));
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible();
  await screenshots(page, 'session-map-osm');
});

type Point = readonly [x: number, y: number];

/** Its position on the world map. */
function mercator([latitude, longitude]: readonly [number, number]): Point {
  const north = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
  return [(longitude * Math.PI) / 180, -north];
}

/** The same shape, moved to (0, 0) and scaled to width 1. */
function scaled(points: readonly Point[]): Point[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const width = Math.max(...xs) - left;
  return points.map(([x, y]) => [(x - left) / width, (y - top) / width]);
}

/** The corners of a path such as 'M1 2L3 4z'. */
function cornersOf(path: string | null): Point[] {
  return [...(path ?? '').matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test("JOB-15: an unknown session's map says so, and /map alone leads to the search", async ({ page }) => {
  await page.goto('/map?sessionKey=0f8fad5b-d9cb-469f-a165-70867728950e');
  await expect(page.getByRole('main')).toContainText('This session was not found.');
  await page.getByRole('link', { name: 'Back to the search' }).click();
  await expect(page.getByRole('log')).toContainText('This session was not found.');
  await page.goto('/map');
  await expect(page).toHaveURL('/googlemaps');
});

test('RES-02, RES-04: a row leads to its own map at zoom 13, which a reload and a new tab show too', async ({
  api,
  page,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}&view=table`);
  await page.getByRole('link', { name: 'Show Bend Test Brewing 0003 on a map' }).click();
  await expect(page).toHaveURL(new RegExp(`/map/${sessionKey}/\\d+$`));
  const expectPlace = async () => {
    const map = page.getByRole('region', { name: 'Map of 1 business.' });
    await expect(map.getByRole('dialog', { name: 'Bend Test Brewing 0003' })).toContainText(
      '44.05030, -121.31030',
    );
    await expect(map.locator('.leaflet-tile-loaded').first()).toHaveAttribute('src', /\/13\/\d+\/\d+/);
  };
  await expectPlace();
  await page.reload();
  await expectPlace();
  await screenshots(page, 'business-map');
  await expectSoundInEveryLook(page, 'the map of a business');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(resultsHeading(page)).toBeVisible();

  // By address alone: the row comes from the session, with everything else known about it.
  const link = page.getByRole('link', { name: 'Show Bend Test Brewing 0003 on a map' });
  await page.goto((await link.getAttribute('href')) ?? '');
  await expectPlace();
  await expect(page.getByRole('dialog')).toContainText('3 Alder St');
  await page.goto(`/map/${sessionKey}/99999`);
  await expect(page.getByText('No location(s) to display...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
});

test('RES-02: the account link leads to the address of the account page; Enter on a row does too', async ({
  api,
  page,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}&view=table`);
  const link = page.getByRole('link', { name: 'View Account Details of Bend Test Brewing 0003' });
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(new RegExp(`^/account/${sessionKey}/\\d+$`));
  await link.click();
  await expect(page).toHaveURL(address);
  await page.goBack();
  const row = page.getByRole('row', { name: /Bend Test Brewing 0003/ });
  await row.getByRole('cell').first().click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
});

test('RES-01, RES-05: on a wide screen rows and map stand side by side and mark each other', async ({
  api,
  page,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  const table = page.getByRole('table', { name: 'Result rows' });
  const map = page.getByRole('region', { name: `${ALL} The table holds the same.` });
  await expect(page).toHaveTitle('brewery · Portland, Bend · OR · DemandAtlas');
  await expect(map.locator('.leaflet-marker-pane canvas')).toBeVisible();
  expect(await right(table)).toBeLessThan((await map.boundingBox())?.x ?? 0);
  await screenshots(page, 'results-split');

  // One row is left: its pin is in the middle of the map.
  await page.getByLabel('Filter rows').fill('portland brewing 0007');
  const one = page.getByRole('region', { name: 'Map of 1 business. The table holds the same.' });
  await expect(one).toBeVisible();
  const row = table.getByRole('row', { name: /Portland Test Brewing 0007/ });
  await page.mouse.move(0, 0);
  await expect(row).not.toHaveAttribute('data-marked');
  await expect(async () => {
    await one.getByRole('application').hover();
    await expect(row).toHaveAttribute('data-marked', 'true', { timeout: 1_000 });
  }).toPass();
  await one.getByRole('application').click();
  await expect(page.getByRole('dialog', { name: 'Portland Test Brewing 0007' })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(row, 'selected').toHaveAttribute('data-marked', 'true');
  await page.keyboard.press('Escape');
  await expect(row).not.toHaveAttribute('data-marked');

  // Conversely a marked pin looks different than before.
  await page.getByLabel('Filter rows').fill('');
  await expect(map).toBeVisible();
  const second = table.getByRole('row').nth(2);
  await page.mouse.move(0, 0);
  const drawn = () =>
    map
      .locator('.leaflet-marker-pane canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().length);
  await expect(async () => {
    const before = await drawn();
    await second.hover();
    await expect(second).toHaveAttribute('data-marked', 'true');
    await expect.poll(drawn, { timeout: 1_000 }).not.toBe(before);
    await page.mouse.move(0, 0);
    await expect.poll(drawn, { timeout: 1_000 }).toBe(before);
  }).toPass();

  await page.getByText('Table', { exact: true }).click();
  await expect(page).toHaveURL(/view=table/);
  await expect(map).toHaveCount(0);
  await page.getByText('Map', { exact: true }).click();
  await expect(table).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: `${ALL} The list holds the same.` })).toBeVisible();
});

test('RES-01, RES-05: a phone has items and map behind two tabs, and the whole table for who wants it', async ({
  api,
  page,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  await page.setViewportSize(PHONE);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  const items = page.getByRole('list', { name: 'Result rows' });
  await expect(items.getByRole('listitem').first()).toContainText('Test Brewing');
  await expect(page.getByText('Split', { exact: true })).toHaveCount(0);
  await page.getByLabel('All columns').check();
  await expect(page.getByRole('table', { name: 'Result rows' })).toBeVisible();
  await page.getByText('Map', { exact: true }).click();
  const map = page.getByRole('region', { name: `${ALL} The list holds the same.` });
  await expect(map.locator('.leaflet-marker-pane canvas')).toBeVisible();
  await expect(items).toHaveCount(0);
  await screenshots(page, 'results-map-on-phone');
});

async function right(element: Locator): Promise<number> {
  // The table is wider than its scrolling box.
  const box = await element.locator('..').boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0);
}

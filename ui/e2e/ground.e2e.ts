/** The built-in map under every map of the product: without the internet, in both schemes, on paper and below tiles. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { GROUND } from '../src/shared/map/colors';
import { screenshots } from './support/screenshots';
import { BREWERIES, openSearch, searchByApi } from './support/search';
import { expect, test } from './support/test';

type Scheme = 'light' | 'dark';
type Ground = keyof typeof GROUND;

/** What is drawn at any zoom; borders of counties, names of cities and highways come and go. */
const WIDE: readonly Ground[] = ['land', 'state', 'interstate', 'label'];
/** The nation as a whole has no room for roads and cities. */
const NATION: readonly Ground[] = ['land', 'state', 'quiet'];
/** At zooms of streets, borders may be far away. */
const CLOSE: readonly Ground[] = ['land', 'label'];

interface AnyMap {
  name: string;
  path: string;
  holds: readonly Ground[];
}

const ofSession = async (api: APIRequestContext): Promise<AnyMap[]> => {
  const session = await searchByApi(api, BREWERIES);
  return [
    { name: 'results', path: `/googlemaps?sessionKey=${session}&view=map`, holds: WIDE },
    { name: 'results-map', path: `/results-map/${session}`, holds: WIDE },
    { name: 'session-map', path: `/map?sessionKey=${session}`, holds: WIDE },
  ];
};

const ofBusiness = async (api: APIRequestContext): Promise<AnyMap[]> => {
  const session = await searchByApi(api, BREWERIES);
  await api.post('/api/save-company', { data: { session_id: session, business_data: { row_idx: 0 } } });
  return [
    { name: 'business-map', path: `/map/${session}/0`, holds: CLOSE },
    { name: 'account', path: `/account/${session}/0`, holds: CLOSE },
    { name: 'map-view', path: '/map-view', holds: CLOSE },
  ];
};

/** Its land and borders are the colored areas. */
const ofDemand = (): Promise<AnyMap[]> =>
  Promise.resolve([{ name: 'demand-map', path: '/atlas?kind=dentist&state=OR', holds: ['label'] }]);

/** The map's lowest canvas. */
const groundOf = (page: Page) => page.locator('.leaflet-da-ground-pane canvas').first();

/** Which of these are not drawn: fewer than five of the map's pixels have exactly the color. */
async function missing(canvas: Locator, holds: readonly Ground[], scheme: Scheme): Promise<Ground[]> {
  const colors = holds.map((name) => parseInt(GROUND[name][scheme].slice(1), 16));
  const counts = await canvas.evaluate((element: HTMLCanvasElement, wanted) => {
    const found = new Map(wanted.map((color) => [color, 0]));
    const pen = element.getContext('2d');
    if (pen === null) return [];
    const { data } = pen.getImageData(0, 0, element.width, element.height);
    const pixels = new DataView(data.buffer);
    for (let at = 0; at < pixels.byteLength; at += 4) {
      const color = pixels.getUint32(at) >>> 8;
      const count = found.get(color);
      if (count !== undefined) found.set(color, count + 1);
    }
    return wanted.map((color) => found.get(color) ?? 0);
  }, colors);
  return holds.filter((_, index) => (counts[index] ?? 0) < 5);
}

async function expectGround(
  page: Page,
  { name, holds }: Omit<AnyMap, 'path'>,
  scheme: Scheme,
): Promise<void> {
  const canvas = groundOf(page);
  await expect(canvas, name).toBeVisible();
  await expect
    .poll(() => missing(canvas, holds, scheme), `what is not drawn on ${name}, ${scheme}`)
    .toEqual([]);
}

test.afterEach(({ tiles }) => {
  tiles.mode = 'plain';
});

for (const [what, maps] of [
  ['RES-01, RES-05, JOB-15: the maps of a session show land, borders, roads and names', ofSession],
  ['RES-04, MAPV-01: the maps of a business show land and names', ofBusiness],
  ['the Demand Map shows names', ofDemand],
] as const) {
  test(`without the internet ${what}, in the dark and on paper too`, async ({ api, page, tiles }) => {
    tiles.mode = 'failing';
    for (const map of await maps(api)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(map.path);
      await expectGround(page, map, 'dark');
      // On paper it is light, whatever the screen is.
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await expectGround(page, map, 'light');
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await expectGround(page, map, 'dark');
      await screenshots(page, `ground-${map.name}`);
    }
  });
}

test("ACC-14: the browser's own print menu prints the report with its map's ground", async ({
  api,
  page,
  tiles,
}) => {
  tiles.mode = 'failing';
  const session = await searchByApi(api, BREWERIES);
  await page.goto(`/account/${session}/0`);
  await expectGround(page, { name: 'account', holds: CLOSE }, 'light');
  const printed = page.locator('[data-report] canvas').first();
  // The report itself is loaded when the page has been idle for a while.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(printed).toBeAttached({ timeout: 500 });
  }).toPass();
  expect(await missing(printed, CLOSE, 'light')).toEqual([]);
});

test('RES-05: with tiles they lie over the built-in map', async ({ api, page }) => {
  const session = await searchByApi(api, BREWERIES);
  await page.goto(`/results-map/${session}`);
  const tile = page.locator('.leaflet-tile-loaded').first();
  await expect(tile).toBeVisible();
  await expectGround(page, { name: 'results-map', holds: WIDE }, 'light');
  const order = await page.evaluate(() =>
    ['da-ground', 'tile', 'marker'].map((pane) =>
      Number(getComputedStyle(document.querySelector(`.leaflet-${pane}-pane`) ?? document.body).zIndex),
    ),
  );
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(new Set(order).size).toBe(3);
});

test('JOB-01: the map on which an area is drawn has its ground too', async ({ page, tiles }) => {
  tiles.mode = 'failing';
  await openSearch(page);
  await page.getByRole('button', { name: 'Search by county, radius or map area' }).click();
  await page.getByRole('radiogroup', { name: 'Kind of area' }).getByText('Box').click();
  await expectGround(page, { name: 'area', holds: NATION }, 'light');
});

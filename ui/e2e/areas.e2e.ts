/** Searching by area: each kind, with the pointer and without one. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectAllByKeyboard } from './support/keyboard';
import { expectSoundInEveryLook } from './support/checks';
import { IN_BEND } from './support/listing';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { expectResults, openSearch, statusLog } from './support/search';
import { expect, test } from './support/test';

const BY_AREA = { name: 'Search by county, radius or map area' };
const estimate = (page: Page) => page.getByRole('region', { name: 'Estimate' });
const map = (page: Page) => page.getByRole('region', { name: 'Area on the map' }).locator('.da-map');

async function openArea(page: Page, kind: string): Promise<void> {
  await openSearch(page);
  await page.getByLabel('Search Term').fill('brewery');
  await page.getByRole('button', BY_AREA).click();
  await page.getByRole('radiogroup', { name: 'Kind of area' }).getByText(kind).click();
  await expect(map(page)).toBeVisible();
}

interface Job {
  search_term: string;
  area: { kind: string; label: string; counties: { name: string }[]; rings: number[][][] };
  results_count: number;
}

/** The last search, as the server has it. */
async function lastJob(api: APIRequestContext): Promise<Job> {
  const answer = (await (await api.get('/api/jobs?limit=1')).json()) as { jobs: Job[] };
  const [job] = answer.jobs;
  if (job === undefined) throw new Error('no search was started');
  return job;
}

async function start(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await expectResults(page, count);
}

/** Clicks a place of the map, in parts of its size. */
async function clickAt(box: Locator, x: number, y: number): Promise<void> {
  const size = await box.boundingBox();
  if (size === null) throw new Error('no map');
  await box.click({ position: { x: size.width * x, y: size.height * y } });
}

test('JOB-01: counties are chosen by name, by pasted codes and on the map', async ({ api, page }) => {
  await openArea(page, 'Counties');
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await expect(page.getByText('Choose at least one county.')).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Counties' });
  await field.fill('deschutes');
  await page.getByRole('option', { name: 'Deschutes, OR' }).click();
  await expect(page.getByText('1 county: needs 2 credits to start')).toBeVisible();
  await field.fill('41051, 41005');
  await expect(page.getByText('3 counties: needs 6 credits to start')).toBeVisible();
  await expect(page.getByText('Multnomah, OR')).toBeVisible();
  await expect(estimate(page)).toContainText('6 credits to start');
  await screenshots(page, 'search-by-counties');
  await expectSoundInEveryLook(page, 'the search by counties');
  // The map has all three in view: the middle is one of them or their neighbor.
  await map(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/County, OR (added|removed)/)).toBeVisible();
  await expect(page.getByText(/[24] counties: needs [48] credits to start/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).first().click();
  await field.fill('41017');
  await expect(page.getByText('1 county: needs 2 credits to start')).toBeVisible();
  await start(page, IN_BEND);
  await expect(statusLog(page)).toContainText('Deschutes County, OR');
  const job = await lastJob(api);
  expect([job.area.kind, job.area.label, job.results_count]).toEqual([
    'counties',
    'Deschutes County, OR',
    IN_BEND,
  ]);
});

test('JOB-01: a circle around a city is given without a pointer', async ({ api, page }) => {
  await openArea(page, 'Radius');
  await page.getByRole('combobox', { name: 'Around' }).fill('Bend, OR');
  await page.getByRole('option', { name: 'Bend, OR', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Miles').fill('5');
  await expect(estimate(page)).toContainText('5 mi around Bend, OR: 1 county');
  await screenshots(page, 'search-by-radius');
  await start(page, IN_BEND);
  await expect(page.getByText('brewery · 5 mi around Bend, OR')).toBeVisible();
  expect((await lastJob(api)).area.label).toBe('5 mi around Bend, OR');
  await page.goto('/logs');
  await expect(page.getByText('brewery · 5 mi around Bend, OR')).toBeVisible();
});

test('JOB-01: a box by numbers, and its corners can be taken back', async ({ api, page }) => {
  await openArea(page, 'Box');
  await clickAt(map(page), 0.3, 0.3);
  await expect(page.getByText(/^Corner 1 of 2 set at/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo corner' }).click();
  await clickAt(map(page), 0.3, 0.4);
  await clickAt(map(page), 0.4, 0.5);
  await expect(page.getByText(/^Corner 2 of 2 set at/)).toBeVisible();
  await page.getByRole('button', { name: 'Corners as numbers' }).click();
  await expect(page.getByRole('textbox', { name: 'Corners as numbers' })).toHaveValue(/^\S+, \S+\n\S+, \S+$/);
  await page.getByRole('textbox', { name: 'Corners as numbers' }).fill('43.9, -121.5\n44.2, -121.2');
  await expect(estimate(page)).toContainText('Drawn area, OR: 1 county');
  await start(page, IN_BEND);
  const { area } = await lastJob(api);
  expect(area.kind).toBe('box');
  expect(area.rings[0]).toHaveLength(4);
});

test('JOB-01: a polygon is drawn with the keys, and one that crosses itself is refused in words', async ({
  page,
}) => {
  await openArea(page, 'Polygon');
  await map(page).focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press('Enter');
    await page.keyboard.press(key);
    await page.clock.fastForward(1000);
  }
  await expect(page.getByText(/^Corner 3 set at/)).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Taken back')).toBeVisible();
  await expect(page.getByText(/2 of 500 corners/)).toBeVisible();
  const bow = [
    [-121, 44],
    [-120, 45],
    [-120, 44],
    [-121, 45],
    [-121, 44],
  ];
  await page.getByRole('button', { name: 'Paste GeoJSON' }).click();
  const pasted = page.getByRole('textbox', { name: 'Paste GeoJSON' });
  await pasted.fill('{"type": "Point"}');
  await expect(page.getByText('This is not GeoJSON of a polygon.')).toBeVisible();
  await pasted.fill(JSON.stringify({ type: 'Polygon', coordinates: [bow] }));
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'The outline crosses itself near 44.50, −120.50. Move a corner.' });
  await expect(told).toBeFocused();
});

test('JOB-01: a polygon that is pasted finds what lies in it, and is there after a reload', async ({
  api,
  page,
}) => {
  await openArea(page, 'Polygon');
  const ring = [
    [-121.5, 43.9],
    [-121.2, 43.9],
    [-121.2, 44.2],
    [-121.5, 44.2],
    [-121.5, 43.9],
  ];
  await page.getByRole('button', { name: 'Paste GeoJSON' }).click();
  const json = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  await page.getByRole('textbox', { name: 'Paste GeoJSON' }).fill(JSON.stringify(json));
  await expect(page.getByText(/4 of 500 corners/)).toBeVisible();
  await expect(estimate(page)).toContainText('Drawn area, OR: 1 county');
  await screenshots(page, 'search-by-polygon');
  // What was drawn is there again.
  await page.reload();
  await expect(page.getByText(/4 of 500 corners/)).toBeVisible();
  await expectAllByKeyboard(page, 'the search by polygon');
  await start(page, IN_BEND);
  expect((await lastJob(api)).area.kind).toBe('polygon');
});

test('JOB-01: on a phone the map stands between the fields of the area and Start Scraping', async ({
  api,
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openArea(page, 'Radius');
  const drawn = page.getByRole('form', { name: 'Search' }).getByRole('region', { name: 'Area on the map' });
  await expect(drawn.locator('.leaflet-da-ground-pane canvas')).toBeVisible();
  await page.getByRole('combobox', { name: 'Around' }).fill('Bend, OR');
  await page.getByRole('option', { name: 'Bend, OR', exact: true }).click();
  await expect(drawn.locator('path.da-map-outline').first()).toBeVisible();
  const [box, button] = [
    await drawn.boundingBox(),
    await page.getByRole('button', { name: 'Start Scraping' }).boundingBox(),
  ];
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  await screenshots(page, 'search-by-radius-on-phone');
  await expectNothingLostWhenNarrow(page, 'an area');
  await start(page, IN_BEND);
  expect(await lastJob(api)).toMatchObject({ area: { kind: 'radius' }, results_count: IN_BEND });
});

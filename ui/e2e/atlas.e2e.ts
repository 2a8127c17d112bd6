/** The Demand Map: its two questions, list and popup, the county's page, files, and a search that starts there. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { PHONE } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { expect, test, WHAT_SHIPS } from './support/test';

// The tables of counties ship with the product.
test.use(WHAT_SHIPS);

const OREGON = '/atlas?question=sell&kind=dentist&state=OR';
const list = (page: Page) => page.getByRole('list', { name: 'counties' });
const map = (page: Page) => page.getByRole('application');

/** The colors on the map, by how many of its pixels have them. */
function colorsOf(map: Locator): Promise<number> {
  return map.evaluate((box) => {
    const canvas = box.querySelector<HTMLCanvasElement>('.leaflet-overlay-pane canvas');
    const context = canvas?.getContext('2d');
    if (canvas == null || context == null) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4 * 97) colors.add(data.slice(at, at + 3).join());
    return colors.size;
  });
}

test('opens with a map that is never empty, and comes back as it was left', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Demand Map', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demand Map: dentists, 2021');
  await expect(list(page).getByRole('button').first()).toContainText('not saved');
  await expect.poll(() => colorsOf(map(page))).toBeGreaterThan(5);
  await page.getByRole('radio', { name: 'I want to open one' }).check();
  await page.getByRole('combobox', { name: 'State' }).fill('Oregon');
  await page.getByRole('option', { name: 'Oregon' }).click();
  await expect(page).toHaveURL(/question=open&kind=dentist&state=OR$/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Demand Map', exact: true }).click();
  await expect(page).toHaveURL(/question=open&kind=dentist&state=OR$/);
});

test('by keyboard alone: a county of the list, its popup with sources, and the page of the county', async ({
  page,
}) => {
  await page.goto(OREGON.replace('sell', 'open'));
  await page.getByRole('radio', { name: /^All \d/ }).press('Space');
  await page.getByLabel('Find on the map').fill('Union');
  await page.keyboard.press('Tab');
  const row = list(page).getByRole('button', { name: /Union County/ });
  await row.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Union County' });
  await expect(popup).toBeFocused();
  await expect(popup).toContainText('Usual here');
  await expect(page).toHaveURL(/county=41061/);
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await popup.getByRole('link', { name: 'What is missing here' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is missing in Union County, OR');
  await expect(page.getByRole('table', { name: 'Kinds of business' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Demand Map', exact: true }).press('Enter');
  await expect(page).toHaveURL(/question=open.*county=41061/);
});

test('a search starts with the kind and the county', async ({ page }) => {
  await page.goto(`${OREGON}&county=41061`);
  await page.getByRole('link', { name: 'Start a search here' }).click();
  await expect(page.getByLabel('Search Term')).toHaveValue('dentist');
  await expect(page.getByRole('form', { name: 'Search' })).toContainText('Union, OR');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/googlemaps$/);
});

/** The file that an item of the menu gives. */
async function downloaded(page: Page, item: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

for (const [item, name] of [
  ['CSV, the list', 'demand-map-dentist-or.csv'],
  ['GeoJSON, for maps', 'demand-map-dentist-or.geojson'],
] as const) {
  test(`${name} has its figures, formula, sources and licenses`, async ({ page }) => {
    await page.goto(OREGON);
    await expect(list(page).getByRole('button').first()).toBeVisible();
    const file = await downloaded(page, item);
    expect(file.name).toBe(name);
    const text = file.content.toString('utf8');
    for (const part of ['41061', 'θ̂ = (κ + y) / (κ + E)', 'County Business Patterns']) {
      expect(text).toContain(part);
    }
  });
}

test('the map is a picture too', async ({ page }) => {
  await page.goto(OREGON);
  await expect(list(page).getByRole('button').first()).toBeVisible();
  const { name, content } = await downloaded(page, 'PNG, the map');
  expect(name).toBe('demand-map-dentist-or.png');
  expect(content.subarray(1, 4).toString()).toBe('PNG');
});

test('says how it is computed, in the address too', async ({ page }) => {
  await page.goto(`${OREGON}&how=1`);
  const drawer = page.getByRole('dialog', { name: 'How this is computed' });
  await expect(drawer.getByText('κ', { exact: true })).toBeVisible();
  await expect(drawer).toContainText('Union County, OR by hand');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/how/);
});

test('a failure keeps the page and can be tried again', async ({ page }) => {
  await page.route('**/api/atlas?*', (route) => route.abort());
  await page.goto(OREGON);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('County figures could not be loaded');
  await page.unroute('**/api/atlas?*');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(list(page).getByRole('button').first()).toBeVisible();
});

for (const [path, name] of [
  [OREGON, 'demand-map-sell'],
  [`${OREGON.replace('sell', 'open')}&county=41061`, 'demand-map-open'],
  ['/atlas/41061', 'demand-map-county'],
] as const) {
  test(`${name} is accessible, fits in every look, and is all there by keyboard`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/dentists|Union County/);
    await screenshots(page, name);
    await expectSoundInEveryLook(page, path);
    await expectNothingLostWhenNarrow(page, path);
    await expectAllByKeyboard(page, path);
  });
}

test('on a phone the map is above, and all but question and kind is in a sheet', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(OREGON);
  await page.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await sheet.getByLabel('Smallest population').selectOption('100,000');
  const show = sheet.getByRole('button', { name: /^Show \d+ counties$/ });
  await expect(show).toBeVisible();
  await show.click();
  await expect(page.getByRole('button', { name: 'More 1' })).toBeFocused();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('the state is chosen in the sheet, and a county of the list comes into view on the map', async ({
    page,
  }) => {
    await page.goto('/atlas?question=open&kind=dentist&state=all');
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog', { name: 'More' }).getByRole('combobox', { name: 'State' }).tap();
    await page.getByRole('option', { name: 'Arizona' }).tap();
    await page.getByRole('button', { name: /^Show \d+ count/ }).tap();
    await expect(page).toHaveURL(/state=AZ/);
    await page.getByText(/^All \d/).tap();
    const county = list(page).getByRole('button', { name: /Cochise County/ });
    await county.scrollIntoViewIfNeeded();
    await county.tap();
    const popup = page.getByRole('dialog', { name: 'Cochise County' });
    await expect(popup.getByRole('heading')).toBeInViewport();
  });
});

test('for analysts: what the usual number is made of, without hiding the rest', async ({ page }) => {
  await page.goto(`${OREGON.replace('sell', 'open')}&county=41061`);
  const popup = page.getByRole('dialog', { name: 'Union County' });
  await popup.getByText('For analysts').click();
  const inputs = popup.getByLabel('Inputs');
  await expect(inputs.getByText('Residents', { exact: true })).toBeVisible();
  // As docs/atlas.md has them by hand.
  await expect(inputs).toContainText('26,028');
  await expect(inputs).toContainText('20,815');
  await inputs.getByRole('button', { name: '26,028' }).click();
  await expect(page.getByText('Social Vulnerability Index')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Social Vulnerability Index')).toBeHidden();
  const [own, box] = [await popup.boundingBox(), await map(page).boundingBox()];
  expect(own?.y ?? 0, 'its head is on the map').toBeGreaterThanOrEqual(box?.y ?? Infinity);
  await expect(popup.getByRole('button', { name: 'Close' })).toBeInViewport();
});

test('neighborhoods: what the people of each reach, drawn and listed', async ({ page }) => {
  await page.goto('/atlas?question=open&kind=brewery&state=OR&level=tract');
  const neighborhoods = page.getByRole('list', { name: 'neighborhoods' });
  await expect(neighborhoods.getByRole('button').first()).toContainText('Neighborhood');
  await expect.poll(() => colorsOf(map(page))).toBeGreaterThan(5);
  await screenshots(page, 'demand-map-neighborhoods');
});

test('while figures are slow the ground is there at once, and says what comes', async ({ page }) => {
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/atlas?*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(OREGON);
  await expect(page.getByText('Loading county figures...')).toBeVisible();
  await expect.poll(() => colorsOf(map(page))).toBeGreaterThan(2);
  answer?.();
  await expect(list(page).getByRole('button').first()).toBeVisible();
});

test('on paper the map and the list of the state are there', async ({ page }) => {
  await page.goto(OREGON);
  await expect(list(page).getByRole('button').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(map(page)).toBeVisible();
  await expect(page.getByText('County Business Patterns', { exact: false }).first()).toBeVisible();
});

test('neighborhoods are offered where the plan has them, before a press', async ({ page }) => {
  await page.goto(OREGON);
  await expect(page.getByRole('radio', { name: 'Neighborhoods' })).toBeEnabled();
});

test.describe('without a plan that enriches', () => {
  test.use({ tier: 'basic' });

  test('neighborhoods name the plans', async ({ page }) => {
    await page.goto(OREGON);
    await expect(page.getByText('Neighborhoods come with Pro, Business and Enterprise.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Neighborhoods' })).toBeDisabled();
  });
});

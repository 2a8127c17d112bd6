/** Exported files say what the screen says, and name the sources. */
import { HOSTILE_CITY, HOSTILE_NAMES, hostileBusinesses } from './support/hostile';
import { IN_BEND, IN_PORTLAND, listingCsv } from './support/listing';
import { BREWERIES, searchByApi } from './support/search';
import { cellsUnder, downloadedTable, emptyColumns } from './support/table-file';
import { expect, test } from './support/test';

/** Actions, and what the column of the sources says too. */
const SCREEN_ONLY = ['Actions', 'Source', 'License', 'Attribution'];

test("RES-03: a file's heads are the screen's, no column is empty, the last one has each row's sources", async ({
  page,
  api,
}) => {
  const sessionKey = await searchByApi(api, BREWERIES);
  const enriched = await api.post('/enrich', { data: { sessionKey } });
  expect(enriched.status(), await enriched.text()).toBe(200);
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table.getByRole('columnheader', { name: 'Competitors Within 5mi' })).toBeVisible();
  const shown = await table.getByRole('columnheader').allInnerTexts();

  const file = await downloadedTable(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(file.rows).toHaveLength(IN_PORTLAND + IN_BEND);
  expect(emptyColumns(file)).toEqual([]);
  expect(new Set(file.heads).size, 'no head twice').toBe(file.heads.length);
  expect(file.heads.filter((head) => head.includes('['))).toEqual([]);
  expect(file.heads).toEqual(expect.arrayContaining(shown.filter((head) => !SCREEN_ONLY.includes(head))));
  expect(file.heads.at(-1)).toBe('Sources');
  for (const sources of cellsUnder(file, 'Sources')) {
    const lines = sources.split('; ');
    expect(lines.some((line) => /^US Census Bureau · \d{4}.* · Public domain/.test(line))).toBe(true);
    expect(new Set(lines).size, 'each once').toBe(lines.length);
  }

  const beside = await downloadedTable(page, async () => {
    await page.getByRole('button', { name: 'More formats' }).click();
    await page.getByRole('menuitem', { name: 'CSV, a source for each value' }).click();
  });
  expect(file.heads).toContain('Distance to Commercial Airport (mi)');
  expect(beside.heads).not.toContain('Sources');
  expect(cellsUnder(beside, 'County FIPS')).toEqual(cellsUnder(file, 'County FIPS'));
  expect(cellsUnder(beside, 'County FIPS [source]')[0]).toBe('Cartographic boundaries, counties');
});

test('RES-03: what a spreadsheet would run as a formula is text in the file, other words are as they are', async ({
  page,
  api,
  server,
}) => {
  await server.importListing(listingCsv(hostileBusinesses()), { name: 'hostile' });
  const { city, state } = HOSTILE_CITY;
  const sessionKey = await searchByApi(api, { term: 'brewery', state, cities: city });
  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  const file = await downloadedTable(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  const { formula, ...others } = HOSTILE_NAMES;
  expect(cellsUnder(file, 'Name').sort()).toEqual([`'${formula}`, ...Object.values(others)].sort());
  expect(cellsUnder(file, 'Phone')).toEqual(file.rows.map(() => '503-555-0000'));
  expect(Number(cellsUnder(file, 'Longitude')[0])).toBe(-121.13);
  expect(emptyColumns(file)).toEqual([]);
});

/** Google's rows, which its terms allow as a list with its credit line, and as nothing else. */
import { LocalServer } from './support/local-server';
import { screenshots } from './support/screenshots';
import { resultsHeading, searchByApi, type Search } from './support/search';
import { expect, test as base } from './support/test';

const DENTISTS: Search = { term: 'dentist', state: 'or', cities: 'Portland' };
const NO_MAP = "Google's rows may be shown on Google's map only. The list holds them.";
const NO_FILE = "Google's terms do not allow exporting or printing its rows.";

function place(number: number) {
  const part = (text: string, kind: string) => ({ longText: text, shortText: text, types: [kind] });
  return {
    id: `made-up-${String(number)}`,
    displayName: { text: `Made Up Dental ${String(number)}` },
    formattedAddress: `${String(number)} Example Street, Portland, OR 97299, USA`,
    addressComponents: [
      part(String(number), 'street_number'),
      part('Example Street', 'route'),
      part('Portland', 'locality'),
      part('OR', 'administrative_area_level_1'),
      part('US', 'country'),
    ],
    location: { latitude: 45.52, longitude: -122.67 + number / 100 },
    primaryType: 'dentist',
    types: ['dentist'],
    nationalPhoneNumber: '(503) 555-0100',
    businessStatus: 'OPERATIONAL',
  };
}

/** With a server that plays Google's Places. */
const test = base.extend<object, { google: LocalServer }>({
  google: [
    async ({}, use) => {
      const google = await LocalServer.start((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ places: [1, 2, 3].map(place) }));
      });
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ google }, use) => {
      await use({ DEMANDATLAS_GOOGLE_URL: google.url, DEMANDATLAS_GOOGLE_API_KEY: 'made-up' });
    },
    { scope: 'worker' },
  ],
});

test("JOB-16, RES-02, RES-03, RES-05: Google's rows are a list on the page, and neither map, file nor print", async ({
  page,
  api,
}) => {
  const session = await searchByApi(api, DENTISTS, 'google');
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expect(resultsHeading(page)).toHaveText('Results (3)');
  await expect(page.getByText('Made Up Dental 1').first()).toBeVisible();
  const results = page.getByRole('region', { name: /^Results/ });
  await expect(results.getByText('Google Maps', { exact: true }).last()).toBeVisible();
  await expect(results.getByText(NO_FILE).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0);
  await expect(results.getByText(NO_MAP)).toBeVisible();
  await expect(results.locator('.leaflet-container')).toHaveCount(0);
  await screenshots(page, 'list-only-results');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Made Up Dental 1').first()).toBeHidden();
  await expect(results.getByText(NO_FILE).last()).toBeVisible();
  await page.emulateMedia({ media: null });

  for (const address of [`/results-map/${session}`, `/map/${session}/0`, `/map?sessionKey=${session}`]) {
    await page.goto(address);
    await expect(page.getByText(NO_MAP)).toBeVisible();
    await expect(page.getByText('Made Up Dental')).toHaveCount(0);
    await expect(page.locator('.leaflet-container')).toHaveCount(0);
  }
  await screenshots(page, 'list-only-map');
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored, 'no copy stays in the browser').not.toContain('Made Up Dental');
});

test('JOB-16, ACC-13, MYCO-01: of a saved Google place the id stays, and what the user wrote', async ({
  page,
  api,
}) => {
  const session = await searchByApi(api, DENTISTS, 'google');
  await page.goto(`/account/${session}/0`);
  await expect(page.getByRole('heading', { name: 'Made Up Dental 1' })).toBeVisible();
  await expect(page.getByText(NO_FILE).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Location' }).getByText(NO_MAP)).toBeVisible();
  await page.getByRole('button', { name: 'Save to My Companies' }).click();
  await expect(page.getByText('Company saved to My Companies!')).toBeVisible();
  await screenshots(page, 'list-only-account');

  await page.goto('/my-companies');
  const row = page.getByRole('row', { name: /Google place/ });
  await expect(row.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
    'href',
    /query_place_id=made-up-1/,
  );
  await expect(page.getByText('Made Up Dental')).toHaveCount(0);
  await screenshots(page, 'list-only-saved');
  const saved = await (await api.get('/api/saved-companies')).text();
  expect(saved).toContain('made-up-1');
  expect(saved).not.toContain('Dental');
});

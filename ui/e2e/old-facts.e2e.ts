/** Saved companies whose facts are older than the installed reference data, and enriched again. */
import type { APIRequestContext } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { businessesIn, listingCsv, type MadeUpCity } from './support/listing';
import { DESKTOP } from './support/looks';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import type { User } from './support/session';
import { expect, test } from './support/test';

const ASTORIA: MadeUpCity = { city: 'Astoria', state: 'OR', latitude: 46.15, longitude: -123.85 };
const ELSEWHERE = {
  name: 'Grande Ronde Test Brewing',
  address: '12 Main St',
  city: 'La Grande',
  state: 'OR',
  zip: '97850',
  latitude: 45.32,
  longitude: -118.09,
};
const OLD = 2;

test.use({
  // Other tables than in the other flows: its own server.
  listing: listingCsv([...businessesIn(ASTORIA, OLD), ELSEWHERE]),
  settings: { DEMANDATLAS_SOURCES: 'catalogue' },
});

/**
 * A year of unemployment in the county of Astoria, as its publisher has it; the other county has none. Without those
 * who have work, since their growth would have a period of its own.
 */
function unemployment(year: number, unemployed: number): Record<string, string> {
  const force = 20_000;
  const rate = ((unemployed / force) * 100).toFixed(1);
  const head =
    'LAUS Code,State FIPS Code,County FIPS Code,County Name/State Abbreviation,Year,Labor Force,Employed,Unemployed,Unemployment Rate (%)';
  const row = `CN4100700000000,41,007,"Clatsop County, OR",${year},${force},${force - unemployed},${unemployed},${rate}`;
  return { [`laucnty${year}.csv`]: `${head}\n${row}\n` };
}

interface Entry {
  event: string;
  credits: number;
}

/** The spent credits in the ledger, in order. */
async function spent(api: APIRequestContext, user: User): Promise<number[]> {
  const answer = await api.get(`/api/credits/ledger/${encodeURIComponent(user.sub)}`);
  const { entries } = (await answer.json()) as { entries: Entry[] };
  return entries.filter(({ event }) => event === 'CreditsDebited').map(({ credits }) => credits);
}

test('MYCO-01, ENR-05, CRED-12: companies with old facts are marked, and enriched again once the cost was said', async ({
  page,
  api,
  server,
  user,
}) => {
  await server.importReference(unemployment(2029, 1_000));
  const session = await searchByApi(api, { term: 'brewing', state: 'OR', cities: 'Astoria, La Grande' });
  expect((await api.post('/api/save-companies', { data: { session_id: session } })).status()).toBe(200);
  const { companies } = (await (await api.get('/api/saved-companies')).json()) as {
    companies: { company_id: string }[];
  };
  expect(companies).toHaveLength(OLD + 1);
  const ids = companies.map(({ company_id: id }) => id);
  const first = await api.post('/api/saved-companies/refresh', { data: { company_ids: ids } });
  expect(await first.json()).toMatchObject({ success: true, credits_charged: OLD + 1 });
  const before = await spent(api, user);

  await page.goto('/my-companies?sort=company_name');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Find a column').fill('unemployment');
  await page.getByLabel(/^Unemployment Rate/).check();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('table', { name: 'Saved companies' }).locator('tbody tr[data-row]');
  await expect(rows.getByText('5.0%')).toHaveCount(OLD);
  await expect(page.getByText(/older than the installed data/)).toHaveCount(0);

  // Two newer years: these facts' year is gone.
  await server.importReference({ ...unemployment(2030, 1_400), ...unemployment(2031, 1_800) });
  // Answers are cached for a moment.
  await expect(async () => {
    await page.reload();
    const told = page.getByText(`${OLD} companies have facts older than the installed data.`);
    await expect(told).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const marks = page.getByRole('img', { name: 'Facts are older than the installed data' });
  await expect(marks).toHaveCount(OLD);
  await screenshots(page, 'companies-old-facts');
  await expectSoundInEveryLook(page, 'the list with old facts', [DESKTOP]);
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(rows).toHaveCount(OLD);
  await page.getByRole('button', { name: 'Show all companies' }).click();
  await expect(rows).toHaveCount(OLD + 1);

  const again = page.getByRole('button', { name: `Enrich again, at most ${OLD} credits` });
  const dialog = page.getByRole('dialog', { name: `Enrich ${OLD} companies again?` });
  await again.click();
  await expect(dialog).toContainText(
    `At most ${OLD} credits: one for each company whose facts change. You have 1,994 credits.`,
  );
  await screenshots(page, 'companies-old-facts-cost');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  expect(await spent(api, user), 'nothing was agreed to').toEqual(before);
  await again.click();
  await dialog.getByRole('button', { name: `Enrich ${OLD} companies` }).click();
  await expect(page.getByText(`New facts for ${OLD} companies, ${OLD} credits.`)).toBeVisible();
  await expect(rows.getByText('9.0%')).toHaveCount(OLD);
  await expect(marks).toHaveCount(0);
  await expect(page.getByText(/older than the installed data/)).toHaveCount(0);
  await expect(page.getByLabel('Companies and credits')).toContainText('Credits Remaining1,992');
  expect(await spent(api, user), 'one credit for each').toEqual([...before, -OLD]);

  // Companies that are up to date cost nothing.
  await page.getByLabel('Select Astoria Test Brewing 0001').check();
  await page.getByRole('button', { name: 'Enrich again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enrich 1 company' }).click();
  await expect(page.getByText('No facts have changed. It cost nothing.')).toBeVisible();
  expect(await spent(api, user)).toEqual([...before, -OLD]);

  // Its page has the paid facts, though its search was never enriched.
  const company = rows.filter({ hasText: 'Astoria Test Brewing 0001' });
  await company.getByRole('link', { name: /^View Account/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Astoria Test Brewing 0001' })).toBeVisible();
  await expect(page.getByText('9.0%').first()).toBeVisible();
  await expect(page.getByText('This business has not been enriched.')).toHaveCount(0);
});

/** My Companies: saved from the results, searched, sorted, paged, changed in bulk, and moved on the board. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { businessesIn, listingCsv, type MadeUpCity } from './support/listing';
import { DESKTOP } from './support/looks';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import type { Server } from './support/server';
import { cellsUnder, downloadedTable, emptyColumns } from './support/table-file';
import { expect, test } from './support/test';

const PENDLETON: MadeUpCity = { city: 'Pendleton', state: 'OR', latitude: 45.67, longitude: -118.79 };
const HOSTILE = '<img src=x onerror=alert(1)> Hilltop Brewing';
const IN_HERMISTON = 'Umatilla Test Brewing';
const IN_PENDLETON = 118;
const SAVED = IN_PENDLETON + 2;
const LISTING = listingCsv([
  ...businessesIn(PENDLETON, IN_PENDLETON),
  { name: HOSTILE, address: '900 Main St', city: 'Hermiston', state: 'OR', zip: '97838' },
  { name: IN_HERMISTON, address: '901 Main St', city: 'Hermiston', state: 'OR', zip: '97838' },
]);

interface Listed {
  company_id: string;
  company_name: string;
  contact_status: string;
  session_id: string;
  business_row_idx: number;
  tags: string[];
  follow_up_date: string | null;
}

/** The server's companies of a list. */
async function companies(api: APIRequestContext, query = ''): Promise<Listed[]> {
  const answer = await api.get(`/api/saved-companies${query}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { companies: Listed[] }).companies;
}

async function post(api: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await api.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function rowNames(api: APIRequestContext, session: string): Promise<string[]> {
  const answer = await api.get(`/export?sessionKey=${session}&format=json`);
  expect(answer.status(), await answer.text()).toBe(200);
  const body = (await answer.json()) as { results: { name: string }[] } | { name: string }[];
  return (Array.isArray(body) ? body : body.results).map(({ name }) => name);
}

async function search(api: APIRequestContext, server: Server): Promise<string> {
  await server.importListing(LISTING, { name: 'companies' });
  return await searchByApi(api, { term: 'brewing', state: 'OR', cities: 'Pendleton, Hermiston' });
}

/** Saves them all; returns a lookup by name. */
async function save(api: APIRequestContext, server: Server): Promise<(name: string) => Listed> {
  await post(api, '/api/save-companies', { session_id: await search(api, server) });
  const saved = await companies(api);
  expect(saved).toHaveLength(SAVED);
  return (name) => {
    const company = saved.find((each) => each.company_name === name);
    if (company === undefined) throw new Error(`${name} is not saved`);
    return company;
  };
}

const table = (page: Page) => page.getByRole('table', { name: 'Saved companies' });
const rows = (page: Page) => table(page).locator('tbody tr[data-row]');
const row = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(name) });
const column = (page: Page, name: RegExp) => page.getByRole('region', { name });
const pendleton = (number: number) => `Pendleton Test Brewing ${String(number).padStart(4, '0')}`;

test('RES-06, MYCO-02, MYCO-03, MYCO-06: results are saved in one go, then paged and sorted by the server', async ({
  page,
  api,
  server,
}) => {
  const session = await search(api, server);
  await page.goto('/my-companies');
  await expect(page.getByText('No Companies Saved Yet')).toBeVisible();
  await screenshots(page, 'companies-empty');
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await page.getByRole('button', { name: 'Save All to My Companies' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Save ${SAVED} companies` })
    .click();
  await expect(page.getByText(`Saved ${SAVED} companies to My Companies`)).toBeVisible();
  await page.getByRole('button', { name: 'Save All to My Companies' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Save ${SAVED} companies` })
    .click();
  await expect(
    page.getByText(`Saved 0 companies to My Companies (${SAVED} failed or already existed)`),
  ).toBeVisible();

  await page.getByRole('link', { name: 'My Companies' }).click();
  await expect(page.getByLabel('Companies and credits')).toContainText(`Total Companies${SAVED}`);
  await expect(page.getByText('Showing 1-50 of 120 companies')).toBeVisible();
  await page.getByRole('button', { name: 'Company Name' }).click();
  await expect(rows(page).first()).toContainText(HOSTILE);
  await page.getByRole('button', { name: 'Company Name' }).click();
  await expect(rows(page).first()).toContainText(IN_HERMISTON);
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(page.getByText('Showing 101-120 of 120 companies')).toBeVisible();
  await expect(rows(page).first(), 'a page begins at its first row').toBeInViewport();
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText(/FirstPrevious123NextLast$/);
  await expect(page).toHaveURL(/sort=-company_name&page=3/);
  await page.reload();
  await expect(rows(page).last()).toContainText(HOSTILE);
  await page.goBack();
  await expect(page.getByText('Showing 1-50 of 120 companies')).toBeVisible();

  // An account and back: everything is as it was left, including the scroll position.
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  const first = rows(page).first();
  await expect(first).toContainText(IN_HERMISTON);
  await first.getByRole('link', { name: /^View Account/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(IN_HERMISTON);
  await page.goBack();
  await expect(first).toContainText(IN_HERMISTON);
});

test('MYCO-01, MYCO-05: a search forgives a mistake; a status of the account is seen in list and board', async ({
  page,
  api,
  server,
}) => {
  const saved = await save(api, server);
  const company = saved(pendleton(7));
  await page.goto('/my-companies');
  await page.getByRole('searchbox').fill('hiltop hermiston');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(HOSTILE);
  await expect(page.getByText(`1 of ${SAVED} companies`)).toBeVisible();
  await page.getByRole('searchbox').fill('no such company at all');
  await expect(page.getByText('No company matches.')).toBeVisible();
  await screenshots(page, 'companies-no-match');
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.goto(`/account/${company.session_id}/${company.business_row_idx}`);
  const details = page.getByRole('region', { name: 'Account Details' });
  await details.getByLabel('Status').selectOption('Qualified');
  await page.getByRole('region', { name: 'Notes' }).getByLabel('Notes').fill('Wants kombucha on tap');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole('link', { name: 'My Companies' }).click();
  await page.getByRole('searchbox').fill('kombucha');
  await expect(row(page, company.company_name)).toContainText('QUALIFIED');
  await page.getByText('Board', { exact: true }).click();
  await expect(column(page, /^Qualified, 1 company/).getByRole('link')).toHaveText(company.company_name);
});

test('MYCO-03, MYCO-04, MYCO-05: numbers sort as numbers; what the server does not know filters nothing; older rows', async ({
  page,
  api,
  server,
}) => {
  const place = { city: 'John Day', state: 'OR', zip: '97845' };
  const names = ['100', '9', '10', 'Alder Test Brewing'];
  await server.importListing(
    listingCsv(names.map((name, index) => ({ ...place, name, address: `${index + 1} Main St` }))),
    { name: 'companies-numbers' },
  );
  const session = await searchByApi(api, { term: 'brewery', state: 'OR', cities: place.city });
  await post(api, '/api/save-companies', { session_id: session });
  await page.goto('/my-companies?sort=company_name&status=zzz&score=1-2');
  const shown = rows(page).locator('td[data-column="1"]');
  await expect(shown).toHaveText(['9', '10', '100', 'Alder Test Brewing']);
  await page.getByRole('button', { name: 'Company Name' }).click();
  await expect(shown).toHaveText(['Alder Test Brewing', '100', '10', '9']);
  await expect(page, 'nothing is left of them').toHaveURL('/my-companies?sort=-company_name');

  await page.route('**/api/saved-companies?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { companies: Record<string, unknown>[] };
    const scores = [72.4, 0, 49, null];
    list.companies.forEach((company, index) => {
      company.contact_status = ['zzz', 'constructor', null, 'follow_up'][index];
      company.business_data = {
        ...(company.business_data as object),
        market_intelligence_score: scores[index],
      };
    });
    await route.fulfill({ response: answer, json: list });
  });
  await page.reload();
  await expect(rows(page).locator('td[data-column="5"]')).toHaveText(['72', 'N/A', '49', 'N/A']);
  await expect(rows(page).getByText('NOT CONTACTED')).toHaveCount(3);
  await expect(rows(page).getByText('FOLLOW UP')).toHaveCount(1);
  await page.unrouteAll();
});

test('MYCO-01, MYCO-05: many are changed at once, undone, tagged, and seen in another tab', async ({
  page,
  context,
  api,
  server,
}) => {
  await save(api, server);
  const second = await context.newPage();
  await second.goto('/my-companies?sort=company_name');
  await expect(rows(second).first()).toContainText('NOT CONTACTED');
  await page.goto('/my-companies?sort=company_name');
  await page.getByLabel(`Select ${pendleton(1)}`).check();
  await page.getByLabel(`Select ${pendleton(2)}`).check();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitem', { name: 'FOLLOW UP' }).click();
  await expect(page.getByText('2 companies set to Follow Up.')).toBeVisible();
  await expect(row(second, pendleton(1)), 'the other tab hears of it').toContainText('FOLLOW UP');
  await second.close();
  expect((await companies(api, '?status=follow_up')).map((each) => each.company_name).sort()).toEqual([
    pendleton(1),
    pendleton(2),
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, pendleton(1))).toContainText('NOT CONTACTED');
  expect(await companies(api, '?status=follow_up')).toEqual([]);

  await page.getByRole('button', { name: `Select all ${SAVED}` }).click();
  await expect(page.getByText(`${SAVED} selected`)).toBeVisible();
  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('combobox', { name: 'Tag' }).fill('west side');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText(`${SAVED} companies tagged “west side”.`)).toBeVisible();
  expect(await companies(api, '?tag=west%20side')).toHaveLength(SAVED);
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await page.getByLabel(`Select ${pendleton(3)}`).check();
  await page.getByRole('button', { name: 'Follow-up' }).click();
  await page.getByRole('button', { name: 'Set date' }).click();
  await expect(page.getByText(/^Set the follow-up date of 1 company to/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Due today 1' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(pendleton(3));
  await screenshots(page, 'companies-due');

  await page.getByLabel(`Select ${pendleton(3)}`).check();
  const file = await downloadedTable(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  });
  expect(cellsUnder(file, 'Name')).toEqual([pendleton(3)]);
  expect(emptyColumns(file)).toEqual([]);
  expect(file.heads.at(-1)).toBe('Sources');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByLabel(`Select ${pendleton(3)}`)).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Removed 1 company.')).toBeVisible();
  expect(await companies(api)).toHaveLength(SAVED - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page).first()).toContainText(pendleton(3));
  expect(await companies(api)).toHaveLength(SAVED);
});

test('MYCO-05: on the board a card is dragged, lifted by the keyboard, and comes back where a move fails', async ({
  page,
  api,
  server,
}) => {
  await save(api, server);
  const statusOf = async (name: string) =>
    (await companies(api)).find((each) => each.company_name === name)?.contact_status;
  await page.goto('/my-companies?view=board&search=hermiston');
  await expect(column(page, /^Not Contacted, 2 companies/)).toBeVisible();
  const name = IN_HERMISTON;
  await page.getByRole('button', { name: `Lift ${name}` }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`${name} over Contacted, 0 companies`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${name} moved to Contacted.`)).toBeVisible();
  await expect(column(page, /^Contacted, 1 company/)).toContainText(name);
  await expect(page.getByRole('button', { name: `Lift ${name}` })).toBeFocused();
  expect(await statusOf(name)).toBe('contacted');

  await page
    .getByRole('listitem')
    .filter({ hasText: HOSTILE })
    .dragTo(column(page, /^Qualified/));
  await expect(column(page, /^Qualified, 1 company/)).toContainText(HOSTILE);
  await expect.poll(() => statusOf(HOSTILE)).toBe('qualified');
  await screenshots(page, 'companies-board');
  await expectSoundInEveryLook(page, 'the board');
  // Tab starts where the pointer was last.
  await page.reload();
  await expect(column(page, /^Qualified, 1 company/)).toContainText(HOSTILE);
  await expectAllByKeyboard(page, 'the board');

  await page.route('**/api/saved-companies/status', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: `Move to…, ${name}` }).click();
  await page.getByRole('menuitem', { name: 'CONVERTED' }).click();
  await expect(page.getByRole('alert')).toContainText(`${name} could not be moved to Converted.`);
  await expect(column(page, /^Contacted, 1 company/)).toContainText(name);
  expect(await statusOf(name)).toBe('contacted');
});

test('MYCO-02 to MYCO-07: the list is accessible, fits in every look, and is all there by keyboard', async ({
  page,
  api,
  server,
}) => {
  await save(api, server);
  await page.goto('/my-companies?sort=company_name');
  await expect(rows(page).first()).toBeVisible();
  await screenshots(page, 'companies');
  await expectSoundInEveryLook(page, 'the list');
  await expectNothingLostWhenNarrow(page, 'the list');
  await expectAllByKeyboard(page, 'the list');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.locator('summary', { hasText: 'Cities' }).click();
  // The address changes first, the box a moment later.
  await page.getByLabel(/^Hermiston/).click();
  await expect(page.getByLabel(/^Hermiston/)).toBeChecked();
  await expect(page.getByText(`2 of ${SAVED} companies`)).toBeVisible();
  await screenshots(page, 'companies-filters');
  await page.keyboard.press('Escape');
  await page.getByLabel(`Select ${HOSTILE}`).check();
  await screenshots(page, 'companies-selected');
  await expectSoundInEveryLook(page, 'the list with a selection', [DESKTOP]);
  await page.route('**/api/saved-companies?*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/my-companies');
  await expect(page.getByRole('alert')).toContainText(
    'Error:Unable to load saved companies. Please try again.',
  );
  await screenshots(page, 'companies-failed');
  await page.unroute('**/api/saved-companies?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test.describe('on the basic plan', () => {
  test.use({ tier: 'basic' });

  test('RES-06, MYCO-07: nothing can be saved, which leads to the plans', async ({ page, api, server }) => {
    const session = await search(api, server);
    await page.goto(`/googlemaps?sessionKey=${session}`);
    await page.getByRole('link', { name: 'Upgrade to Save Companies' }).click();
    await expect(page).toHaveURL('/plans');
    await page.getByRole('link', { name: 'My Companies' }).click();
    await expect(page.getByText('No Companies Saved Yet')).toBeVisible();
    await page.getByRole('link', { name: 'Start Scraping Businesses' }).click();
    await expect(page).toHaveURL('/');
  });

  test('RES-06, MYCO-08: a list that is nearly full takes the first that fit, and says so before', async ({
    page,
    api,
    server,
    user,
  }) => {
    const place: MadeUpCity = { city: 'Baker City', state: 'OR', latitude: 44.77, longitude: -117.83 };
    const [count, before] = [1_060, 924];
    expect(await companies(api)).toEqual([]);
    // What a coupon raises to this plan has room for 1,000.
    const code = `FULL${process.pid}${Date.now() % 100_000}`;
    await server.command('coupons', 'issue', '--credits', '1', '--tier', 'enterprise', '--code', code);
    await post(api, `/api/credits/redeem/${encodeURIComponent(user.sub)}`, { coupon_code: code });
    await server.importListing(listingCsv(businessesIn(place, count)), { name: 'companies-full' });
    await server.command('accounts', 'adjust', user.sub, String(count), '--reason', 'a flow of many');
    const session = await searchByApi(api, { term: 'brewing', state: 'OR', cities: place.city });
    const rows = Array.from({ length: before }, (_, row) => row);
    await post(api, '/api/save-companies', { session_id: session, rows });

    await page.goto(`/googlemaps?sessionKey=${session}&sort=-name`);
    await expect(page.getByText('Loading rows')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save All to My Companies' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save 76 of 1,060 companies?' });
    await expect(dialog).toContainText(
      'Your plan has room for 76 more companies. The first that fit are saved, in the order shown.',
    );
    await screenshots(page, 'save-all-some');
    await dialog.getByRole('button', { name: 'Save 76 of 1,060 companies' }).click();
    await expect(
      page.getByText('Saved 76 companies to My Companies (984 failed or already existed)'),
    ).toBeVisible();
    await expect(page.getByText(/^You have reached your plan's limit of 1,000 saved companies/)).toHaveCount(
      1,
    );
    await screenshots(page, 'save-all-some-saved');
    const saved = new Set((await companies(api)).map(({ business_row_idx: row }) => row));
    const left = Array.from({ length: count }, (_, row) => row).filter((row) => !saved.has(row));
    const names = await rowNames(api, session);
    const first = names.filter((_, row) => row >= before).toSorted((one, other) => (one < other ? 1 : -1));
    expect(left.map((row) => names[row]).toSorted()).toEqual(first.slice(76).toSorted());

    await page.getByRole('button', { name: 'Save All to My Companies' }).click();
    const full = page.getByRole('dialog', { name: 'My Companies is full' });
    await expect(full).toContainText('Remove some to save others.');
    await screenshots(page, 'save-all-full');
    await full.getByRole('button', { name: 'View My Companies' }).click();
    await expect(page).toHaveURL('/my-companies');
  });
});

test.describe('on the business plan', () => {
  test.use({ tier: 'business' });

  test('RES-06, MYCO-06: 5,000 companies are saved, paged to both ends, and tagged all at once @soak', async ({
    page,
    api,
    server,
    user,
  }) => {
    test.setTimeout(300_000);
    const count = 5_000;
    const place: MadeUpCity = { city: 'La Grande', state: 'OR', latitude: 45.32, longitude: -118.09 };
    // The first call opens the account.
    expect(await companies(api)).toEqual([]);
    await server.importListing(listingCsv(businessesIn(place, count)), { name: 'companies-many' });
    await server.command('accounts', 'adjust', user.sub, String(count), '--reason', 'a flow of many');
    const session = await searchByApi(api, { term: 'brewing', state: 'OR', cities: place.city });
    await page.goto(`/googlemaps?sessionKey=${session}`);
    await page.getByRole('button', { name: 'Save All to My Companies' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save 5,000 companies' }).click();
    await expect(page.getByText('Saved 5,000 companies to My Companies')).toBeVisible({ timeout: 120_000 });
    await page.goto('/my-companies?sort=company_name');
    await expect(page.getByText('Showing 1-50 of 5,000 companies')).toBeVisible();
    await page.getByRole('button', { name: 'Last' }).click();
    await expect(page.getByText('Showing 4,951-5,000 of 5,000 companies')).toBeVisible();
    await expect(rows(page).last()).toContainText('La Grande Test Brewing 5000');
    await page.getByLabel('Select La Grande Test Brewing 5000').check();
    await page.getByRole('button', { name: 'Select all 5,000' }).click();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).fill('all');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByText('5,000 companies tagged “all”.')).toBeVisible({ timeout: 120_000 });
    expect(await companies(api, '?tag=all')).toHaveLength(count);
  });
});

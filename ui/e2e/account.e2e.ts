/** The account page: enriched breweries from the shipped data, and a row with little. */
import type { APIRequestContext } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { PHONE } from './support/looks';
import { screenshots } from './support/screenshots';
import { searchByApi } from './support/search';
import { expect, test, WHAT_SHIPS } from './support/test';

const PORTLAND = { term: 'brewery', state: 'OR', cities: 'Portland' };

test.use(WHAT_SHIPS);

interface Row {
  row_idx: number;
  name: string;
  county?: string;
  latitude?: number;
}

/** A city's breweries with their facts: the session, and its rows with coordinates from the server. */
async function enriched(
  api: APIRequestContext,
  search = PORTLAND,
): Promise<{ session: string; placed: [Row, ...Row[]] }> {
  await expect.poll(async () => await (await api.get('/api/sources')).text()).toContain('open-brewery-db');
  const session = await searchByApi(api, search);
  const answer = await api.post('/enrich', { data: { sessionKey: session } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { results } = (await answer.json()) as { results: Row[] };
  const [first, ...others] = results.filter(({ latitude }) => latitude !== undefined);
  if (first === undefined) throw new Error('no brewery has coordinates');
  return { session, placed: [first, ...others] };
}

test('ACC-01, ACC-03, ACC-05 to ACC-09, ACC-14: a brewery with all that what ships knows', async ({
  page,
  api,
}) => {
  const { session, placed } = await enriched(api);
  const [row] = placed;
  await page.goto(`/account/${session}/${row.row_idx}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(row.name);
  await expect(page).toHaveTitle(new RegExp(row.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Location').getByText(row.county ?? '')).toBeVisible();
  await expect(
    section('Socioeconomics').getByText(/of 10 census tracts|the middle census tract/),
  ).toBeVisible();
  await expect(section('Competitors Nearby').getByRole('listitem')).toHaveCount(4);
  await section('Percentage Comparisons vs National Average')
    .getByRole('button', { name: 'Show as table' })
    .click();
  await expect(
    section('Percentage Comparisons vs National Average').getByRole('row', { name: /Employment growth/ }),
  ).toContainText('2.5%');
  await expect(section('Market Saturation Analysis')).toContainText(
    /Highly saturated.*above average \(100\)/,
  );
  await expect(section('Market Intelligence & Business Density')).toContainText(
    'counted as Breweries (312120)',
  );
  await screenshots(page, 'account');
  await expectSoundInEveryLook(page, 'the account page');
  await page.setViewportSize(PHONE);
  const tables = section('Market Intelligence Scoring').getByRole('table');
  await expect(tables.first()).toBeVisible();
  const beyond = await tables.evaluateAll((all) =>
    all.map((table) => {
      const [own, card] = [table, table.parentElement ?? table].map((one) => one.getBoundingClientRect());
      return Math.max(0, Math.round((own?.right ?? 0) - (card?.right ?? 0)));
    }),
  );
  expect(beyond, 'pixels by which tables of factors are wider than their card').toEqual(beyond.map(() => 0));
});

for (const { state, cities, county, says } of [
  {
    state: 'CA',
    cities: 'Los Angeles',
    county: 'Los Angeles',
    says: /Moderate saturation.*below average \(100\)/,
  },
  { state: 'TX', cities: 'Houston', county: 'Harris', says: /Low saturation.*below average \(100\)/ },
]) {
  test(`ACC-08: how full the market of ${cities} is, by what ships`, async ({ page, api }) => {
    const { session, placed } = await enriched(api, { term: 'brewery', state, cities });
    const [row] = placed.filter((brewery) => brewery.county === county).map((brewery) => brewery.row_idx);
    expect(row, `a brewery in ${county}`).toBeDefined();
    await page.goto(`/account/${session}/${String(row)}`);
    await expect(page.getByRole('region', { name: 'Market Saturation Analysis', exact: true })).toContainText(
      says,
    );
  });
}

test('ACC-10, ACC-13: what is written about a brewery is there from another tab, and it is saved once', async ({
  page,
  context,
  api,
}) => {
  const { session, placed } = await enriched(api);
  const [row, other] = placed;
  const address = `/account/${session}/${row.row_idx}`;
  await page.goto(address);
  const details = page.getByRole('region', { name: 'Account Details' });
  await details.getByLabel('Status').selectOption('Qualified');
  await details.getByLabel('Email').fill('no address');
  await expect(details.getByRole('button', { name: 'Save' })).toBeDisabled();
  await details.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('region', { name: 'Notes' }).getByLabel('Notes').fill('<b>Wants</b> a demo');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText(/^Saved \d/)).toBeVisible();
  const stored = await api.get(`/api/crm-data?sessionKey=${session}&rowIdx=${row.row_idx}`);
  expect(await stored.json()).toMatchObject({
    success: true,
    crmData: { status: 'Qualified', email: 'ada@example.com', notes: '<b>Wants</b> a demo' },
  });
  await expect(details.getByRole('list', { name: 'Timeline' })).toContainText(
    'Status: Account Untouched → Qualified',
  );

  // Another tab saves; this one learns of it, and keeps what was typed.
  await details.getByLabel('Main Point of Contact').fill('Ada');
  const second = await context.newPage();
  await second.goto(address);
  const there = second.getByRole('region', { name: 'Account Details' });
  await there.getByLabel('Main Point of Contact').fill('Grace');
  await there.getByRole('button', { name: 'Save' }).click();
  await expect(there.getByText(/^Saved \d/)).toBeVisible();
  await second.close();
  await expect(details.getByText('There: Grace')).toBeVisible();
  await expect(details.getByText('Here: Ada')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await screenshots(page, 'account-conflict');
  await details.getByRole('button', { name: 'Save mine' }).click();
  await expect(details.getByRole('list', { name: 'Timeline' })).toContainText('Grace → Ada');

  await page.getByRole('button', { name: 'Save to My Companies' }).click();
  await expect(page.getByText('Company saved to My Companies!')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();

  // None of it belongs to another business.
  const { row_idx } = other ?? row;
  await page.goto(`/account/${session}/${row_idx}`);
  const save = page.getByRole('button', { name: 'Save to My Companies' });
  await expect(save).toBeVisible();
  await api.post('/api/save-company', { data: { session_id: session, business_data: { row_idx } } });
  await save.click();
  await expect(page.getByText('Company already saved!')).toBeVisible();
  await expect(details.getByLabel('Status')).toHaveValue('Account Untouched');
  await details.getByLabel('Main Point of Contact').fill('Nobody');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(details.getByLabel('Main Point of Contact')).toHaveValue('Nobody');
});

test.describe('on the basic plan', () => {
  test.use({ tier: 'basic' });

  test('ACC-01, ACC-13: a row without facts says so, and saving leads to the plans', async ({
    page,
    api,
  }) => {
    await expect.poll(async () => await (await api.get('/api/sources')).text()).toContain('open-brewery-db');
    const session = await searchByApi(api, { ...PORTLAND, cities: 'Astoria' });
    await page.goto(`/account/${session}/0`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('No county facts for this area.')).toBeVisible();
    await screenshots(page, 'account-sparse');
    await expectSoundInEveryLook(page, 'the account page of a row without facts');
    await page.getByRole('link', { name: 'Upgrade to Save Companies' }).click();
    await expect(page).toHaveURL('/plans');
    await page.goto(`/account/${session}/4000`);
    await expect(page.getByRole('heading', { name: 'Account Not Found', level: 1 })).toBeVisible();
  });
});

/** Websites: an address is read on Start Scraping, businesses' own from rows, companies and the account page. */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { expectAllByKeyboard } from './support/keyboard';
import { businessesIn, BEND, listingCsv } from './support/listing';
import { expectNothingLostWhenNarrow } from './support/narrow';
import { screenshots } from './support/screenshots';
import { creditsByApi, resultsHeading, searchByApi } from './support/search';
import { expect, test as base } from './support/test';
import { Websites } from './support/websites';

const [FIRST, SECOND, THIRD] = businessesIn(BEND, 3);
const LISTING = listingCsv([
  { ...FIRST, name: 'Cascade Test Brewing', phone: '541-555-0101', website: 'cascade.example' } as never,
  { ...SECOND, name: 'Quiet Test Brewing', website: 'quiet.example' } as never,
  { ...THIRD, name: 'Forbidding Test Brewing', website: 'forbids.example' } as never,
]);

const test = base.extend<object, { websites: Websites }>({
  listing: [
    async ({}, use) => {
      await use(LISTING);
    },
    { scope: 'worker' },
  ],
  websites: [
    async ({}, use) => {
      const websites = await Websites.start();
      await use(websites);
      await websites.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ websites }, use) => {
      await use(websites.settings);
    },
    { scope: 'worker' },
  ],
});

async function scrape(page: Page, url: string): Promise<void> {
  await page.getByLabel('Website URL').fill(url);
  await page.getByRole('button', { name: 'Start Scraping' }).click();
}

const search = (api: APIRequestContext) => searchByApi(api, { term: 'brewing', state: 'OR', cities: 'Bend' });

async function rowOf(api: APIRequestContext, session: string, name: string): Promise<number> {
  const answer = await api.get(`/api/jobs/${session}/result?form=rows`);
  const { result } = (await answer.json()) as { result: { results: { name: string }[] } };
  return result.results.findIndex((row) => row.name === name);
}

test('WEB-01: an address is read: what was found, text, links, pages, files, history, price', async ({
  page,
  api,
  user,
}) => {
  const before = await creditsByApi(api, user);
  await page.goto('/scrape');
  await page.getByLabel('Extract Links').check();
  await page.getByLabel('Whole site (up to 5 pages)').check();
  await scrape(page, 'cascade.example');
  const site = page.getByRole('region', { name: 'cascade.example · 2 pages · 2 credits' });
  await expect(site).toBeVisible();
  await expect(site.getByRole('link', { name: 'info@cascade.example' })).toHaveAttribute(
    'href',
    'mailto:info@cascade.example',
  );
  await expect(site.getByText('Public business contacts. You are the sender')).toBeVisible();
  await screenshots(page, 'scrape-found');
  await expectSoundInEveryLook(page, 'what was found');
  await expectNothingLostWhenNarrow(page, 'what was found');
  await page.reload();
  await expect(site).toBeVisible();
  await expectAllByKeyboard(page, 'what was found');
  await site.getByRole('tab', { name: 'Text' }).click();
  await expect(site.getByText('We brew lagers and pale ales in Bend')).toBeVisible();
  await screenshots(page, 'scrape-text');
  await site.getByRole('tab', { name: /^Links \d+$/ }).click();
  await expect(site.getByText('http://cascade.example/menu.pdf').first()).toBeVisible();
  await screenshots(page, 'scrape-links');
  await site.getByRole('tab', { name: 'Pages 2' }).click();
  await expect(site.getByText('Read, 1 credit')).toHaveCount(2);
  expect(await creditsByApi(api, user)).toBe(before - 2);

  const downloads = [];
  for (const name of ['Text (.txt)', 'Markdown (.md)', 'Links (.csv)', 'JSON, for programs']) {
    await site.getByRole('button', { name: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    downloads.push(await readFile(await download.path(), 'utf8'));
  }
  expect(downloads[0]).toContain('We brew lagers');
  expect(downloads[1]).toContain('# ');
  expect(downloads[2]).toContain('menu.pdf');
  expect(JSON.parse(downloads[3] ?? '')).toMatchObject({
    found: { emails: [{ value: 'info@cascade.example' }] },
  });

  // From the history.
  const address = page.url();
  await page.goto('/logs');
  const table = page.getByRole('table', { name: 'Scraping history' });
  await expect(table.getByText('Website', { exact: true })).toBeVisible();
  await table.getByText('cascade.example').click();
  await expect(site).toBeVisible();
  expect(page.url()).toBe(address);
  const session = new URL(address).searchParams.get('job') ?? '';
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expect(site).toBeVisible();
});

test('WEB-02: where nothing comes it says why, and that nothing was charged', async ({ page, api, user }) => {
  const before = await creditsByApi(api, user);
  await page.goto('/scrape');
  const button = page.getByRole('button', { name: 'Start Scraping' });
  const alert = page.locator('#scrape-message');
  await button.click();
  await expect(alert).toHaveText('Enter a website address, such as example.com. Nothing was charged.');
  await expect(button).toBeFocused();
  for (const [url, why] of [
    ['forbids.example', 'Its robots.txt asks not to be read.'],
    ['http://127.0.0.1/', 'This is not a public address.'],
    ['www.linkedin.com/company/x', 'linkedin.com is never read.'],
    ['nothing.invalid', 'nothing.invalid was not found.'],
  ] as const) {
    await scrape(page, url);
    await expect(alert).toHaveText(`${why} Nothing was charged.`);
    await expect(button).toBeFocused();
  }
  await page.getByLabel('Extract Text').uncheck();
  await scrape(page, 'quiet.example');
  await expect(alert).toHaveText('Choose text, links or both. Nothing was charged.');
  await screenshots(page, 'scrape-refused');
  expect(await creditsByApi(api, user)).toBe(before);
});

test("WEB-03: rows' websites are read: asked, paid where something is new, shown, filtered, exported", async ({
  page,
  api,
  user,
}) => {
  const session = await search(api);
  const before = await creditsByApi(api, user);
  await page.goto(`/googlemaps?sessionKey=${session}`);
  await expect(resultsHeading(page)).toHaveText('Results (3)');
  await page.getByRole('button', { name: 'Read websites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read 3 websites?' });
  await expect(dialog.getByLabel('E-mail')).toBeChecked();
  await expect(dialog.getByLabel('Hours')).not.toBeChecked();
  await expect(dialog).toContainText('1 credit for each business with a new one of these, at most 3.');
  await screenshots(page, 'read-websites');
  await expectSoundInEveryLook(page, 'the question');
  await dialog.getByRole('button', { name: 'Read 3 websites' }).click();
  await expect(page.getByText('3 websites done · 1 with news · 1 credit')).toBeVisible();
  expect(await creditsByApi(api, user)).toBe(before - 1);
  const table = page.getByRole('table', { name: 'Result rows' });
  await expect(table.getByText('info@cascade.example').first()).toBeVisible();
  await expect(page.getByText('Public business contacts. You are the sender')).toBeVisible();

  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Has e-mail' }).click();
  await expect(page.getByText('1 of 3 rows')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(table.getByText('Quiet Test Brewing')).toHaveCount(0);
  await screenshots(page, 'results-with-email');
  const file = await (await api.get(`/export?sessionKey=${session}&format=csv`)).text();
  expect(file).toContain('info@cascade.example');
  expect(file).toContain('cascade.example/contact');

  // Once more costs nothing.
  await page.getByRole('button', { name: 'Read websites' }).click();
  await dialog.getByRole('button', { name: 'Read 3 websites' }).click();
  await expect(page.getByText('3 websites done · 0 with news · 0 credits')).toBeVisible();
  expect(await creditsByApi(api, user)).toBe(before - 1);
});

test("WEB-04: the account page says what the website says, beside the listing's", async ({
  page,
  api,
  user,
}) => {
  const session = await search(api);
  const row = await rowOf(api, session, 'Cascade Test Brewing');
  const before = await creditsByApi(api, user);
  await page.goto(`/account/${session}/${row}`);
  const company = page.getByRole('region', { name: 'Company' });
  await company.getByRole('button', { name: 'Not provided' }).nth(0).click();
  await expect(page.getByText(/^Not in the listing/)).toBeVisible();
  await page.keyboard.press('Escape');
  await company.getByRole('button', { name: 'Read website, at most 1 credit' }).click();
  await expect(
    company.getByText(/^Read [A-Z][a-z]{2} \d+, \d{4}\. It does not say: founding date/),
  ).toBeVisible();
  await expect(company.getByRole('link', { name: 'info@cascade.example' })).toBeVisible();
  await expect(company.getByText('541-555-0101')).toBeVisible();
  await expect(company.getByText('(541) 555-0199')).toBeVisible();
  await expect(company.getByText('listing', { exact: true })).toBeVisible();
  await expect(company.getByText('website', { exact: true })).toBeVisible();
  await company.getByRole('button', { name: /^Mo-Fr/ }).click();
  await expect(page.getByText(/^openingHours on cascade\.example, [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(company.getByRole('button', { name: 'Read website, at most 1 credit' })).toHaveCount(0);
  expect(await creditsByApi(api, user)).toBe(before - 1);
  await screenshots(page, 'account-website');
  await expectSoundInEveryLook(page, 'the company');
  await expectNothingLostWhenNarrow(page, 'the company');
});

test('WEB-05: saved companies have their websites read, and are filtered by it', async ({ page, api }) => {
  const session = await search(api);
  const saved = await api.post('/api/save-companies', {
    data: { session_id: session },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await page.goto('/my-companies');
  await page
    .getByRole('checkbox', { name: /select all/i })
    .first()
    .check();
  await page.getByRole('button', { name: 'Read websites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read 3 websites?' });
  await dialog.getByLabel('Phone').check();
  await dialog.getByRole('button', { name: 'Read 3 websites' }).click();
  await expect(page.getByText('3 websites done · 1 with news · 1 credit')).toBeVisible();
  await screenshots(page, 'companies-websites');
  await page.goto('/my-companies?hasEmail=1');
  await expect(page.getByText('1 of 3 companies')).toBeVisible();
  await expect(page.getByText('Cascade Test Brewing').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await page.locator('summary', { hasText: 'Contact' }).click();
  await page.getByRole('checkbox', { name: 'Has e-mail' }).click();
  await page.getByRole('checkbox', { name: 'Website read' }).click();
  await expect(page.getByText('2 of 3 companies')).toBeVisible();
  await screenshots(page, 'companies-contact-filter');
});

test('WEB-06: a proxy is saved masked, tested, read through, and removed with an undo', async ({
  page,
  api,
  websites,
}) => {
  await page.goto('/proxy');
  await page.getByLabel('Proxy URL').fill('http://127.0.0.1:3128');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This address is not public.' })).toBeVisible();
  expect(await (await api.get('/api/proxy')).json()).toMatchObject({ url: null });
  await page.getByLabel('Proxy URL').fill('http://ada:s3cret@proxy.example:8080');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Proxy URL')).toHaveValue('http://ada:••••@proxy.example:8080');
  await expect(
    page.getByText('Websites are read through it. Where it fails, nothing goes out directly.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/^Works: \d+ ms, seen as 203\.0\.113\.7$/)).toBeVisible();
  await screenshots(page, 'proxy-saved');
  await expectSoundInEveryLook(page, 'the proxy');

  websites.tunnels.length = 0;
  await page.goto('/scrape');
  await scrape(page, 'quiet.example');
  await expect(page.getByRole('region', { name: 'quiet.example · 1 page · 1 credit' })).toBeVisible();
  expect(websites.tunnels.length).toBeGreaterThan(0);

  await page.goto('/proxy');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No proxy is set. Websites are read directly.')).toBeVisible();
  expect(await (await api.get('/api/proxy')).json()).toMatchObject({ url: null });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Proxy URL')).toHaveValue('http://ada:••••@proxy.example:8080');
  expect(await (await api.get('/api/proxy')).json()).toMatchObject({
    url: 'http://ada:••••@proxy.example:8080',
  });
});

test('WEB-07: a reading is found again after a reload, and stopped', async ({ page, api, user }) => {
  const before = await creditsByApi(api, user);
  await page.goto('/scrape');
  await scrape(page, 'silent.example');
  await expect(page).toHaveURL(/job=/);
  const stop = page.getByRole('button', { name: 'Stop reading' });
  await expect(stop).toBeVisible();
  await page.reload();
  await stop.click();
  await expect(page.getByText('Stopped. 0 pages read, 0 credits')).toBeVisible();
  await expect(stop).toHaveCount(0);
  const job = new URL(page.url()).searchParams.get('job') ?? '';
  const stopped = (await (await api.get(`/api/jobs/${job}`)).json()) as { status: string };
  expect(stopped.status).toBe('cancelled');
  expect(await creditsByApi(api, user)).toBe(before);
  await screenshots(page, 'scrape-stopped');
});

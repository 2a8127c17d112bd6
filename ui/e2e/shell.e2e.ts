/** The frame around the pages, the user's menu, and three pages before anything is done on them. */
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/checks';
import { expectNothingRan, HOSTILE_NAMES } from './support/hostile';
import { inEveryLook, PHONE } from './support/looks';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';

test('SHL-01: logo, title, name and Logout; the name opens the way to plans, codes and enricher', async ({
  page,
  user,
}) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Web Scraper Dashboard')).toBeVisible();
  await expect(bar.locator('svg').first(), 'the logo').toBeVisible();
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible();
  const name = bar.getByRole('button', { name: user.name });
  await expect(name.locator('[class*=avatar]')).toHaveText(
    user.name
      .split(' ')
      .map((word) => word.charAt(0))
      .join(''),
  );
  await name.focus();
  await page.keyboard.press('Enter');
  const plans = page.getByRole('link', { name: 'Plans', exact: true });
  await expect(plans).toBeVisible();
  await screenshots(page, 'user-menu');
  await page.keyboard.press('Escape');
  await expect(plans).toBeHidden();
  await expect(name).toBeFocused();
  await name.click();
  await plans.click();
  await expect(page).toHaveURL('/plans');
  await expect(plans).toBeHidden();
  await name.click();
  await page.getByRole('link', { name: 'Billing & Credits', exact: true }).click();
  await expect(page).toHaveURL('/coupons');
  await name.click();
  await page.getByRole('link', { name: 'Enricher', exact: true }).click();
  await expect(page).toHaveURL('/enrich');
});

test('SHL-01: a name that is long, or means harm, stays text and pushes nothing out', async ({ page }) => {
  // What an issuer may say of somebody: the sign-in library keeps it in the browser.
  await page.addInitScript((name) => {
    for (const [key, kept] of Object.entries(localStorage)) {
      if (!key.endsWith('@@user@@')) continue;
      const entry = JSON.parse(String(kept)) as { decodedToken: { user: object } };
      Object.assign(entry.decodedToken.user, { name, picture: 'https://nowhere.invalid/me.png' });
      localStorage.setItem(key, JSON.stringify(entry));
    }
  }, `${HOSTILE_NAMES.image} ${HOSTILE_NAMES.long}`);
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: HOSTILE_NAMES.image })).toBeVisible();
  await expectNothingRan(page);
  await screenshots(page, 'long-name');
  await inEveryLook(page, async ({ name }) => {
    await expectNoSidewaysScroll(page, `a long name, ${name}`);
    await expect(bar.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  });
  await bar.getByRole('button', { name: HOSTILE_NAMES.image }).click();
  await expect(page.getByRole('link', { name: 'Plans', exact: true })).toBeInViewport({ ratio: 1 });
});

test('SHL-02: six links and what can be explored, the one of the page marked, the counter below', async ({
  page,
}) => {
  await page.goto('/schedule');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'DemandAtlas',
    'My Companies',
    'Scheduled Scrapes',
    'History/Logs',
    'Proxy Settings',
  ]);
  await expect(menu.locator('[aria-current=page]')).toHaveText('Scheduled Scrapes');
  const explore = page.getByRole('navigation', { name: 'Explore' });
  await expect(explore.getByRole('link')).toHaveText(['Demand Map', 'Start Scraping']);
  await expect(page.getByRole('region', { name: 'Credits', exact: true })).toContainText('2,000 of 2,000');
  await menu.getByRole('link', { name: 'Home' }).click();
  await expect(menu.locator('[aria-current=page]')).toHaveText('Home');
});

test('SHL-02: another page begins at its top; Back leads to where one was', async ({ page }) => {
  // Every page is longer than that.
  await page.setViewportSize({ width: 1440, height: 240 });
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await page.evaluate(() => {
    window.scrollTo(0, 100);
  });
  await page.getByRole('link', { name: 'Scheduled Scrapes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled Scrapes' })).toBeVisible();
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(room).toBeGreaterThan(100);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBe(100);
});

test('SHL-02: on a phone the menu is a drawer: Esc closes it, the focus goes in and back', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Proxy Settings' });
  await expect(link, 'a closed menu is reached by nobody').toBeHidden();
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await expect(page.getByText('2,000 of 2,000')).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proxy Settings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
});

const NO_SESSION = '00000000-0000-4000-8000-000000000000';
/** What a page's heading says, where it is not the business or the session that the address names. */
const ANY = /^(?!Page not found)./;
const ADDRESSES = {
  'the pages of the menu': [
    ['/', 'Welcome to DemandAtlas'],
    ['/googlemaps', 'DemandAtlas'],
    ['/my-companies', 'My Companies'],
    ['/schedule', 'Scheduled Scrapes'],
    ['/logs', 'Scraping History & Logs'],
    ['/proxy', 'Proxy Settings'],
  ],
  'the pages beside it': [
    ['/scrape', 'Start Scraping'],
    ['/enrich', 'Enricher'],
    ['/plans', 'Plans'],
    ['/pricing', 'Plans'],
    ['/coupons', 'Billing & Credits'],
    ['/map-view', 'Companies Map View'],
  ],
  'the pages of a session, and unknown ones': [
    [`/account/${NO_SESSION}/0`, ANY],
    [`/map/${NO_SESSION}/0`, ANY],
    [`/results-map/${NO_SESSION}`, ANY],
    ['/no/such/page', 'Page not found'],
    ['/plans/no-such-plan', 'Page not found'],
    ['/account/only-half', 'Page not found'],
  ],
} as const;

for (const [which, addresses] of Object.entries(ADDRESSES)) {
  test(`SHL-03: ${which} open by a deep link and after a reload`, async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    for (const [address, title] of addresses) {
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(200);
      await expect(heading, address).toHaveText(title);
    }
    const last = await heading.innerText();
    await page.reload();
    await expect(heading).toHaveText(last);
  });
}

test('AUTH-13: where analytics are not configured, no page asks anybody but the server', async ({
  page,
  server,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto('/');
  for (const link of ['My Companies', 'Scheduled Scrapes', 'History/Logs', 'Proxy Settings', 'Home']) {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: link }).click();
  }
  await page.getByRole('button', { name: 'Credits & Billing' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText('Credits Remaining');
  expect([...asked]).toEqual([server.url]);
});

test('SHL-04: the welcome leads to the search', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to DemandAtlas' })).toBeVisible();
  await expect(
    page.getByText(
      'DemandAtlas helps you discover location-based business data, market insights, competitor landscapes and demand patterns.',
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'discover location-based business data' }).click();
  await expect(page).toHaveURL('/googlemaps');
});

/** The calls of a page that may change something. */
function callsOf(page: Page): string[] {
  const called: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') called.push(request.url());
  });
  return called;
}

test('SHL-05: Start Scraping has its field and boxes, and is off where no contact is set', async ({
  page,
}) => {
  const called = callsOf(page);
  await page.goto('/scrape');
  await expect(page.getByRole('heading', { level: 1, name: 'Start Scraping' })).toBeVisible();
  const url = page.getByLabel('Website URL');
  await expect(url).toHaveAttribute('placeholder', 'https://example.com');
  await expect(page.getByLabel('Extract Text')).toBeChecked();
  await expect(page.getByLabel('Extract Links')).not.toBeChecked();
  await url.fill('https://brewery.example');
  await page.getByLabel('Extract Links').check();
  await expect(page.getByText('Reading is off: the operator has set no contact.')).toBeVisible();
  // Off, as it says.
  await expect(page.getByRole('button', { name: 'Start Scraping' })).toHaveAttribute('aria-disabled', 'true');
  await url.press('Enter');
  expect(called).toEqual([]);
  await screenshots(page, 'scrape');
  await page.reload();
  await expect(url).toHaveValue('');
});

test('SHL-06: Scheduled Scrapes has its choices, and sets nothing before its button is pressed', async ({
  page,
}) => {
  const called = callsOf(page);
  await page.goto('/schedule');
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled Scrapes' })).toBeVisible();
  await expect(page.getByLabel('Daily')).toBeChecked();
  await page.getByLabel('Daily').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Weekly')).toBeChecked();
  await page.getByLabel('Custom', { exact: true }).check();
  await expect(page.getByRole('button', { name: 'Set Schedule' })).toBeEnabled();
  // The first run is computed, which changes nothing.
  expect(called.filter((url) => !url.endsWith('/api/monitors/preview'))).toEqual([]);
  await screenshots(page, 'schedule');
  await page.getByRole('button', { name: 'Set Schedule' }).click();
  await expect(page.getByText('Please enter a search term')).toBeVisible();
  expect(called.filter((url) => !url.endsWith('/api/monitors/preview'))).toEqual([]);
});

test('SHL-07: Proxy Settings has its address and Save, and is off where no contact is set', async ({
  page,
  api,
}) => {
  await page.goto('/proxy');
  await expect(page.getByText('Reading is off: the operator has set no contact.')).toBeVisible();
  const url = page.getByLabel('Proxy URL');
  await url.fill('http://proxy.example:3128');
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await url.press('Enter');
  const refused = await api.put('/api/proxy', { data: { url: 'http://proxy.example:3128' } });
  expect(refused.status()).toBe(409);
  expect(await (await api.get('/api/proxy')).json()).toMatchObject({ url: null });
  await screenshots(page, 'proxy');
});

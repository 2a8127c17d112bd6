/** The 'Credits & Billing' portal: its tab in the gutter, and what its tabs show. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { IN_BEND, IN_PORTLAND } from './support/listing';
import { VIEWPORTS } from './support/looks';
import { coveredByTab } from './support/narrow';
import { screenshots } from './support/screenshots';
import { BREWERIES, searchByApi } from './support/search';
import { expect, test } from './support/test';

const FOUND = IN_PORTLAND + IN_BEND;
const POSITION = 'paymentSidebarPosition';

const billingTab = (page: Page) => page.getByRole('button', { name: 'Credits & Billing' });
const portal = (page: Page) => page.getByRole('dialog', { name: 'Credits & Billing' });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), POSITION);

async function openTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/** Presses the tab in the middle, moves by this many pixels, and releases. */
async function drag(page: Page, pixels: number): Promise<void> {
  const box = await billingTab(page).boundingBox();
  if (box === null) throw new Error('the tab is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + pixels, { steps: 4 });
  await page.mouse.up();
}

test('CRED-06: a drag by 4 pixels is a click, one by 6 moves the tab and opens nothing', async ({ page }) => {
  await page.goto('/');
  await drag(page, 4);
  await expect(portal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(portal(page)).toBeHidden();
  await expect(billingTab(page)).toBeFocused();
  expect(await stored(page)).toBeNull();

  const before = await billingTab(page).boundingBox();
  await drag(page, 6);
  const after = await billingTab(page).boundingBox();
  expect(Math.round((after?.y ?? 0) - (before?.y ?? 0))).toBe(6);
  await expect(portal(page)).toBeHidden();
  expect(Number(await stored(page))).toBeGreaterThan(50);
});

test('CRED-06: it goes to both ends and no further, is whole there, and stays where it was left', async ({
  page,
}) => {
  await page.goto('/');
  const { height } = page.viewportSize() ?? { height: 0 };
  for (const [pixels, end] of [
    [-2000, '10'],
    [4000, '90'],
  ] as const) {
    await drag(page, pixels);
    expect(await stored(page)).toBe(end);
    const box = await billingTab(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  const left = await billingTab(page).boundingBox();
  await page.reload();
  await expect(billingTab(page)).toBeVisible();
  expect(await billingTab(page).boundingBox()).toEqual(left);
});

test('CRED-06: by keyboard the arrows move it by 2 percent, Enter opens it, Esc closes it', async ({
  page,
}) => {
  await page.goto('/logs');
  await billingTab(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  expect(await stored(page)).toBe('48');
  for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowUp');
  expect(await stored(page)).toBe('10');
  await page.keyboard.press('Enter');
  await expect(portal(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Upgrade' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(portal(page)).toBeHidden();
  await expect(billingTab(page)).toBeFocused();
});

test('CRED-06: a press outside closes it, the x too; Back closes what a press opened', async ({ page }) => {
  await page.goto('/logs');
  await billingTab(page).click();
  await expect(portal(page)).toBeVisible();
  await page.mouse.click(400, 400);
  await expect(portal(page)).toBeHidden();
  await billingTab(page).click();
  await portal(page).getByRole('button', { name: 'Close' }).click();
  await expect(portal(page)).toBeHidden();
  await billingTab(page).click();
  await expect(portal(page)).toBeVisible();
  await page.goBack();
  await expect(portal(page)).toBeHidden();
  await expect(page).toHaveURL('/logs');
});

for (const path of ['/logs', '/coupons', '/googlemaps']) {
  test(`CRED-06: on ${path} the tab covers no control at 10, 50 and 90 percent`, async ({ page, api }) => {
    await searchByApi(api, BREWERIES);
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // All the way up, all the way down, and back to the middle.
      for (const pixels of [-2000, 4000, -Math.round(viewport.height / 2 - 60)]) {
        await drag(page, pixels);
        expect(
          await coveredByTab(page),
          `${path}, ${viewport.width} px wide, at ${(await stored(page)) ?? 'no'} %`,
        ).toEqual([]);
      }
    }
  });
}

test.describe('of a pro user', () => {
  test.use({ tier: 'pro' });

  test('CRED-07: the overview shows the plan, refreshes, and leads on', async ({ page, server, user }) => {
    await page.goto('/');
    await billingTab(page).click();
    const overview = page.getByRole('tabpanel', { name: 'Overview' });
    await expect(overview.getByText('PRO', { exact: true })).toBeVisible();
    await expect(overview.getByText('Credits Remaining')).toBeVisible();
    await expect(overview.getByText('0.0% of monthly credits used')).toBeVisible();
    await server.command('accounts', 'adjust', user.sub, '-202', '--reason', 'a flow');
    await overview.getByRole('button', { name: 'Refresh Credits' }).click();
    await expect(overview.getByText('48', { exact: true }).first()).toHaveAttribute(
      'data-tone',
      'credits-orange',
    );
    await screenshots(page, 'portal-overview');
    await expectSoundInEveryLook(page, 'the portal, Overview');
    await overview.getByRole('button', { name: 'Upgrade Plan' }).click();
    await expect(page.getByRole('tab', { name: 'Upgrade' })).toHaveAttribute('aria-selected', 'true');
  });
});

test('CRED-07: an account that cannot be loaded, and is tried again', async ({ page }) => {
  await page.route('**/api/credits/status/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/?portal=overview');
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(overview.getByText('Unable to load account information')).toBeVisible();
  await screenshots(page, 'portal-failure');
  await page.unrouteAll();
  await overview.getByRole('button', { name: 'Retry' }).click();
  await expect(overview.getByText('Credits Used This Month')).toBeVisible();
});

test('CRED-08: three plans, and Subscribe says that payment is to come', async ({ page }) => {
  await page.goto('/?portal=upgrade');
  const upgrade = page.getByRole('tabpanel', { name: 'Upgrade' });
  for (const [name, price, credits] of [
    ['Basic', '$39.99/month', '250 credits'],
    ['Business', '$129.99/month', '1,000 credits'],
    ['Pro', '$299.99/month', '2,500 credits'],
  ] as const) {
    const card = upgrade.getByRole('region', { name, exact: true });
    await expect(card).toContainText(price);
    await expect(card).toContainText(credits);
    await expect(card).toContainText('Payment-provider integration is coming soon.');
    await expect(card.getByText('Most Popular')).toHaveCount(name === 'Business' ? 1 : 0);
  }
  await upgrade.getByRole('button', { name: 'Subscribe to Business' }).click();
  await expect(
    upgrade.getByRole('region', { name: 'Business' }).getByText(/Nothing was ordered/),
  ).toBeVisible();
  await screenshots(page, 'portal-upgrade');
  await expectSoundInEveryLook(page, 'the portal, Upgrade');
});

test('CRED-06: on a narrow phone the tab that is open is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['Ledger', 'Overview', 'Coupons']) {
    await page.goto(`/logs?portal=${name.toLowerCase()}`);
    await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
  }
  await openTab(page, 'Ledger');
  await expect(page.getByRole('tab', { name: 'Ledger' })).toBeInViewport({ ratio: 1 });
});

test('COUP-02: half a code survives a press beside the drawer', async ({ page }) => {
  await page.goto('/logs?portal=coupons');
  const field = page.getByRole('textbox', { name: 'Coupon code' });
  await field.fill('half-a-');
  await page.mouse.click(400, 400);
  await expect(portal(page)).toBeHidden();
  await billingTab(page).click();
  await openTab(page, 'Coupons');
  await expect(field).toHaveValue('HALF-A-');
});

/** 'Mar 4, 2026', in the browser's own time zone, which is this machine's. */
function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
}

test('CRED-09: the billing tab sums up what the server says, and says what is to come', async ({
  page,
  api,
  user,
}) => {
  await searchByApi(api, BREWERIES);
  const status = (await (await api.get(`/api/credits/status/${encodeURIComponent(user.sub)}`)).json()) as {
    last_reset: string;
  };
  await page.goto('/?portal=billing');
  const billing = page.getByRole('tabpanel', { name: 'Billing' });
  const figure = (label: string) =>
    billing.getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');
  for (const [label, value] of [
    ['Plan', 'ENTERPRISE'],
    ['Credits remaining', (2000 - FOUND).toLocaleString('en-US')],
    ['Monthly limit', '2,000'],
    ['Usage', `${((FOUND / 2000) * 100).toFixed(1)}%`],
    ['Credits used this month', String(FOUND)],
    ['Last reset', dayOf(status.last_reset)],
  ] as const) {
    await expect(figure(label), label).toHaveText(value);
  }
  await expect(billing.getByRole('button', { name: 'Integration Coming Soon' })).toBeDisabled();
  await expect(
    billing.getByText(
      'Detailed billing history, monthly reports, analytics, downloadable invoices and usage predictions are coming soon.',
    ),
  ).toBeVisible();
  await screenshots(page, 'portal-billing');
  await expectSoundInEveryLook(page, 'the portal, Billing');
});

test('CRED-12: the ledger: newest first, running balance, filters, session, chart, CSV', async ({
  page,
  api,
  server,
  user,
}) => {
  // The first call opens the account.
  await api.get(`/api/credits/status/${encodeURIComponent(user.sub)}`);
  await server.command('accounts', 'adjust', user.sub, '5', '--reason', 'A gift');
  const session = await searchByApi(api, BREWERIES);
  await page.goto('/');
  await billingTab(page).click();
  const ledger = await openTab(page, 'Ledger');
  const rows = ledger.getByRole('table', { name: 'Ledger' }).locator('tbody tr:has(td)');
  await expect(rows.filter({ hasText: 'Results delivered' }).first()).toContainText(session.slice(0, 8));
  await expect(rows.last()).toContainText('Account opened');
  await expect(ledger.getByText(`${FOUND} credits in all, most on`)).toBeVisible();
  await expect(ledger.locator('.recharts-bar-rectangle path')).toHaveCount(1);
  await screenshots(page, 'portal-ledger');
  await expectSoundInEveryLook(page, 'the portal, Ledger');

  await ledger.getByLabel('Kind').selectOption('Adjustments');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('A gift by operator');
  await expect(rows.first()).toContainText('+5');
  await expect(rows.first()).toContainText('2,005');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await ledger.getByLabel('Kind').selectOption('Coupons');
  await expect(ledger.getByText('No entries in this period.')).toBeVisible();

  await ledger.getByLabel('Kind').selectOption('Spent');
  await expect(rows.first()).toContainText((2005 - FOUND).toLocaleString('en-US'));
  const downloading = page.waitForEvent('download');
  await ledger.getByRole('button', { name: 'CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.split('\n')[0]).toContain('sequence,timestamp,event');
  expect(csv, 'what the filter leaves').not.toContain('A gift');
  expect(csv.match(new RegExp(session, 'g'))?.length).toBeGreaterThan(0);

  await ledger.getByRole('button', { name: 'Show as table' }).click();
  await expect(ledger.getByRole('table', { name: 'Credits spent per day' })).toContainText(String(FOUND));
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(`/googlemaps?sessionKey=${session}`);
  await expect(portal(page)).toBeHidden();
});

/** Redeeming coupon codes: on /coupons and in the portal. */
import type { Page } from '@playwright/test';
import { expectSoundInEveryLook } from './support/checks';
import { screenshots } from './support/screenshots';
import type { Server } from './support/server';
import { creditsByApi } from './support/search';
import { expect, test } from './support/test';

test.use({ tier: 'basic' });

const SUCCESS = 'Coupon redeemed successfully! Updating credit display...';

let issued = 0;
/** A code that no other flow redeems. */
async function issue(server: Server, credits: number, ...options: string[]): Promise<string> {
  issued += 1;
  const code = `FLOW${process.pid}${issued}`.slice(0, 20);
  await server.command('coupons', 'issue', '--credits', String(credits), '--code', code, ...options);
  return code;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Coupon code' });
const button = (page: Page) => page.getByRole('button', { name: /^Redeem(ing\.\.\.| Code)$/ });
const account = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');

test('COUP-01, COUP-02, COUP-04: a code is typed, redeemed and shown, and the server has it', async ({
  page,
  server,
  api,
  user,
}) => {
  const code = await issue(server, 60);
  await page.clock.install();
  await page.goto('/coupons');
  await expect(page.getByRole('heading', { level: 1, name: 'Billing & Credits' })).toBeVisible();
  await expect(account(page, 'Credits Remaining')).toHaveText('100');
  await expect(account(page, 'Account Tier')).toHaveText('BASIC');
  await expect(account(page, 'Monthly Limit')).toHaveText('100');
  await expect(account(page, 'Usage')).toHaveText('0.0%');
  await expect(page.getByText('Codes are personal.')).toBeVisible();
  await expect(button(page)).toBeDisabled();

  await field(page).pressSequentially(` ${code.toLowerCase()} `);
  await expect(field(page)).toHaveValue(`${code} `);
  await page.keyboard.press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  expect(await creditsByApi(api, user)).toBe(160);
  await expect(account(page, 'Credits Remaining'), 'not before 1.5 s').toHaveText('100');
  await page.clock.fastForward(1_500);
  await expect(page.getByText('60 credits were added - Credits updated!')).toBeVisible();
  await expect(account(page, 'Credits Remaining')).toHaveText('160');
  await expect(page.getByRole('region', { name: 'Credits', exact: true })).toContainText('160 of 160');
  await screenshots(page, 'coupons');

  await field(page).fill(code);
  await button(page).click();
  await expect(page.getByText('You have already redeemed this coupon')).toBeVisible();
  expect(await creditsByApi(api, user), 'nothing twice').toBe(160);
});

test('COUP-02: nothing typed says so, and asks nobody; more than 20 characters do not fit', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await page.goto('/coupons');
  await field(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('Please enter a coupon code')).toBeVisible();
  await field(page).fill('   ');
  await expect(button(page)).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a coupon code')).toBeVisible();
  expect(calls).toEqual([]);
  await field(page).fill('');
  await field(page).pressSequentially('abcdefghijklmnopqrstuvwxyz');
  await expect(field(page)).toHaveValue('ABCDEFGHIJKLMNOPQRST');
  await field(page).fill('');
  // As the browser pastes it.
  await page.keyboard.insertText(' zyxwvutsrqponmlkjihg ');
  await expect(field(page)).toHaveValue('ZYXWVUTSRQPONMLKJIHG');
  await expectSoundInEveryLook(page, 'Billing & Credits with a message');
});

test('COUP-02: busy while it redeems', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/credits/redeem/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/coupons');
  await field(page).fill('SLOWLY');
  await button(page).click();
  await expect(button(page)).toHaveText('Redeeming...');
  await expect(button(page)).toBeDisabled();
  release();
  await expect(page.getByText('Invalid coupon code')).toBeVisible();
  await expect(button(page)).toHaveText('Redeem Code');
});

test('COUP-05: a server that cannot be reached, and an account that cannot be loaded', async ({ page }) => {
  await page.route('**/api/credits/**', (route) => route.abort());
  await page.clock.install();
  await page.goto('/coupons');
  await expect(page.getByRole('main').getByText('Unable to load account information')).toBeVisible();
  await screenshots(page, 'coupons-failure');
  await field(page).fill('SOMECODE');
  await button(page).click();
  // A lost call is sent once more before it counts as failed.
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await expect(page.getByText('Failed to redeem coupon. Please try again.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(field(page)).toHaveValue('SOMECODE');
});

test('COUP-05, CRED-07: in the portal the new balance is there at once, and the tier that came with it', async ({
  page,
  server,
  api,
  user,
}) => {
  const code = await issue(server, 40, '--tier', 'pro');
  await page.goto('/');
  await page.getByRole('button', { name: 'Credits & Billing' }).click();
  const portal = page.getByRole('dialog', { name: 'Credits & Billing' });
  await portal.getByRole('button', { name: 'Redeem Coupon' }).click();
  await expect(portal.getByRole('tab', { name: 'Coupons' })).toHaveAttribute('aria-selected', 'true');
  await field(page).fill('no-such-code');
  await page.keyboard.press('Enter');
  await expect(portal.getByText('Invalid coupon code')).toBeVisible();
  // The balance comes from the answer itself: the refetch never returns.
  await page.route('**/api/credits/status/**', () => undefined);
  await field(page).fill(code);
  await page.keyboard.press('Enter');
  await expect(portal.getByText('40 credits were added, and your plan is Pro')).toBeVisible();
  await expect(portal.getByText('140', { exact: true })).toBeVisible();
  await expect(portal.getByText('PRO', { exact: true })).toBeVisible();
  await screenshots(page, 'portal-coupons');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Credits', exact: true })).toContainText('140 of');
  const status = await api.get(`/api/credits/status/${encodeURIComponent(user.sub)}`);
  expect(await status.json()).toMatchObject({ available_credits: 140, tier: 'pro', can_enrich: true });

  // The new plan is there without a reload.
  await page.getByRole('button', { name: user.name }).click();
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  const pro = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
  await expect(pro).toContainText('Your plan');
});

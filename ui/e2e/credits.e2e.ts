/** The credits counter at the foot of the sidebar. */
import type { Page } from '@playwright/test';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';

const counter = (page: Page) => page.getByRole('region', { name: 'Credits', exact: true });

test.describe('with few credits', () => {
  test.use({ tier: 'basic' });

  test('CRED-03, CRED-05: status and warning at 101, 100, 51, 50, 1 and 0 credits', async ({
    page,
    server,
    user,
  }) => {
    await page.goto('/');
    await expect(counter(page)).toContainText('100 of 100');
    for (const [change, left, status, warning] of [
      [1, '101 of ', 'Active', []],
      [-1, '100 of ', 'Active', ['Low creditsUpgrade']],
      [-49, '51 of ', 'Active', ['Low creditsUpgrade']],
      [-1, '50 of ', 'Low Credits', ['Low creditsUpgrade']],
      [-49, '1 of ', 'Low Credits', ['Low creditsUpgrade']],
      [-1, '0 of ', 'Limit Reached', ['Limit reached!Upgrade']],
    ] as const) {
      await server.command('accounts', 'adjust', user.sub, String(change), '--reason', 'a flow');
      await page.reload();
      await expect(counter(page).getByText(new RegExp(`^${left}`))).toBeVisible();
      await expect(counter(page).getByText(status, { exact: true })).toBeVisible();
      await expect(counter(page).getByRole('status')).toHaveText([...warning]);
    }
    await screenshots(page, 'credits-limit');
    const opening = page.waitForEvent('popup');
    await counter(page).getByRole('link', { name: 'Upgrade Plan' }).click();
    const pricing = await opening;
    await expect(pricing).toHaveURL('/pricing');
    await pricing.close();
    await counter(page).getByRole('link', { name: 'Upgrade', exact: true }).click();
    await expect(page).toHaveURL('/plans');
  });
});

for (const [percentage, color] of [
  [49.9, 'rgb(65, 168, 115)'],
  [50, 'rgb(242, 147, 139)'],
  [75, 'rgb(230, 147, 43)'],
  [89.9, 'rgb(230, 147, 43)'],
  [90, 'rgb(240, 98, 90)'],
] as const) {
  test(`CRED-03: ${percentage} % used are ${color}, and stand in words`, async ({ page }) => {
    // Such a share takes thousands of credits to reach: the server's answer is changed on its way.
    await page.route('**/api/credits/status/**', async (route) => {
      const answer = await route.fetch();
      const status = (await answer.json()) as Record<string, unknown>;
      await route.fulfill({ response: answer, json: { ...status, percentage_used: percentage } });
    });
    await page.goto('/');
    await expect(counter(page).getByText(`${percentage.toFixed(1)}% used`)).toBeVisible();
    await expect(counter(page).getByRole('progressbar')).toHaveCSS('background-color', color);
  });
}

test('CRED-02: the older names are understood, and what is missing has its default', async ({ page }) => {
  await page.route('**/api/credits/status/**', (route) =>
    route.fulfill({ json: { credits_available: 7, credits_used: 493 } }),
  );
  await page.goto('/?portal=billing');
  const billing = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(billing.getByText('BASIC')).toBeVisible();
  await expect(billing.getByText('Sep 6, 2025')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(counter(page).getByText('7 of 500')).toBeVisible();
});

test('CRED-04: a server that fails is said, with its status, and tried again', async ({ page }) => {
  await page.route('**/api/credits/status/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  await expect(counter(page).getByText('⚠️ Unable to load credits')).toBeVisible();
  await expect(counter(page).getByText('Failed to fetch credits: 503')).toBeVisible();
  await screenshots(page, 'credits-failure');
  await page.unrouteAll();
  await counter(page).getByRole('button', { name: 'Retry' }).click();
  await expect(counter(page).getByText('2,000 of 2,000')).toBeVisible();
});

/** Signing in and out, by hand, at the development sign-in. */
import type { Page } from '@playwright/test';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';

test.describe('as a visitor', () => {
  test.use({ signedIn: false });

  test('AUTH-01, AUTH-02, AUTH-07, AUTH-08: signing in leads back to the page that was wanted', async ({
    page,
  }) => {
    await page.goto('/logs?days=90');
    await expect(page.getByRole('heading', { name: 'Web Scraper Dashboard' })).toBeVisible();
    await screenshots(page, 'login');
    await signInByHand(page);
    await expect(page.getByRole('heading', { name: 'Scraping History & Logs' })).toBeVisible();
    await expect(page).toHaveURL('/logs?days=90');
    await expect(page.getByLabel('Time Period')).toHaveValue('90');
    await expect(page.getByText('No scraping history found')).toBeVisible();
  });

  test('AUTH-03: signing in with a pop-up window', async ({ page }) => {
    const popup = await openPopup(page);
    await popup.getByRole('button', { name: /Petra Pro/ }).click();
    await expect(page.getByRole('banner').getByText('Petra Pro')).toBeVisible();
  });

  test("AUTH-03: a closed pop-up window is said to be 'cancelled'", async ({ page }) => {
    const popup = await openPopup(page);
    await expect(popup.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    await popup.close();
    await expect(page.getByRole('alert').getByText(/cancelled/)).toBeVisible();
  });

  test('AUTH-03: after 60 seconds an open pop-up window of 400x600 is given up', async ({ page }) => {
    await page.clock.install();
    const popup = await openPopup(page);
    await expect(popup.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 600]);
    await page.clock.fastForward(61_000);
    await expect(page.getByRole('alert').getByText(/timed out/)).toBeVisible();
  });

  test("AUTH-05: an answer with another state is an 'Invalid state'", async ({ page, baseURL }) => {
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    const cookies = await page.context().cookies(baseURL);
    expect(cookies.map(({ name }) => name).join(), 'the transaction is in a cookie').toMatch(/txs/);
    await page.goto('/callback?code=stolen&state=forged');
    await expect(page.getByRole('alert')).toHaveText(/Authentication error: Invalid state/);
  });

  test('AUTH-11: Logout ends the session here and at the provider', async ({ page }) => {
    await page.goto('/logs');
    await signInByHand(page);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    // The provider asks again who it is: its own session is over too.
    await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
  });

  test('AUTH-04: signing in by hand leaves in the browser what signing in by token lays there', async ({
    page,
    user,
    baseURL,
  }) => {
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await page.getByLabel(/e-mail/i).fill(user.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('banner').getByText(user.name)).toBeAttached();
    const byHand = (await page.context().storageState()).origins.find(({ origin }) => origin === baseURL);
    const byToken = user.storageState.origins[0];
    expect(shapes(byHand?.localStorage)).toMatchObject(shapes(byToken?.localStorage));
  });
});

test('AUTH-11: a user who was signed in by token is signed out at the provider too', async ({ page }) => {
  await page.goto('/logs');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
});

test('AUTH-10: after 24 hours an open page signs its user out by itself', async ({ page, user }) => {
  // The page begins yesterday: cookies, which sign-out removes, go by the browser's own clock.
  await page.clock.install({ time: Date.now() - 24 * 60 * 60 * 1000 });
  await page.goto('/logs');
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  await page.clock.fastForward('23:50:00');
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  await page.clock.fastForward('15:00');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

async function openPopup(page: Page): Promise<Page> {
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
  return opening;
}

/** What kind of value each entry of local storage holds, field by field. */
function shapes(entries: readonly { name: string; value: string }[] = []): Record<string, unknown> {
  return Object.fromEntries(entries.map(({ name, value }) => [name, shape(JSON.parse(value))]));
}

function shape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
}

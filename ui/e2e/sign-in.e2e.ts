/** Signing in and out, by hand, at the development sign-in. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import { expect, test } from './support/test';
import { tokenRequests } from './support/tokens';

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

  test('AUTH-02: what the app asks the provider for, and that it proves to have asked', async ({
    page,
    baseURL,
    request,
  }) => {
    const config = (await (await request.get('/api/config')).json()) as Record<string, string>;
    const tokens = tokenRequests(page);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/dev-idp/authorize');
    await page.goto('/plans');
    await signInByHand(page);
    const sent = Object.fromEntries(new URL((await asked).url()).searchParams);
    expect(sent).toMatchObject({
      client_id: config.client_id,
      audience: config.audience,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/\S{32}/),
      nonce: expect.stringMatching(/\S{32}/),
      redirect_uri: `${baseURL ?? ''}/callback`,
    });
    expect(tokens.map(({ grant_type }) => grant_type)).toEqual(['authorization_code']);
    const { code_verifier: verifier = '', redirect_uri: redirectUri } = tokens[0] ?? {};
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(sent.code_challenge);
    expect(redirectUri).toBe(sent.redirect_uri);
  });

  test('AUTH-03: signing in with a pop-up window, at the page that was open', async ({ page }) => {
    const popup = await openPopup(page, '/logs');
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: /Petra Pro/ }).click();
    await closed;
    await expect(page.getByRole('banner').getByText('Petra Pro')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Scraping History & Logs' })).toBeVisible();
  });

  test('AUTH-03: a sign-in that is cancelled looks one way, however it was done', async ({ page }) => {
    const cancelled = page.getByRole('alert').getByText('Sign-in was cancelled. Please try again.');
    const popup = await openPopup(page, '/logs?days=90');
    await expect(popup.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    await popup.close();
    await expect(cancelled).toBeVisible();
    await screenshots(page, 'sign-in-cancelled');

    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
    await (await opening).getByRole('button', { name: 'Cancel' }).click();
    await expect(cancelled).toBeVisible();

    await page.reload();
    await expect(cancelled).toBeHidden();
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(cancelled).toBeVisible();
    await expect(page, 'the page that was wanted still is').toHaveURL('/logs?days=90');
    await signInByHand(page);
    await expect(page.getByLabel('Time Period')).toHaveValue('90');
  });

  test('AUTH-03: after 60 seconds an open pop-up window of 400x600 is given up', async ({ page }) => {
    await page.clock.install();
    const popup = await openPopup(page);
    await expect(popup.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 600]);
    await page.clock.fastForward(55_000);
    await expect(page.getByRole('alert')).toBeHidden();
    const closed = popup.waitForEvent('close');
    await page.clock.fastForward(6_000);
    await expect(page.getByRole('alert').getByText(/timed out/)).toBeVisible();
    await closed;
  });

  test("AUTH-05: the answer to an earlier sign-in is an 'Invalid state', and its code is not used", async ({
    page,
    baseURL,
  }) => {
    const tokens = tokenRequests(page);
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    const earlier = page.url();
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
    const cookies = await page.context().cookies(baseURL);
    const transaction = cookies.find(({ name }) => name.startsWith('a0.spajs.txs'));
    const daysLeft = ((transaction?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60);
    expect(daysLeft, 'the sign-in under way lies in a cookie of a day').toBeCloseTo(1, 1);

    await page.goto(earlier);
    await page.getByRole('button', { name: /Petra Pro/ }).click();
    await expect(page.getByRole('alert')).toHaveText('Authentication error: Invalid state');
    expect(tokens).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  });

  test('AUTH-05: an answer that nobody asked for is said to be one', async ({ page }) => {
    await page.goto('/callback?code=stolen&state=forged');
    await expect(page.getByRole('alert')).toHaveText(/^Authentication error: .*missing_transaction/);
  });

  for (const wanted of ['/.//evil.example/x', '//evil.example/x', '/\\evil.example/x', '/callback']) {
    test(`AUTH-08: signing in at ${wanted} stays on this site`, async ({ page, baseURL }) => {
      await page.goto(`${baseURL ?? ''}${wanted}`);
      await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
      await page.getByRole('button', { name: /Petra Pro/ }).click();
      await expect(page.getByRole('heading', { name: 'Welcome to DemandAtlas' })).toBeVisible();
      await expect(page).toHaveURL(`${baseURL ?? ''}/`);
    });
  }

  test('AUTH-11: Logout ends the session here and at the provider', async ({ page }) => {
    await page.goto('/logs');
    await signInByHand(page);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    // The provider asks who it is again: its own session has ended too.
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
  await expect(page.getByRole('alert')).toContainText('You were signed out after 24 hours.');
});

async function openPopup(page: Page, at = '/'): Promise<Page> {
  await page.goto(at);
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

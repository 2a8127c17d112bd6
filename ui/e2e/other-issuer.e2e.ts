/** Signing in at a third-party OpenID Connect provider: npm `oidc-provider`. */
import { answerProvider, OidcProvider, signInAtProvider } from './support/oidc-provider';
import { IN_BEND, IN_PORTLAND } from './support/listing';
import { BREWERIES, expectResults, startSearch } from './support/search';
import { expect, test as base } from './support/test';
import { exchangeToken } from './support/tokens';

const test = base.extend<object, { provider: OidcProvider }>({
  provider: [
    async ({}, use) => {
      const provider = await OidcProvider.start();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => {
      await use({
        DEMANDATLAS_AUTH_ISSUER: provider.url,
        DEMANDATLAS_AUTH_API_BY: 'resource',
        DEMANDATLAS_AUTH_TIER_CLAIM: 'plan',
      });
    },
    { scope: 'worker' },
  ],
  // No sign-in by token: these flows are about signing in.
  user: async ({}, use) => {
    await use({} as never);
  },
  signedIn: false,
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** A token of an hour has less than a minute left. */
const ALMOST_AN_HOUR = '59:10';

test.beforeEach(({ provider }) => {
  provider.reset();
});

test('AUTH-02, AUTH-07, AUTH-08: signing in leads back to the page that was wanted', async ({
  page,
  provider,
}) => {
  const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.url}/auth?`));
  await page.goto('/logs?days=90');
  await signInAtProvider(page, 'ada');
  await expect(page).toHaveURL('/logs?days=90');
  await expect(page.getByRole('heading', { name: 'Scraping History & Logs' })).toBeVisible();
  const sent = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(sent)).toMatchObject({
    client_id: 'demandatlas-web',
    response_type: 'code',
    scope: 'openid profile email offline_access',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/\S{16}/),
    nonce: expect.stringMatching(/\S{16}/),
    redirect_uri: expect.stringMatching(/\/callback$/),
    resource: 'https://demandatlas.example/api',
  });
});

test('AUTH-12: search, pay and sign out as a user of another issuer, whose claim says the plan', async ({
  page,
  provider,
  request,
}) => {
  await page.clock.install();
  const called = page.waitForRequest('**/api/credits/status/*');
  await page.goto('/googlemaps');
  await signInAtProvider(page, 'grace');
  await startSearch(page, BREWERIES);
  await expectResults(page, IN_PORTLAND + IN_BEND);

  const authorization = (await (await called).headerValue('authorization')) ?? '';
  const ledger = await request.get('/api/credits/ledger/grace', { headers: { authorization } });
  const entries = JSON.stringify(await ledger.json());
  expect(entries).toContain('business');
  expect(entries).toContain('CreditsDebited');
  expect((await request.get('/api/credits/ledger/ada', { headers: { authorization } })).status()).toBe(403);

  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL('/');
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.includes('mantine')));
  expect(left, 'AUTH-11: nothing of the user is left').toEqual([]);
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  // The provider asks again who it is: its own session is over too.
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
  expect(page.url()).toContain(provider.url);
});

test('AUTH-03: a pop-up window of 400x600 signs in, and closes', async ({ page }) => {
  await page.goto('/logs');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
  const popup = await opening;
  await popup.waitForURL(/interaction/);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 600]);
  const closed = popup.waitForEvent('close');
  await answerProvider(popup, 'linus');
  await closed;
  await expect(page.getByRole('banner').getByText('linus of elsewhere')).toBeVisible();
  await expect(page).toHaveURL('/logs');
});

test("AUTH-03: a closed pop-up window is said to be 'cancelled'", async ({ page }) => {
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
  const popup = await opening;
  await expect(popup.getByPlaceholder('Enter any login')).toBeVisible();
  await popup.close();
  await expect(page.getByRole('alert').getByText(/cancelled/)).toBeVisible();
});

test('AUTH-03: a sign-in that is cancelled at the provider looks as one whose window was closed', async ({
  page,
}) => {
  await page.goto('/logs?days=90');
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled. Please try again.');
  await expect(page).toHaveURL('/logs?days=90');
});

test('AUTH-11: who signs out in one tab is signed out in the other, and at the provider', async ({
  page,
  provider,
}) => {
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(other.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  // The provider knows whose session to end, although the other tab has forgotten it.
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await other.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await expect(other.getByPlaceholder('Enter any login')).toBeVisible();
  expect(other.url()).toContain(provider.url);
  await other.close();
});

test('AUTH-03: after 60 seconds an open pop-up window is given up', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
  const popup = await opening;
  await expect(popup.getByPlaceholder('Enter any login')).toBeVisible();
  await page.clock.fastForward(40_000);
  await expect(page.getByRole('alert')).toBeHidden();
  const closed = popup.waitForEvent('close');
  await page.clock.fastForward(20_000);
  await expect(page.getByRole('alert').getByText(/timed out/)).toBeVisible();
  await closed;
});

test("AUTH-05: an answer with another state is an 'Invalid state'", async ({ page }) => {
  await page.goto('/logs');
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
  await page.goto('/callback?code=stolen&state=forged');
  await expect(page.getByRole('alert')).toHaveText(/Authentication error: Invalid state/);
});

test('AUTH-05: an answer that nobody asked for is said to be one', async ({ page }) => {
  await page.goto('/callback?code=stolen&state=forged');
  await expect(page.getByRole('alert')).toHaveText(/Authentication error: .*missing_transaction/);
});

test('SHL-01: the picture that the provider has of somebody, and the e-mail address where it has no name', async ({
  page,
  provider,
}) => {
  const picture = 'https://pictures.example/ada.svg';
  provider.profile = () => ({ picture });
  await page.route(picture, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
    }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await answerProvider(page, 'ada');
  const user = page.getByRole('banner').getByRole('button', { name: 'ada@example.com' });
  await expect(user).toBeVisible();
  await expect(user.locator('img')).toHaveAttribute('src', picture);
  await expect
    .poll(() => user.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(8);
});

test('AUTH-04: a token is exchanged for a session by token-exchange, with the API that is asked for', async ({
  page,
  context,
  provider,
}) => {
  const endpoint = `${provider.url}/token`;
  const answered = page.waitForResponse((answer) => answer.url() === endpoint);
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  const tokens = (await (await answered).json()) as object;
  await page.evaluate(() => {
    localStorage.clear();
  });
  await context.clearCookies();
  await page.goto('/logs');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  // The provider lacks this grant: it answers as it did to the code, with real tokens.
  const forms: Record<string, string>[] = [];
  await page.route(endpoint, (route) => {
    forms.push(Object.fromEntries(new URLSearchParams(route.request().postData() ?? '')));
    return route.fulfill({ json: tokens, headers: { 'access-control-allow-origin': '*' } });
  });
  const type = 'urn:ietf:params:oauth:token-type:id_token';
  await exchangeToken(page, 'held', type);
  await expect(page.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  await expect(page.getByText('No scraping history found')).toBeVisible();
  expect(forms).toEqual([
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: 'demandatlas-web',
      subject_token: 'held',
      subject_token_type: type,
      scope: 'openid profile email offline_access',
      resource: 'https://demandatlas.example/api',
    },
  ]);
});

test('AUTH-04: a token that is about to expire is renewed by the refresh token', async ({
  page,
  provider,
}) => {
  await page.clock.install();
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  provider.grants = [];
  await page.clock.fastForward(ALMOST_AN_HOUR);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => provider.grants.join()).toContain('refresh_token');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  // A reload asks nothing: the new tokens are stored.
  provider.grants = [];
  await page.reload();
  await expect(page.getByText('No scraping history found')).toBeVisible();
  // This provider's renewed ID token does not say the name again.
  await expect(page.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  expect(provider.grants).toEqual([]);
});

test('AUTH-04: without a refresh token a frame renews the session, silently', async ({ page, provider }) => {
  provider.refreshTokens = false;
  await page.clock.install();
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  const framed = page.waitForResponse((answer) => answer.url().includes('/silent-callback.html'));
  await page.clock.fastForward(ALMOST_AN_HOUR);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const policy = (await framed).headers()['content-security-policy'];
  expect(policy).toContain("frame-ancestors 'self'");
  await expect(page.getByText('No scraping history found')).toBeVisible();
  await expect(page).toHaveURL('/logs');
});

test('AUTH-04: a session that is over at the provider is over here', async ({ page, provider, context }) => {
  provider.refreshTokens = false;
  await page.clock.install();
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  await context.clearCookies({ name: /_session/ });
  // The bell asks for news by then, and finds it out.
  await expect(async () => {
    await page.clock.fastForward(ALMOST_AN_HOUR);
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // Signing in leads back to the page that was open.
  await expect(page).toHaveURL('/logs');
});

test('AUTH-04: a page waits 5 seconds for another one that renews the session, and ends nothing', async ({
  page,
  provider,
}) => {
  await page.clock.install();
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/nowhere');
  await other.evaluate(() => {
    void navigator.locks.request('oidc_renewal', () => new Promise(() => undefined));
  });
  await page.clock.fastForward(ALMOST_AN_HOUR);
  provider.grants = [];
  // Once while looking for a session, and once for the call.
  await page.reload();
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Error Loading History')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(/Loading the history timed out\./)).toBeVisible();
  await expect(page.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  await expect(other.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  expect(provider.grants, 'a refresh token that another page may be using is left alone').toEqual([]);
  await other.close();
  await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(page.getByText('No scraping history found')).toBeVisible();
  expect(provider.grants.join()).toContain('refresh_token');
});

test('AUTH-06: token requests that get lost are tried three times', async ({ page, provider }) => {
  provider.lost = 2;
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  expect(provider.lost).toBe(0);
});

test('AUTH-06: a provider that takes longer than 10 seconds to answer is said not to answer', async ({
  page,
  provider,
}) => {
  await page.clock.install();
  await page.goto('/logs');
  provider.tokenMode = 'silent';
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await answerProvider(page, 'ada');
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('alert')).toHaveText(/Authentication error: .*timed out/);
});

test('AUTH-04, AUTH-09: a provider that is away ends no session, and serves again when it is back', async ({
  page,
  provider,
}) => {
  await page.clock.install();
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  await expect(page.getByText('No scraping history found')).toBeVisible();
  provider.mode = 'down';
  await page.clock.fastForward(ALMOST_AN_HOUR);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Error Loading History')).toBeVisible();
  await expect(page.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  provider.mode = 'up';
  await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(page.getByText('No scraping history found')).toBeVisible();
});

test('AUTH-09: a server that was started without its issuer says so, and signs in when it is back', async ({
  page,
  provider,
  server,
}) => {
  provider.mode = 'down';
  await server.stop();
  await server.resume();
  await page.goto('/logs');
  await expect(page.getByRole('heading', { name: 'Sign-in is not available right now' })).toBeVisible();
  provider.mode = 'up';
  await expect(async () => {
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await signInAtProvider(page, 'ada');
  await expect(page).toHaveURL('/logs');
});

test('AUTH-10: after 24 hours an open page signs its user out, at the provider too', async ({ page }) => {
  await page.clock.install({ time: Date.now() - DAY_MS });
  await page.goto('/logs');
  await signInAtProvider(page, 'ada');
  await page.clock.fastForward('23:50:00');
  await expect(page.getByRole('banner').getByText('ada of elsewhere')).toBeVisible();
  await page.clock.fastForward('15:00');
  await expect(page.getByRole('button', { name: 'Yes, sign me out' })).toBeVisible();
});

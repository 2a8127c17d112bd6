/** A session at the development sign-in, as long as it lasts: its tokens, its end, and what only its user may see. */
import type { Page } from '@playwright/test';
import { IN_BEND, IN_PORTLAND } from './support/listing';
import { signInByHand } from './support/people';
import { screenshots } from './support/screenshots';
import { BREWERIES, expectResults, openSearch, searchByApi, startSearch } from './support/search';
import { newUser } from './support/session';
import { expect, test } from './support/test';
import {
  exchangeToken,
  forgetRefreshToken,
  keptRefreshToken,
  TOKEN_ENDPOINT,
  tokenRequests,
} from './support/tokens';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A token of an hour has less than a minute left. */
const ALMOST_AN_HOUR = '59:10';
const NO_HISTORY = 'No scraping history found';

test('AUTH-04: a token that is about to expire, or is refused, is renewed by a refresh token that is good once', async ({
  page,
  api,
}) => {
  const tokens = tokenRequests(page);
  await page.clock.install();
  await page.goto('/logs');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  await page.clock.fastForward('58:00');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  expect(tokens, 'a token with two minutes left is used').toEqual([]);
  await page.clock.fastForward('01:10');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => tokens).toHaveLength(1);
  await expect(page.getByText(NO_HISTORY)).toBeVisible();

  // The server does not take the token, once.
  await page.route('**/api/credits/history/**', (route) => route.fulfill({ status: 401, json: {} }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => tokens).toHaveLength(2);
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  expect(tokens.map(({ grant_type }) => grant_type)).toEqual(['refresh_token', 'refresh_token']);
  const [first, second] = tokens.map((sent) => sent.refresh_token ?? '');
  expect(second).not.toBe(first);

  // A reload asks for nothing: the new tokens are kept.
  await page.reload();
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  expect(tokens).toHaveLength(2);

  const form = {
    grant_type: 'refresh_token',
    client_id: tokens[0]?.client_id ?? '',
    refresh_token: first ?? '',
  };
  const replayed = await api.post('/dev-idp/oauth/token', { form });
  expect(replayed.ok()).toBe(false);
  expect(await replayed.json()).toMatchObject({ error: 'invalid_grant' });
});

for (const [without, prepare] of [
  ['without a refresh token', forgetRefreshToken],
  [
    'whose refresh token is dead',
    async (page, form, post) => {
      await post({ ...form, refresh_token: (await keptRefreshToken(page)) ?? '' });
    },
  ],
] as [string, Preparation][]) {
  test(`AUTH-04: a session ${without} is renewed in a frame, silently`, async ({ page, api, request }) => {
    const config = (await (await request.get('/api/config')).json()) as { client_id: string };
    await page.clock.install();
    await page.goto('/logs');
    await expect(page.getByText(NO_HISTORY)).toBeVisible();
    await prepare(page, { grant_type: 'refresh_token', client_id: config.client_id }, async (form) => {
      expect((await api.post('/dev-idp/oauth/token', { form })).ok()).toBe(true);
    });
    const framed = page.waitForRequest((request) => new URL(request.url()).pathname === '/dev-idp/authorize');
    const tokens = tokenRequests(page);
    await page.clock.fastForward(ALMOST_AN_HOUR);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const asked = await framed;
    expect(asked.frame().parentFrame(), 'a frame of the page').toBe(page.mainFrame());
    expect(Object.fromEntries(new URL(asked.url()).searchParams)).toMatchObject({
      prompt: 'none',
      response_mode: 'web_message',
    });
    await expect.poll(() => tokens.at(-1)?.grant_type).toBe('authorization_code');
    await expect(page.getByText(NO_HISTORY)).toBeVisible();
    await expect(page).toHaveURL('/logs');
    expect(await keptRefreshToken(page)).toBeDefined();
  });
}

test('AUTH-04: a session that is over at the provider is over here, which says so and leads back', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto('/logs?days=90');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  await forgetRefreshToken(page);
  await context.clearCookies({ path: /dev-idp/ });
  // The bell asks for news by then, and finds it out.
  await expect(async () => {
    await page.clock.fastForward(ALMOST_AN_HOUR);
    await expect(page.getByRole('alert')).toHaveText(/session .* is over \(login_required\)/, {
      timeout: 1_000,
    });
  }).toPass();
  expect(await storedOfUser(page)).toEqual([]);
  await signInByHand(page);
  await expect(page).toHaveURL('/logs?days=90');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
});

test("AUTH-04, AUTH-09: 'Loading...' while the session is looked for; a provider that is away ends none", async ({
  page,
  user,
}) => {
  await page.clock.install();
  await page.goto('/logs');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(TOKEN_ENDPOINT, async (route) => {
    await held;
    await route.abort();
  });
  await page.clock.fastForward(ALMOST_AN_HOUR);
  await page.reload();
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByText('Error Loading History')).toBeVisible();
  await expect(page.getByText(/Network connection lost during loading the history/)).toBeVisible();
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  await page.unroute(TOKEN_ENDPOINT);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
});

test("AUTH-09: a session that names nobody is 'User ID not available', and no call is made for it", async ({
  page,
}) => {
  await page.goto('/nowhere');
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage) as [string, string][]) {
      if (key.endsWith('@@user@@'))
        localStorage.setItem(key, text.replace(/("user":\{.*?)"sub":"[^"]+",?/, '$1'));
    }
  });
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await page.goto('/logs');
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
  await expect(page.getByText('User ID not available')).toBeVisible();
  expect(called.filter((path) => path.startsWith('/api/credits'))).toEqual([]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
});

test('AUTH-04: a page waits 5 seconds for another one that renews the session, and ends nothing', async ({
  page,
  request,
}) => {
  const config = (await (await request.get('/api/config')).json()) as { client_id: string; audience: string };
  await page.clock.install();
  await page.goto('/logs');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/nowhere');
  await other.evaluate((lock) => {
    void navigator.locks.request(lock, () => new Promise(() => undefined));
  }, `auth0.lock.getTokenSilently.${config.client_id}.${config.audience}`);
  await page.clock.fastForward(ALMOST_AN_HOUR);
  const tokens = tokenRequests(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Error Loading History')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(/Loading the history timed out\./)).toBeVisible();
  expect(tokens, 'a refresh token that another page may be using is left alone').toEqual([]);
  await other.close();
  await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect.poll(() => tokens.map(({ grant_type }) => grant_type)).toEqual(['refresh_token']);
  await expect(page.getByText(NO_HISTORY)).toBeVisible();
});

test('AUTH-10, AUTH-11: a session older than 24 hours ends on load, at the provider too, and leads to the root', async ({
  page,
  user,
}) => {
  await page.goto('/logs');
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  const age = (ms: number) =>
    page.evaluate((at) => {
      localStorage.setItem('demandatlas_login_timestamp', String(at));
    }, Date.now() - ms);
  await age(DAY_MS - 60_000);
  await page.reload();
  await expect(page.getByRole('banner').getByText(user.name)).toBeVisible();
  await age(DAY_MS + 1_000);
  const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/dev-idp/v2/logout');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toHaveText(
    'You were signed out after 24 hours. Please sign in again.',
  );
  await screenshots(page, 'signed-out-after-24-hours');
  const { searchParams } = new URL((await left).url());
  expect(searchParams.get('client_id')).not.toBeNull();
  expect(searchParams.get('returnTo')).toBe(new URL(page.url()).origin);
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  // The provider asks who it is again: its own session has ended too.
  await expect(page.getByRole('button', { name: /Petra Pro/ })).toBeVisible();
});

test('AUTH-11: signing out leaves nothing of the user in the browser', async ({ page }) => {
  await openSearch(page);
  await startSearch(page, BREWERIES);
  await expectResults(page, IN_PORTLAND + IN_BEND);
  // The rows are stored once the job is known to have ended.
  await expect
    .poll(() => storedOfUser(page))
    .toEqual(
      expect.arrayContaining([
        'demandatlas_login_timestamp',
        'demandatlas_raw_results',
        'demandatlas_results',
        'demandatlas_session_key',
        'demandatlas_status_log',
      ]),
    );
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedOfUser(page)).toEqual([]);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => /auth0|spajs/.test(name))).toEqual([]);
  await page.goto('/googlemaps');
  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible();
});

test("AUTH-12: another user's session is shown on no screen, and no call answers for it", async ({
  page,
  api,
  user,
  playwright,
  server,
}) => {
  const http = await playwright.request.newContext();
  const other = await newUser(http, server.url, 'business');
  const theirs = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${other.accessToken}` },
  });
  const sessionKey = await searchByApi(theirs, BREWERIES);

  await page.goto(`/googlemaps?sessionKey=${sessionKey}`);
  await expect(page.getByRole('log')).toContainText('This session was not found');
  await expect(page.getByText(/Test Brewing/)).toHaveCount(0);
  await page.goto(`/results-map/${sessionKey}`);
  await expect(page.getByRole('main')).toContainText('This session was not found.');
  await expect(page.getByText(/Test Brewing/)).toHaveCount(0);
  await page.goto('/logs');
  await expect(page.getByText(NO_HISTORY)).toBeVisible();

  for (const path of [`/api/jobs/${sessionKey}`, `/api/jobs/${sessionKey}/result`]) {
    expect((await api.get(path)).status(), path).toBe(404);
    expect((await theirs.get(path)).status(), path).toBe(200);
  }
  expect((await api.post(`/api/jobs/${sessionKey}/cancel`)).status()).toBe(404);
  expect((await api.get(`/export?sessionKey=${sessionKey}&format=json`)).status()).toBe(404);
  for (const kind of ['status', 'history', 'ledger', 'usage']) {
    const path = `/api/credits/${kind}/${encodeURIComponent(other.sub)}`;
    expect((await api.get(path)).status(), path).toBe(403);
    expect(
      (await api.get(path.replace(encodeURIComponent(other.sub), encodeURIComponent(user.sub)))).ok(),
    ).toBe(true);
  }
  await http.dispose();
  await theirs.dispose();
});

for (const [kind, held] of [
  ['access_token', 'accessToken'],
  ['id_token', 'idToken'],
] as const) {
  test(`AUTH-04: a token of the provider (${kind}) is exchanged for a session by token-exchange`, async ({
    page,
    playwright,
    server,
  }) => {
    const http = await playwright.request.newContext();
    const other = await newUser(http, server.url, 'pro');
    // The account is opened with the plan that the access token names.
    await http.get(`${server.url}/api/credits/status/${encodeURIComponent(other.sub)}`, {
      headers: { authorization: `Bearer ${other.accessToken}` },
    });
    await page.goto('/logs');
    await expect(page.getByText(NO_HISTORY)).toBeVisible();
    const tokens = tokenRequests(page);
    const type = `urn:ietf:params:oauth:token-type:${kind}`;
    await exchangeToken(page, other[held], type);
    expect(tokens).toMatchObject([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: other[held],
        subject_token_type: type,
      },
    ]);
    await expect(page.getByRole('banner').getByText(other.name)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByText(other.name)).toBeVisible();
    await expect(page.getByText('250 of 250'), 'calls go out with the new token').toBeVisible();
    await http.dispose();
  });
}

test('AUTH-05: a token of a server at another port is refused with the issuer that is expected', async ({
  request,
  user,
}) => {
  const [header, payload = '', signature] = user.accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string };
  const moved = JSON.stringify({ ...claims, iss: 'http://127.0.0.1:1/dev-idp/' });
  const token = [header, Buffer.from(moved).toString('base64url'), signature].join('.');
  const answer = await request.get('/api/sources', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  const { error } = (await answer.json()) as { error: { message: string } };
  expect(error.message).toBe(
    `The access token is from another issuer; this server accepts tokens of ${claims.iss}. Please sign in again.`,
  );
});

test.describe('as a visitor', () => {
  test.use({ signedIn: false });

  test('AUTH-06: token requests that get lost are tried three times', async ({ page }) => {
    const tokens = tokenRequests(page);
    await page.route(TOKEN_ENDPOINT, (route) => route.abort(), { times: 2 });
    await page.goto('/logs');
    await signInByHand(page);
    await expect(page.getByText(NO_HISTORY)).toBeVisible();
    expect(tokens).toHaveLength(3);
  });

  test('AUTH-06, AUTH-07: a provider that takes longer than 10 seconds, three times, is given up', async ({
    page,
  }) => {
    const tokens = tokenRequests(page);
    await page.clock.install();
    // Never answered; the app gives each up by itself.
    await page.route(TOKEN_ENDPOINT, () => new Promise(() => undefined));
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await page.getByRole('button', { name: /Petra Pro/ }).click();
    await expect.poll(() => tokens).toHaveLength(1);
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Processing authentication...')).toBeVisible();
    for (const attempts of [2, 3]) {
      await page.clock.fastForward(10_000);
      await expect.poll(() => tokens).toHaveLength(attempts);
    }
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('alert')).toHaveText(/^Authentication error: .*timed out/);
    expect(tokens).toHaveLength(3);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    await expect(page.getByText(NO_HISTORY)).toBeVisible();
    await expect(page).toHaveURL('/logs');
  });

  test("AUTH-09: a provider that nobody can reach is an 'Authentication Error', until it is back", async ({
    page,
  }) => {
    await page.route(TOKEN_ENDPOINT, (route) => route.abort());
    await page.goto('/logs');
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with a pop-up window' }).click();
    await (await opening).getByRole('button', { name: /Petra Pro/ }).click();
    await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
    await expect(page.getByText('The identity provider cannot be reached.')).toBeVisible();
    await page.unroute(TOKEN_ENDPOINT);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
    // The provider knows who it is now.
    await expect(page.getByRole('banner').getByText('Petra Pro')).toBeVisible();
  });
});

type Form = Record<string, string>;
type Preparation = (page: Page, form: Form, post: (form: Form) => Promise<void>) => Promise<void>;

/** The user's entries in local storage: keys of the app and of the sign-in library. */
function storedOfUser(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => !key.includes('mantine'))
      .sort(),
  );
}

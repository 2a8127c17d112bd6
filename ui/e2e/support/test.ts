/**
 * The `test` of all flows. Each Playwright worker has one server; each flow has a new user, who is signed in
 * by token, and a browser context of its own, which fails the flow on script errors, refused content and
 * dialogs that nobody asked for.
 */
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { HOUSE_LISTING } from './listing';
import { OverpassServer } from './overpass';
import { Server, type ServerSettings } from './server';
import { newUser, type Tier, type User } from './session';
import { TileServer } from './tiles';

/** Options of a worker's server: a file that sets them gets a server of its own. */
export interface ServerOptions {
  /** What its catalogue holds (CSV); `null` for the empty one. */
  listing: string | null;
  settings: ServerSettings;
}

/** A server with what ships, and no other listing. Files that use this very object share it. */
export const WHAT_SHIPS: ServerOptions = {
  listing: null,
  settings: { DEMANDATLAS_STARTER: 'listing,reference', DEMANDATLAS_SOURCES: 'catalogue,sample' },
};

interface WorkerFixtures extends ServerOptions {
  tiles: TileServer;
  overpass: OverpassServer;
  server: Server;
}

interface FlowFixtures {
  /** The tier of the flow's user. */
  tier: Tier;
  /** `false` for flows that begin as a visitor. */
  signedIn: boolean;
  /** Somebody new, with tokens. */
  user: User;
  /** The server's API, called as the flow's user. */
  api: APIRequestContext;
}

export const test = base.extend<FlowFixtures, WorkerFixtures>({
  listing: [HOUSE_LISTING, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  tier: ['enterprise', { option: true }],
  signedIn: [true, { option: true }],

  tiles: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const tiles = await TileServer.start();
      await use(tiles);
      await tiles.close();
    },
    { scope: 'worker' },
  ],
  overpass: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const overpass = await OverpassServer.start();
      await use(overpass);
      await overpass.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ listing, settings, tiles, overpass }, use) => {
      const server = await Server.start(listing, {
        DEMANDATLAS_TILE_URL: tiles.urlTemplate,
        DEMANDATLAS_OVERPASS_URL: overpass.url,
        ...settings,
      });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  user: async ({ playwright, server, tier }, use) => {
    const http = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } });
    await use(await newUser(http, server.url, tier));
    await http.dispose();
  },
  context: async ({ context }, use) => {
    const complaints = watch(context);
    await use(context);
    // What Playwright does not put back when it uses the context again.
    await context.setOffline(false);
    await context.clearPermissions();
    expect(complaints, 'what the browser complained of').toEqual([]);
  },
  page: async ({ page, signedIn, user }, use) => {
    if (signedIn) await signIn(page, user);
    await use(page);
  },
  api: async ({ playwright, server, user }, use) => {
    const api = await playwright.request.newContext({
      baseURL: server.url,
      storageState: { cookies: [], origins: [] },
      extraHTTPHeaders: { authorization: `Bearer ${user.accessToken}` },
    });
    await use(api);
    await api.dispose();
  },
});

export { expect } from '@playwright/test';

/** Lays a user's tokens where the app looks for them, before any page of the app is opened. */
async function signIn(page: Page, { storageState }: User): Promise<void> {
  await page.context().addCookies(storageState.cookies);
  for (const { origin, localStorage: entries } of storageState.origins) {
    const nowhere = `${origin}/no/page`;
    await page.route(nowhere, (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }));
    await page.goto(nowhere);
    await page.evaluate((stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value);
    }, entries);
    await page.unroute(nowhere);
  }
}

function watch(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('weberror', (event) => complaints.push(`script error: ${event.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/**
 * A certified OpenID Connect provider that is not ours (npm `oidc-provider`), on a port of its own, with the pages
 * that it has for development: any name signs in. It can be away, slow or lose requests, as the flow says.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'demandatlas-web';
const HOUR_S = 60 * 60;

/** What becomes of requests: answered, refused as by a proxy before a provider that is down, or kept waiting. */
type Mode = 'up' | 'down' | 'silent';

export class OidcProvider {
  readonly #server: Server;
  readonly #provider: Provider;
  /** Of all requests, or of those to the token endpoint alone. */
  mode: Mode = 'up';
  tokenMode: Mode = 'up';
  /** Token requests whose connection is cut, counted down. */
  lost = 0;
  /** Whether it gives refresh tokens. */
  refreshTokens = true;
  /** What it says about people besides their e-mail address. */
  profile: (login: string) => Record<string, string> = ofElsewhere;
  /** The grant types of all requests. */
  grants: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    this.#provider = new Provider(this.url, this.#configuration());
    // The app's port is free, and known only when its server runs.
    const onThisMachine = (uri: string) => new URL(uri).hostname === '127.0.0.1';
    const client = (this.#provider.Client as unknown as { prototype: Record<string, unknown> }).prototype;
    client.redirectUriAllowed = onThisMachine;
    client.postLogoutRedirectUriAllowed = onThisMachine;
    const answer = this.#provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#lets(request, response)) void answer(request, response);
    });
  }

  static async start(): Promise<OidcProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new OidcProvider(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As it was at the start. */
  reset(): void {
    Object.assign(this, { mode: 'up', tokenMode: 'up', lost: 0, refreshTokens: true, grants: [] });
    this.profile = ofElsewhere;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #lets(request: IncomingMessage, response: ServerResponse): boolean {
    const asksForTokens = request.url?.startsWith('/token') === true && request.method === 'POST';
    if (asksForTokens && this.lost > 0) {
      this.lost -= 1;
      request.socket.destroy();
      return false;
    }
    const mode = asksForTokens && this.mode === 'up' ? this.tokenMode : this.mode;
    if (mode === 'down') response.writeHead(503).end('down');
    return mode === 'up';
  }

  #configuration(): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          redirect_uris: ['http://127.0.0.1/callback'],
          post_logout_redirect_uris: ['http://127.0.0.1'],
        },
      ],
      clientBasedCORS: () => true,
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email'], profile: ['name', 'picture'] },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@example.com`, ...this.profile(id) }),
      }),
      issueRefreshToken: () => {
        return Promise.resolve(this.refreshTokens);
      },
      extraTokenClaims: (_ctx, token) => {
        if (token.kind === 'AccessToken') this.grants.push(token.gty);
        return { plan: 'business' };
      },
      features: {
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_ctx, resource) => ({
            scope: 'openid',
            audience: resource,
            accessTokenTTL: HOUR_S,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      ttl: { IdToken: HOUR_S, Session: 2 * 24 * HOUR_S, Grant: 2 * 24 * HOUR_S, Interaction: HOUR_S },
      cookies: { keys: ['flows'] },
    };
  }
}

function ofElsewhere(login: string) {
  return { name: `${login} of elsewhere` };
}

/** Clicks through the app's login page and the provider's own pages, as somebody of that name. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await answerProvider(page, name);
  await expect(page.getByRole('banner').getByText(`${name} of elsewhere`)).toBeAttached();
}

/** What the provider asks, in the page or in a pop-up window. */
export async function answerProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

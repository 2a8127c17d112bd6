/**
 * Signs somebody in without a browser: asks the development sign-in for tokens as the app's library does
 * (authorization code with PKCE), and lays them where the app's library keeps them. The product knows
 * nothing of it: the tokens are real, and what lies in local storage is what a sign-in by hand leaves there
 * (sign-in.e2e.ts compares the two).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, BrowserContextOptions } from '@playwright/test';

export type Tier = 'basic' | 'pro' | 'business' | 'enterprise';
export type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

/** A signed-in user. */
export interface User {
  email: string;
  name: string;
  /** The subject id: the user id of every call. */
  sub: string;
  tier: Tier;
  accessToken: string;
  idToken: string;
  /** Cookies and local storage of a browser in which this user is signed in. */
  storageState: StorageState;
}

const SCOPE = 'openid profile email offline_access';
const CACHE_PREFIX = '@@auth0spajs@@';
/** Claims of an ID token that say nothing about the person. */
const PROTOCOL_CLAIMS = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'auth_time', 'sid']);

interface SignInSettings {
  domain: string;
  client_id: string;
  audience: string;
}

interface Tokens {
  access_token: string;
  id_token: string;
  expires_in: number;
  scope: string;
}

type Claims = Record<string, unknown>;

/** Signs a new person in; `http` must talk to the server, with a cookie jar of its own. */
export async function newUser(http: APIRequestContext, origin: string, tier: Tier): Promise<User> {
  const email = `ada.${randomBytes(4).toString('hex')}@example.com`;
  const settings = (await (await http.get(`${origin}/api/config`)).json()) as SignInSettings;
  const tokens = await authorize(http, origin, settings, email, tier);
  const claims = claimsOf(tokens.id_token);
  const { cookies } = await http.storageState();
  return {
    email,
    name: String(claims.name),
    sub: String(claims.sub),
    tier,
    accessToken: tokens.access_token,
    idToken: tokens.id_token,
    storageState: {
      cookies: [...cookies, signedInCookie(settings)],
      origins: [{ origin, localStorage: libraryCache(settings, tokens, claims) }],
    },
  };
}

async function authorize(
  http: APIRequestContext,
  origin: string,
  settings: SignInSettings,
  email: string,
  tier: Tier,
): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/callback`;
  const query = new URLSearchParams({
    client_id: settings.client_id,
    audience: settings.audience,
    scope: SCOPE,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const address = `${settings.domain}/authorize?${query.toString()}`;
  const page = await (await http.get(address)).text();
  const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1];
  if (formToken === undefined) throw new Error(`the development sign-in shows no form:\n${page}`);
  const answer = await http.post(address, {
    form: { form_token: formToken, email, tier },
    maxRedirects: 0,
  });
  const code = new URL(answer.headers().location ?? '', origin).searchParams.get('code');
  if (code === null) throw new Error(`the development sign-in refused (${answer.status()})`);
  const exchange = await http.post(`${settings.domain}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: settings.client_id,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  });
  if (!exchange.ok()) throw new Error(`no tokens: ${await exchange.text()}`);
  return (await exchange.json()) as Tokens;
}

/** By this cookie the library knows that it is worth looking for a session. */
function signedInCookie(settings: SignInSettings): StorageState['cookies'][number] {
  return {
    name: `auth0.${settings.client_id}.is.authenticated`,
    value: 'true',
    domain: '127.0.0.1',
    path: '/',
    expires: Math.floor(Date.now() / 1000) + 24 * 60 * 60,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  };
}

/** The library's two entries: the access token under client, audience and scope, and the ID token. */
function libraryCache({ client_id, audience }: SignInSettings, tokens: Tokens, claims: Claims) {
  const { id_token, ...answer } = tokens;
  const user = Object.fromEntries(Object.entries(claims).filter(([claim]) => !PROTOCOL_CLAIMS.has(claim)));
  const entry = {
    body: { ...answer, scope: SCOPE, oauthTokenScope: answer.scope, audience, client_id },
    expiresAt: Math.floor(Date.now() / 1000) + answer.expires_in,
  };
  const [header, payload, signature] = id_token.split('.');
  const decodedToken = {
    encoded: { header, payload, signature },
    header: decoded(header),
    claims: { __raw: id_token, ...claims },
    user,
  };
  const stored: Record<string, unknown> = {
    [`${CACHE_PREFIX}::${client_id}::${audience}::${SCOPE}`]: entry,
    [`${CACHE_PREFIX}::${client_id}::@@user@@`]: { id_token, decodedToken },
  };
  return Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

function claimsOf(token: string): Claims {
  return decoded(token.split('.')[1]) as Claims;
}

function decoded(part = ''): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}

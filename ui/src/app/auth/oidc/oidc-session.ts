/**
 * Sign-in at any OpenID Connect issuer by `oidc-client-ts`: what `auth0-react` does for issuers with Auth0's paths.
 * Independent of React: `OidcSignIn` renders its state.
 */
import { User, type UserProfile } from 'oidc-client-ts';
import type { AppConfig } from '@/shared/config/config-context';
import { safePath } from '@/shared/lib/safe-path';
import { paths } from '@/shared/paths';
import { sessionIsOver } from '../token-expiry';
import {
  EXPIRY_MARGIN_S,
  HTTP_TIMEOUT_S,
  POPUP,
  SIGNED_IN_COOKIE,
  TRANSACTION_DAYS,
} from '../identity-provider';
import { readCookies, removeCookie, writeCookie } from '@/shared/lib/cookies';
import { claimsOf } from './id-token';
import { SignInError, withCode } from './sign-in-error';
import { transactionOf, transactionStore } from './stores';
import { retried, RetryingUserManager } from './user-manager';

/** Renewals in one browser take turns: a rotated refresh token works once. */
const RENEWAL_LOCK = 'oidc_renewal';
const LOCK_WAIT_MS = 5_000;
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

interface OidcState {
  loading: boolean;
  user: User | null;
  failure: Error | undefined;
  returnTo: string;
}

export class OidcSession {
  readonly #config: AppConfig;
  readonly #manager: RetryingUserManager;
  readonly #listeners = new Set<() => void>();
  #state: OidcState = { loading: true, user: null, failure: undefined, returnTo: paths.home() };
  #started: Promise<void> | undefined;

  readonly #onSignedIn: () => void;

  /** `onSignedIn` is called right after a sign-in, not when a session was found. */
  constructor(config: AppConfig, onSignedIn: () => void) {
    this.#config = config;
    this.#onSignedIn = onSignedIn;
    this.#manager = new RetryingUserManager(config);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): OidcState => this.#state;

  /** Takes the provider's answer from the address if there is one, else looks for a session. Runs once. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  readonly signIn = async (returnTo: string): Promise<void> => {
    await this.#manager
      .signinRedirect({ nonce: nonce(), state: { returnTo: safePath(returnTo) } })
      .catch(fail('Login failed'));
  };

  readonly signInWithPopup = async (): Promise<void> => {
    const limit = timeLimit(POPUP.timeoutS * 1000);
    try {
      const signal = { popupSignal: limit.signal, popupAbortOnClose: true };
      this.#signedIn(await this.#manager.signinPopup({ nonce: nonce(), ...signal }));
    } catch (failure) {
      this.#set({ failure: popupFailure(failure, limit.signal.aborted) });
    } finally {
      limit.lift();
    }
  };

  readonly getToken = async ({ fresh }: { fresh: boolean }): Promise<string> => {
    const known = await this.#manager.getUser();
    if (known !== null && !fresh && isFresh(known)) return known.access_token;
    const renewed = await this.#renewed(known?.access_token).catch(fail('Get access token failed'));
    return renewed.access_token;
  };

  readonly exchangeToken = async (token: string, type: string): Promise<void> => {
    const { client_id, sign_in } = this.#config;
    const body = new URLSearchParams({
      grant_type: TOKEN_EXCHANGE,
      client_id,
      subject_token: token,
      subject_token_type: type,
      scope: sign_in.scope,
      ...sign_in.parameters,
    });
    const answer = await retried(() =>
      fetch(sign_in.endpoints?.token ?? '', {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(HTTP_TIMEOUT_S * 1000),
      }),
    );
    const tokens = (await answer.json()) as TokenAnswer;
    if (!answer.ok) {
      throw new SignInError(tokens.error ?? 'unknown', tokens.error_description ?? 'Login failed');
    }
    this.#manager.checkIdToken(tokens.id_token);
    this.#signedIn(await this.#manager.keep(userOf(tokens)));
  };

  readonly forget = async (): Promise<void> => {
    removeCookie(SIGNED_IN_COOKIE);
    await this.#manager.removeUser();
    this.#set({ user: null });
  };

  readonly signOut = async (): Promise<void> => {
    removeCookie(SIGNED_IN_COOKIE);
    if (!this.#config.sign_in.endpoints?.end_session) {
      // The provider cannot end its own session; ours ends.
      await this.#manager.removeUser();
      window.location.assign(window.location.origin);
      return;
    }
    // Passed along, since another tab may have removed it by now.
    const idToken = this.#state.user?.id_token;
    await this.#manager.signoutRedirect({
      extraQueryParams: { client_id: this.#config.client_id },
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    });
  };

  async #start(): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(window.location.href);
      const answered = searchParams.has('code') || searchParams.has('error');
      if (pathname === paths.callback() && answered && searchParams.has('state')) {
        await this.#takeAnswer(searchParams.get('state') ?? '');
      } else {
        this.#set({ user: await this.#foundSession(), loading: false });
      }
    } catch (failure) {
      this.#set({ failure: withCode(failure, 'Login failed'), loading: false });
    }
  }

  async #takeAnswer(state: string): Promise<void> {
    const transaction = await transactionOf(state);
    if (transaction === null) throw await unknownState();
    if (transaction.request_type === 'si:p') {
      // This is the pop-up window: its opener takes over and closes it.
      await this.#manager.signinPopupCallback();
      return;
    }
    const user = await this.#manager.signinRedirectCallback();
    this.#set({ returnTo: returnToOf(user) });
    this.#signedIn(user);
  }

  /** A session already here; only a provider that says it is over ends it. */
  async #foundSession(): Promise<User | null> {
    const known = await this.#manager.getUser();
    if (known !== null && isFresh(known)) return known;
    if (known === null && readCookies(SIGNED_IN_COOKIE).size === 0) return null;
    try {
      return await this.#renewed(known?.access_token);
    } catch (failure) {
      if (!sessionIsOver(withCode(failure, ''))) return known;
      await this.forget();
      return null;
    }
  }

  /** Renews the tokens, unless another page of this browser did while this one waited. */
  async #renewed(old: string | undefined): Promise<User> {
    const renew = async () => {
      const now = await this.#manager.getUser();
      if (now !== null && now.access_token !== old && isFresh(now)) return now;
      const { extraTokenParams } = this.#manager.settings;
      const user = await this.#manager.signinSilent({ nonce: nonce(), extraTokenParams });
      if (user === null) throw new SignInError('login_required', 'Login required');
      return user;
    };
    const limit = timeLimit(LOCK_WAIT_MS);
    const { signal } = limit;
    try {
      const user = await navigator.locks.request(RENEWAL_LOCK, { signal }, renew);
      this.#set({ user });
      return user;
    } finally {
      limit.lift();
    }
  }

  #signedIn(user: User): void {
    writeCookie(SIGNED_IN_COOKIE, 'true', TRANSACTION_DAYS);
    this.#onSignedIn();
    this.#set({ user, failure: undefined, loading: false });
  }

  #set(changes: Partial<OidcState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.forEach((listener) => {
      listener();
    });
  }
}

interface TokenAnswer {
  access_token: string;
  id_token?: string;
  refresh_token?: string;
  expires_in?: number;
  scope?: string;
  error?: string;
  error_description?: string;
}

function userOf(tokens: TokenAnswer): User {
  const { id_token = '', access_token, refresh_token, expires_in, scope } = tokens;
  const user = new User({
    id_token,
    access_token,
    token_type: 'Bearer',
    profile: claimsOf(id_token) as UserProfile,
  });
  if (refresh_token !== undefined) user.refresh_token = refresh_token;
  if (scope !== undefined) user.scope = scope;
  user.expires_in = expires_in;
  return user;
}

/** The wanted page, as noted when the sign-in started. */
function returnToOf({ state }: { state?: unknown }): string {
  return safePath((state as { returnTo?: string } | undefined)?.returnTo);
}

function isFresh({ expires_in }: User): boolean {
  return expires_in === undefined || expires_in > EXPIRY_MARGIN_S;
}

/** A signal that aborts after this time, unless it is cleared before. */
function timeLimit(ms: number): { signal: AbortSignal; lift: () => void } {
  const giveUp = new AbortController();
  const timer = setTimeout(() => {
    giveUp.abort(new DOMException('The time is over', 'TimeoutError'));
  }, ms);
  return {
    signal: giveUp.signal,
    lift: () => {
      clearTimeout(timer);
    },
  };
}

function nonce(): string {
  return crypto.randomUUID();
}

/** An answer to a sign-in that this browser did not start, or no longer knows. */
async function unknownState(): Promise<SignInError> {
  const underWay = await transactionStore.getAllKeys();
  return underWay.length === 0
    ? new SignInError('missing_transaction', 'Missing transaction')
    : new SignInError('state_mismatch', 'Invalid state');
}

function popupFailure(failure: unknown, timedOut: boolean): Error {
  const { message } = failure instanceof Error ? failure : { message: '' };
  if (timedOut) return new SignInError('timeout', 'Timeout');
  if (message === 'Popup closed by user') return new SignInError('cancelled', 'Popup closed');
  if (message.includes('disposed window')) return new SignInError('popup_open', 'Unable to open a popup');
  return withCode(failure, 'Login failed');
}

function fail(fallback: string) {
  return (failure: unknown): never => {
    throw withCode(failure, fallback);
  };
}

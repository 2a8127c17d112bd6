/**
 * What the app needs from an identity provider's library. There are two (`auth0/`, `oidc/`); `AuthBridge` turns
 * either into the app's `Auth`, so that rules and texts are the same.
 */
import type { SignedInUser } from '@/shared/auth/auth-context';

export interface IdentityProvider {
  status: 'loading' | 'signed-in' | 'signed-out';
  user: SignedInUser | null;
  /** The failure of the last sign-in. */
  failure: Error | undefined;
  /** The page wanted before a successful redirect to the provider; a path on this origin. */
  returnTo: string;
  signIn: (returnTo: string) => Promise<void>;
  /** Resolves when the window is closed, however it ended: see `failure`. */
  signInWithPopup: () => Promise<void>;
  /** The access token, renewed if about to expire or if a fresh one is requested. */
  getToken: (request: { fresh: boolean }) => Promise<string>;
  /** Exchanges another token of the provider for a session here (RFC 8693). */
  exchangeToken: (token: string, type: string) => Promise<void>;
  /** Ends the session here and at the provider, which returns to the site's root. */
  signOut: () => Promise<void>;
  /** Ends the session in this browser only. */
  forget: () => Promise<void>;
}

export interface ProviderProps {
  /** Called right after a sign-in, not when a session was found. */
  onSignedIn: () => void;
  children: (provider: IdentityProvider) => React.ReactNode;
}

/** The specification's limits. */
export const POPUP = { width: 400, height: 600, timeoutS: 60 } as const;
export const HTTP_TIMEOUT_S = 10;
export const EXPIRY_MARGIN_S = 60;
export const TRANSACTION_DAYS = 1;

/** For sessions of the OIDC library; `auth0-react` has its own. */
export const SIGNED_IN_COOKIE = 'oidc_signed_in';

/** The cookies of both libraries, by start and end of their names. */
export const SIGNED_IN_COOKIES = [
  { begin: SIGNED_IN_COOKIE, end: '' },
  { begin: 'auth0.', end: '.is.authenticated' },
] as const;

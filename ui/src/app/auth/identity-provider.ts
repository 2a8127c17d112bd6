/**
 * What the app needs of an identity provider's library. There are two ways to have it (`auth0/`, `oidc/`);
 * `AuthBridge` makes the app's `Auth` of either, so that rules and words are the same.
 */
import type { SignedInUser } from '@/shared/auth/auth-context';

export interface IdentityProvider {
  status: 'loading' | 'signed-in' | 'signed-out';
  user: SignedInUser | null;
  /** What the last sign-in failed with. */
  failure: Error | undefined;
  /** The page that was wanted before a redirect to the provider that succeeded; a path of this origin. */
  returnTo: string;
  signIn: (returnTo: string) => Promise<void>;
  /** Resolves when the window is closed, however it ended: see `failure`. */
  signInWithPopup: () => Promise<void>;
  /** The access token, renewed where it is about to expire, or where a fresh one is asked for. */
  getToken: (request: { fresh: boolean }) => Promise<string>;
  /** Exchanges another token of the provider for a session here (RFC 8693). */
  exchangeToken: (token: string, type: string) => Promise<void>;
  /** Ends the session here and at the provider, which leads back to the site's root. */
  signOut: () => Promise<void>;
  /** Ends the session in this browser only. */
  forget: () => Promise<void>;
}

export interface ProviderProps {
  /** Called when somebody has just signed in, and not when a session was found. */
  onSignedIn: () => void;
  children: (provider: IdentityProvider) => React.ReactNode;
}

/** Limits that the specification names. */
export const POPUP = { width: 400, height: 600, timeoutS: 60 } as const;
export const HTTP_TIMEOUT_S = 10;
export const EXPIRY_MARGIN_S = 60;
export const TRANSACTION_DAYS = 1;

/** Of sessions of the way for other issuers; `auth0-react` has one of its own. */
export const SIGNED_IN_COOKIE = 'oidc_signed_in';

/** The cookies of both ways, by how their names begin and end. */
export const SIGNED_IN_COOKIES = [
  { begin: SIGNED_IN_COOKIE, end: '' },
  { begin: 'auth0.', end: '.is.authenticated' },
] as const;

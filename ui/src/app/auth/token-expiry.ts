/**
 * What happens when the token expires in the browser, from first to last:
 *
 * 1. The provider's library renews a token with less than a minute left before the call that needs it is sent: by
 *    the refresh token, else by a silent sign-in (`auth0/`, `oidc/`).
 * 2. A token that the server refuses (401) is renewed once, and the call is sent again
 *    (`shared/auth/access-token.ts`).
 * 3. If the provider wants to see the user again (`SESSION_OVER`), the session ends in this browser: its data are
 *    removed, and the guard shows the login page, which says why and leads back to the open page.
 * 4. Anything else, such as a lost connection, is the error of that one call; the session continues.
 *
 * The end of a session after 24 hours is a separate rule: `session-limit.ts`.
 */
import type { TokenSource } from '@/shared/auth/access-token';
import { errorCode } from './sign-in-failure';

/** The provider's codes for a session that needs its user to be renewed. */
const SESSION_OVER = new Set([
  'login_required',
  'invalid_grant',
  'missing_refresh_token',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'mfa_required',
]);

export function sessionIsOver(failure: unknown): boolean {
  return SESSION_OVER.has(errorCode(failure) ?? '');
}

/** Tokens for calls, from a provider that renews them; `endSession` ends the session in this browser. */
export function renewedTokens(
  getToken: (request: { fresh: boolean }) => Promise<string>,
  endSession: (reason: Error) => Promise<void>,
): TokenSource {
  return async ({ fresh = false }) => {
    try {
      return await getToken({ fresh });
    } catch (failure) {
      if (failure instanceof Error && sessionIsOver(failure)) await endSession(failure);
      throw failure;
    }
  };
}

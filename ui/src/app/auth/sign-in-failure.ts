/**
 * The texts of a failed sign-in. An abandoned sign-in and the reason a session ended are notices on the login page;
 * everything else is the 'Authentication Error' page.
 */
import { isTooSlow, isUnreachable } from '@/shared/lib/network-failure';

interface SignInFailure {
  notice: string | null;
  error: string | null;
}

export const DAY_OVER = 'You were signed out after 24 hours. Please sign in again.';

const NOTICES: Record<string, string> = {
  cancelled: 'Sign-in was cancelled. Please try again.',
  timeout: 'Sign-in timed out (timeout). Please try again.',
  popup_open:
    'The browser blocked the sign-in window. Allow pop-ups for this site, or use Sign In / Sign Up.',
};

/** The specification's codes; the libraries' own texts are for programmers. */
const WORDS: Record<string, string> = {
  mfa_required: 'A second factor is needed (mfa_required). Please sign in again and confirm it.',
  missing_refresh_token: 'Your session cannot be renewed (missing_refresh_token). Please sign in again.',
  state_mismatch: 'Invalid state',
  missing_transaction:
    'This sign-in was not started in this browser, or took longer than a day (missing_transaction). Please sign in again.',
  login_required: 'Your session at the identity provider is over (login_required). Please sign in again.',
};

/** Providers say 'access_denied' for users who are not allowed in and for those who went back. */
const WENT_BACK = /cancel|abort|declin|did not (authori[sz]e|consent)/i;

export function signInFailure(failure: Error | undefined): SignInFailure {
  if (failure === undefined) return { notice: null, error: null };
  const code = cancelled(failure) ? 'cancelled' : (errorCode(failure) ?? '');
  const notice = NOTICES[code];
  if (notice !== undefined) return { notice, error: null };
  return { notice: null, error: WORDS[code] ?? unanswered(failure) ?? (failure.message || 'Login failed') };
}

/** Why a user must sign in again in the middle of their work, as a notice on the login page. */
export function sessionEnd(failure: Error): string {
  const code = errorCode(failure) ?? '';
  return WORDS[code] ?? `Your session is over (${code}). Please sign in again.`;
}

function cancelled(failure: Error): boolean {
  const { message } = failure;
  return errorCode(failure) === 'access_denied' && (message === 'access_denied' || WENT_BACK.test(message));
}

function unanswered(failure: Error): string | undefined {
  if (isUnreachable(failure)) return 'The identity provider cannot be reached. Please try again in a minute.';
  return isTooSlow(failure)
    ? 'The request to the identity provider timed out. Please try again in a minute.'
    : undefined;
}

/** The provider's error code (`login_required`, `cancelled`, …), if the failure has one. */
export function errorCode(failure: unknown): string | undefined {
  return typeof failure === 'object' &&
    failure !== null &&
    'error' in failure &&
    typeof failure.error === 'string'
    ? failure.error
    : undefined;
}

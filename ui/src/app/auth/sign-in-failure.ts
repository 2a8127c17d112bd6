/**
 * What a failed sign-in is called on screen. A sign-in that was given up is a notice on the login page,
 * everything else is the 'Authentication Error' page.
 */
export interface SignInFailure {
  notice: string | null;
  error: string | null;
}

const NOTICES: Record<string, string> = {
  cancelled: 'Sign-in was cancelled: the sign-in window was closed. Please try again.',
  timeout: 'Sign-in timed out (timeout). Please try again.',
  popup_open:
    'The browser blocked the sign-in window. Allow pop-ups for this site, or use Sign In / Sign Up.',
};

/** The codes of the specification, whose libraries' own texts are for programmers. */
const WORDS: Record<string, string> = {
  mfa_required: 'A second factor is needed (mfa_required). Please sign in again and confirm it.',
  missing_refresh_token: 'Your session cannot be renewed (missing_refresh_token). Please sign in again.',
  state_mismatch: 'Invalid state',
  missing_transaction:
    'This sign-in was not started in this browser, or took longer than a day (missing_transaction). Please sign in again.',
  login_required: 'Your session at the identity provider is over (login_required). Please sign in again.',
};

/** What browsers call a request that nobody answered. */
const UNREACHABLE = /failed to fetch|networkerror|load failed/i;

export function signInFailure(failure: Error | undefined): SignInFailure {
  if (failure === undefined) return { notice: null, error: null };
  const code = errorCode(failure) ?? '';
  const notice = NOTICES[code];
  if (notice !== undefined) return { notice, error: null };
  if (UNREACHABLE.test(failure.message)) {
    return { notice: null, error: 'The identity provider cannot be reached. Please try again in a minute.' };
  }
  return { notice: null, error: WORDS[code] ?? (failure.message || 'Login failed') };
}

/** The provider's error code (`login_required`, `cancelled`, …), where the failure carries one. */
export function errorCode(failure: unknown): string | undefined {
  return typeof failure === 'object' &&
    failure !== null &&
    'error' in failure &&
    typeof failure.error === 'string'
    ? failure.error
    : undefined;
}

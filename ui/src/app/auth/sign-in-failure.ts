/**
 * Sorts what the identity provider's SDK leaves in `error`: a sign-in that was given up is a notice on
 * the login page, everything else is the 'Authentication Error' page.
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

export function signInFailure(failure: Error | undefined): SignInFailure {
  if (failure === undefined) return { notice: null, error: null };
  const notice = NOTICES[errorCode(failure) ?? ''];
  return notice === undefined
    ? { notice: null, error: failure.message || 'Login failed' }
    : { notice, error: null };
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

/** Codes that mean that the session cannot be renewed without the user. */
const SESSION_OVER = new Set([
  'login_required',
  'invalid_grant',
  'missing_refresh_token',
  'consent_required',
  'interaction_required',
  'mfa_required',
]);

export function sessionIsOver(failure: unknown): boolean {
  return SESSION_OVER.has(errorCode(failure) ?? '');
}

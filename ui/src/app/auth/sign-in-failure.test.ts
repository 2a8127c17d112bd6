import { describe, expect, it } from 'vitest';
import { sessionIsOver, signInFailure } from './sign-in-failure';

const failure = (error: string, message: string) => Object.assign(new Error(message), { error });

describe('what a failed sign-in leads to', () => {
  it.each(['cancelled', 'timeout'])("AUTH-03: a popup's '%s' is a notice, not the error page", (code) => {
    const { notice, error } = signInFailure(failure(code, 'Popup closed'));
    expect(error).toBeNull();
    expect(notice).toContain(code);
  });

  it('AUTH-09: other failures are the error page, with their message', () => {
    expect(signInFailure(failure('access_denied', 'Invalid state'))).toEqual({
      notice: null,
      error: 'Invalid state',
    });
    expect(signInFailure(new Error(''))).toEqual({ notice: null, error: 'Login failed' });
    expect(signInFailure(undefined)).toEqual({ notice: null, error: null });
  });

  it('AUTH-04: login_required and dead refresh tokens end the session, lost connections do not', () => {
    expect(sessionIsOver(failure('login_required', ''))).toBe(true);
    expect(sessionIsOver(failure('invalid_grant', ''))).toBe(true);
    expect(sessionIsOver(failure('missing_refresh_token', ''))).toBe(true);
    expect(sessionIsOver(failure('timeout', ''))).toBe(false);
    expect(sessionIsOver(new TypeError('Failed to fetch'))).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { sessionEnd, signInFailure } from './sign-in-failure';

const failure = (error: string, message: string) => Object.assign(new Error(message), { error });

describe('what a failed sign-in leads to', () => {
  it.each(['cancelled', 'timeout'])("AUTH-03: a popup's '%s' is a notice, not the error page", (code) => {
    const { notice, error } = signInFailure(failure(code, 'Popup closed'));
    expect(error).toBeNull();
    expect(notice).toContain(code);
  });

  it('AUTH-09: other failures are the error page, with their message', () => {
    expect(signInFailure(failure('access_denied', 'Not on the list'))).toEqual({
      notice: null,
      error: 'Not on the list',
    });
    expect(signInFailure(new Error(''))).toEqual({ notice: null, error: 'Login failed' });
    expect(signInFailure(undefined)).toEqual({ notice: null, error: null });
  });

  it.each(['mfa_required', 'missing_refresh_token', 'missing_transaction', 'login_required'])(
    'AUTH-09: %s has words of ours',
    (code) => {
      const { error } = signInFailure(failure(code, 'for programmers'));
      expect(error).toContain(code);
      expect(error).toContain('Please sign in again');
    },
  );

  it('AUTH-09: a provider that nobody can reach is said to be that', () => {
    expect(signInFailure(new TypeError('Failed to fetch')).error).toMatch(/cannot be reached/);
  });

  it.each(['Signing in was cancelled.', 'End-User aborted interaction', 'access_denied'])(
    "AUTH-03: a sign-in that was cancelled at the provider ('%s') looks as one whose window was closed",
    (description) => {
      const { notice } = signInFailure(failure('access_denied', description));
      expect(notice).toBe(signInFailure(failure('cancelled', 'Popup closed')).notice);
    },
  );

  it('AUTH-06: a provider that takes too long is said to', () => {
    expect(signInFailure(new Error("Timeout when executing 'fetch'")).error).toMatch(/timed out/);
    const givenUp = Object.assign(new Error('signal is aborted without reason'), { name: 'AbortError' });
    expect(signInFailure(givenUp).error).toMatch(/timed out/);
  });

  it('AUTH-04: why a session ended is told, by its code', () => {
    for (const code of ['login_required', 'invalid_grant']) {
      expect(sessionEnd(failure(code, 'for programmers'))).toMatch(`(${code}). Please sign in again.`);
    }
  });

  it("AUTH-05: a state that does not match is 'Invalid state'", () => {
    expect(signInFailure(failure('state_mismatch', 'No')).error).toBe('Invalid state');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { renewedTokens, sessionIsOver } from './token-expiry';

const failure = (error: string) => Object.assign(new Error(error), { error });

describe('what happens when the token expires', () => {
  it('AUTH-04: login_required and dead refresh tokens end the session, lost connections do not', () => {
    expect(sessionIsOver(failure('login_required'))).toBe(true);
    expect(sessionIsOver(failure('invalid_grant'))).toBe(true);
    expect(sessionIsOver(failure('missing_refresh_token'))).toBe(true);
    expect(sessionIsOver(failure('timeout'))).toBe(false);
    expect(sessionIsOver(new TypeError('Failed to fetch'))).toBe(false);
  });

  it('AUTH-04: login_required logs out in this browser, and the call still fails', async () => {
    const endSession = vi.fn(() => Promise.resolve());
    const tokens = renewedTokens(() => Promise.reject(failure('login_required')), endSession);
    await expect(tokens({})).rejects.toThrow('login_required');
    expect(endSession).toHaveBeenCalledOnce();
  });

  it('AUTH-04: a provider that cannot be reached ends nothing', async () => {
    const endSession = vi.fn(() => Promise.resolve());
    const tokens = renewedTokens(() => Promise.reject(new TypeError('Failed to fetch')), endSession);
    await expect(tokens({})).rejects.toThrow('Failed to fetch');
    expect(endSession).not.toHaveBeenCalled();
  });
});

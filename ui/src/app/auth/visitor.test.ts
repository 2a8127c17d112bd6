import { act, renderHook, waitFor } from '@testing-library/react';
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeCookie, writeCookie } from '@/shared/lib/cookies';
import type { IdentityProvider } from './identity-provider';
import { useVisitor } from './visitor';

const COOKIE = 'oidc_signed_in';

function library(changes: Partial<IdentityProvider> = {}): IdentityProvider {
  const nothing = () => Promise.resolve();
  return {
    status: 'signed-out',
    user: null,
    failure: undefined,
    returnTo: '/',
    signIn: nothing,
    signInWithPopup: nothing,
    getToken: () => Promise.resolve(''),
    exchangeToken: nothing,
    signOut: nothing,
    forget: nothing,
    ...changes,
  };
}

const load = vi.fn(() => Promise.resolve());

function open() {
  return renderHook(({ found }: { found: IdentityProvider | null }) => useVisitor(found, load), {
    initialProps: { found: null as IdentityProvider | null },
  });
}

describe('a visitor', () => {
  beforeEach(() => {
    vi.stubGlobal('requestIdleCallback', (act: () => void) => window.setTimeout(act, 0));
    vi.stubGlobal('cancelIdleCallback', (handle: number) => {
      window.clearTimeout(handle);
    });
  });

  afterEach(() => {
    removeCookie(COOKIE);
    load.mockClear();
  });

  it('AUTH-01: is signed out without the library, which an idle browser downloads', async () => {
    const { result } = open();
    expect(result.current.provider?.status).toBe('signed-out');
    await waitFor(() => {
      expect(load).toHaveBeenCalledOnce();
    });
    expect(result.current.wanted).toBe(false);
    fireEvent.focusIn(document.body);
    expect(result.current.wanted).toBe(true);
  });

  it('AUTH-02: who asks to sign in does so as soon as the library is there', async () => {
    const { result, rerender } = open();
    const signIn = vi.fn(() => Promise.resolve());
    let asked: Promise<void> | undefined;
    act(() => {
      asked = result.current.provider?.signIn('/logs');
    });
    expect(result.current.wanted).toBe(true);
    // The login page stays while the library looks for a session.
    rerender({ found: library({ status: 'loading', signIn }) });
    expect(result.current.provider?.status).toBe('signed-out');
    expect(signIn).not.toHaveBeenCalled();
    const found = library({ signIn });
    rerender({ found });
    await asked;
    expect(signIn).toHaveBeenCalledWith('/logs');
    expect(result.current.provider).toBe(found);
  });

  it('AUTH-04: is nobody who has a session to look for', () => {
    writeCookie(COOKIE, 'true', 1);
    const { result, rerender } = open();
    expect(result.current).toEqual({ wanted: true, provider: null });
    const loading = library({ status: 'loading' });
    rerender({ found: loading });
    expect(result.current.provider).toBe(loading);
  });
});

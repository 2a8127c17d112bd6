import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from '@/shared/api/store';
import { useAuth, type Auth } from '@/shared/auth/auth-context';
import { LOGIN_TIMESTAMP_KEY, writeStored } from '@/shared/lib/browser-storage';
import { AuthBridge } from './AuthBridge';
import type { IdentityProvider } from './identity-provider';
import { SESSION_LIFETIME_MS } from './session-limit';

const SIGNED_IN: Partial<IdentityProvider> = { status: 'signed-in', user: { sub: 'dev|ada' } };

/** Shows what a page knows about sign-in; the browser's tab and its storage persist. */
function open(changes: Partial<IdentityProvider>) {
  const nothing = () => Promise.resolve();
  const provider: IdentityProvider = {
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
  let auth: Auth | undefined;
  function Page() {
    auth = useAuth();
    return <p>{auth.notice ?? 'nothing to tell'}</p>;
  }
  const { unmount } = render(
    <Provider store={createStore()}>
      <AuthBridge provider={provider}>
        <Page />
      </AuthBridge>
    </Provider>,
  );
  return { unmount, auth: () => auth };
}

describe('what outlives the way to the identity provider', () => {
  it('AUTH-07: the page wanted, also where the sign-in fails without naming it', async () => {
    const visitor = open({});
    await act(() => visitor.auth()?.signIn('/logs?days=90') ?? Promise.resolve());
    visitor.unmount();
    expect(open({ failure: new TypeError('Failed to fetch') }).auth()?.returnTo).toBe('/logs?days=90');
  });

  it('AUTH-07: it is a page of this site', async () => {
    const visitor = open({});
    await act(() => visitor.auth()?.signIn('//elsewhere.example') ?? Promise.resolve());
    visitor.unmount();
    expect(open({ failure: new TypeError('Failed to fetch') }).auth()?.returnTo).toBe('/');
  });

  it('AUTH-10: after 24 hours, why somebody was signed out; not after they did so themselves', async () => {
    writeStored(LOGIN_TIMESTAMP_KEY, Date.now() - SESSION_LIFETIME_MS - 1);
    const signOut = vi.fn(() => Promise.resolve());
    const late = open({ ...SIGNED_IN, signOut });
    expect(signOut).toHaveBeenCalledOnce();
    late.unmount();
    const visitor = open({});
    expect(screen.getByText('You were signed out after 24 hours. Please sign in again.')).toBeVisible();
    visitor.unmount();

    const user = open(SIGNED_IN);
    await act(() => user.auth()?.signOut() ?? Promise.resolve());
    user.unmount();
    open({});
    expect(screen.getByText('nothing to tell')).toBeVisible();
  });
});

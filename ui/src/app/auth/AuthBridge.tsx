/**
 * The app's own rules over whatever library speaks to the identity provider: what screens know of sign-in,
 * where calls get their tokens from, the 24-hour rule, and what is left in the browser afterwards: nothing.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '@/shared/api/api';
import { provideAccessToken } from '@/shared/auth/access-token';
import { AuthContext, type Auth } from '@/shared/auth/auth-context';
import { removeUserData } from '@/shared/lib/browser-storage';
import type { IdentityProvider } from './identity-provider';
import { useSessionLimit } from './session-limit';
import { signInFailure } from './sign-in-failure';
import { renewedTokens } from './token-expiry';

export function AuthBridge({ provider, children }: { provider: IdentityProvider; children: ReactNode }) {
  const { status, user, failure, returnTo, getToken, forget } = provider;
  const { signIn, signInWithPopup, exchangeToken, signOut: leave } = provider;
  const signedIn = status === 'signed-in';
  const dispatch = useDispatch();

  const signOut = useCallback(async () => {
    removeUserData();
    await leave();
  }, [leave]);
  const endExpiredSession = useCallback(() => {
    void signOut();
  }, [signOut]);
  useSessionLimit(signedIn, endExpiredSession);

  // Also for a session that ended elsewhere, and for what a page stored while it was being left.
  useEffect(() => {
    if (status !== 'signed-out') return;
    removeUserData();
    dispatch(api.util.resetApiState());
  }, [status, dispatch]);

  // A layout effect, so that the source is there before the effects of children ask for tokens.
  useLayoutEffect(() => {
    if (!signedIn) return undefined;
    provideAccessToken(renewedTokens(getToken, forget));
    return () => {
      provideAccessToken(null);
    };
  }, [signedIn, getToken, forget]);

  const auth = useMemo<Auth>(
    () => ({
      status,
      user,
      ...signInFailure(failure),
      returnTo,
      signIn,
      signInWithPopup,
      exchangeToken,
      signOut,
    }),
    [status, user, failure, returnTo, signIn, signInWithPopup, exchangeToken, signOut],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

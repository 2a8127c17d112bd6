/**
 * The app's own rules over the identity provider's library: what screens know about sign-in, where calls get their
 * tokens, the 24-hour rule, and that nothing is left in the browser afterwards.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '@/shared/api/api';
import { provideAccessToken } from '@/shared/auth/access-token';
import { AuthContext, type Auth } from '@/shared/auth/auth-context';
import { LOGIN_TIMESTAMP_KEY, readStored, removeUserData } from '@/shared/lib/browser-storage';
import { onTabMessage, sendToTabs } from '@/shared/lib/other-tabs';
import type { IdentityProvider } from './identity-provider';
import { useReturnFromCache, useSessionLimit } from './session-limit';
import { DAY_OVER, sessionEnd, signInFailure } from './sign-in-failure';
import { endedBecause, noteEnded, noteWanted, wantedPage } from './sign-in-notes';
import { renewedTokens } from './token-expiry';

export function AuthBridge({ provider, children }: { provider: IdentityProvider; children: ReactNode }) {
  const { status, user, failure, returnTo, getToken } = provider;
  const { signIn: goToProvider, signInWithPopup, exchangeToken } = provider;
  const signedIn = status === 'signed-in';
  const dispatch = useDispatch();

  const { ended, signOut, endExpiredSession, endElsewhere, endSession } = useEnds(provider);
  useSessionLimit(signedIn, endExpiredSession);
  useReturnFromCache(signedIn);
  useSignOutElsewhere(signedIn, endElsewhere);

  // Also for a session that ended elsewhere, and for what a page stored while unloading.
  const hadSession = useRef(false);
  useEffect(() => {
    if (status === 'signed-in') hadSession.current = true;
    if (status !== 'signed-out') return;
    removeUserData();
    // A visitor has no answers to forget.
    if (hadSession.current) dispatch(api.util.resetApiState());
    hadSession.current = false;
  }, [status, dispatch]);

  // A layout effect, so that the source is set before children's effects ask for tokens.
  useLayoutEffect(() => {
    if (!signedIn) return undefined;
    provideAccessToken(renewedTokens(getToken, endSession));
    return () => {
      provideAccessToken(null);
    };
  }, [signedIn, getToken, endSession]);

  const signIn = useCallback(
    async (wanted: string) => {
      noteWanted(wanted);
      await goToProvider(wanted);
    },
    [goToProvider],
  );
  const auth = useMemo<Auth>(() => {
    const { notice, error } = signInFailure(failure);
    return {
      status,
      user,
      error,
      notice: notice ?? ended,
      // Libraries do not report it for every failure.
      returnTo: failure === undefined ? returnTo : wantedPage(),
      signIn,
      signInWithPopup,
      exchangeToken,
      signOut,
    };
  }, [status, user, failure, ended, returnTo, signIn, signInWithPopup, exchangeToken, signOut]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The ways a session ends, with the reason if it was not the user. */
function useEnds({ signOut: leave, forget }: IdentityProvider) {
  const [ended, setEnded] = useState(endedBecause);

  const leaveFor = useCallback(
    async (why: string | null) => {
      setEnded(why);
      noteEnded(why);
      removeUserData();
      sendToTabs({ type: 'signed-out', atMs: Date.now(), why });
      await leave();
    },
    [leave],
  );
  const signOut = useCallback(() => leaveFor(null), [leaveFor]);
  const endExpiredSession = useCallback(() => {
    void leaveFor(DAY_OVER);
  }, [leaveFor]);
  const endElsewhere = useCallback(
    (why: string | null) => {
      setEnded(why);
      void forget();
    },
    [forget],
  );
  const endSession = useCallback(
    async (reason: Error) => {
      const why = sessionEnd(reason);
      setEnded(why);
      sendToTabs({ type: 'signed-out', atMs: Date.now(), why });
      await forget();
    },
    [forget],
  );
  return { ended, signOut, endExpiredSession, endElsewhere, endSession };
}

/** Signing out in one tab signs out all tabs of this browser at once. */
function useSignOutElsewhere(signedIn: boolean, endSession: (why: string | null) => void): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    return onTabMessage((message) => {
      if (message.type !== 'signed-out') return;
      const login = readStored(LOGIN_TIMESTAMP_KEY);
      // A sleeping tab hears late: it must not end the session of somebody who has signed in since.
      if (typeof login === 'number' && login > message.atMs) window.location.reload();
      else endSession(message.why);
    });
  }, [signedIn, endSession]);
}

/**
 * The app's own rules over whatever library speaks to the identity provider: what screens know of sign-in,
 * where calls get their tokens from, the 24-hour rule, and what is left in the browser afterwards: nothing.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '@/shared/api/api';
import { provideAccessToken } from '@/shared/auth/access-token';
import { AuthContext, type Auth } from '@/shared/auth/auth-context';
import { LOGIN_TIMESTAMP_KEY, readStored, removeUserData } from '@/shared/lib/browser-storage';
import { hearOtherTabs, tellOtherTabs } from '@/shared/lib/other-tabs';
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

  // Also for a session that ended elsewhere, and for what a page stored while it was being left.
  const hadSession = useRef(false);
  useEffect(() => {
    if (status === 'signed-in') hadSession.current = true;
    if (status !== 'signed-out') return;
    removeUserData();
    // Of a visitor there are no answers to forget.
    if (hadSession.current) dispatch(api.util.resetApiState());
    hadSession.current = false;
  }, [status, dispatch]);

  // A layout effect, so that the source is there before the effects of children ask for tokens.
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
      // Libraries do not know it of every failure.
      returnTo: failure === undefined ? returnTo : wantedPage(),
      signIn,
      signInWithPopup,
      exchangeToken,
      signOut,
    };
  }, [status, user, failure, ended, returnTo, signIn, signInWithPopup, exchangeToken, signOut]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The ways in which a session ends, and why it did where its user did not end it. */
function useEnds({ signOut: leave, forget }: IdentityProvider) {
  const [ended, setEnded] = useState(endedBecause);

  const leaveFor = useCallback(
    async (why: string | null) => {
      setEnded(why);
      noteEnded(why);
      removeUserData();
      tellOtherTabs({ type: 'signed-out', atMs: Date.now(), why });
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
      tellOtherTabs({ type: 'signed-out', atMs: Date.now(), why });
      await forget();
    },
    [forget],
  );
  return { ended, signOut, endExpiredSession, endElsewhere, endSession };
}

/** Who signs out in one tab of this browser is signed out in all of them, at once. */
function useSignOutElsewhere(signedIn: boolean, endSession: (why: string | null) => void): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    return hearOtherTabs((message) => {
      if (message.type !== 'signed-out') return;
      const login = readStored(LOGIN_TIMESTAMP_KEY);
      // A tab that slept hears late: somebody may have signed in again, whose session is not its to end.
      if (typeof login === 'number' && login > message.atMs) window.location.reload();
      else endSession(message.why);
    });
  }, [signedIn, endSession]);
}

/** Sign-in by `oidc-client-ts`, for issuers without Auth0's paths. */
import type { User } from 'oidc-client-ts';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SignedInUser } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import type { IdentityProvider, ProviderProps } from '../identity-provider';
import { OidcSession } from './oidc-session';

export function OidcSignIn({ onSignedIn, children }: ProviderProps) {
  const config = useConfig();
  const [session] = useState(() => new OidcSession(config, onSignedIn));
  const { loading, user, failure, returnTo } = useSyncExternalStore(session.subscribe, session.state);

  useEffect(() => {
    void session.start();
  }, [session]);

  const provider = useMemo<IdentityProvider>(() => {
    const { signIn, signInWithPopup, getToken, exchangeToken, signOut, forget } = session;
    return {
      status: loading ? 'loading' : user === null ? 'signed-out' : 'signed-in',
      user: user === null ? null : signedInUser(user),
      failure,
      returnTo,
      signIn,
      signInWithPopup,
      getToken,
      exchangeToken,
      signOut,
      forget,
    };
  }, [session, loading, user, failure, returnTo]);
  return children(provider);
}

function signedInUser({ profile }: User): SignedInUser | null {
  const text = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);
  const { sub, email, picture } = profile;
  return { sub, name: text(profile.name), email: text(email), picture: text(picture) };
}

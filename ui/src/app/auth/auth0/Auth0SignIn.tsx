/**
 * Sign-in by `@auth0/auth0-react`, for issuers with Auth0's paths. The specification's figures are the library's
 * defaults: three attempts and 10 s for token requests, 60 s of leeway and margin, 5 s for the lock of a silent
 * renewal, cookies of one day. Its `issuer` option stays unset: it would duplicate the path of a domain that has one.
 */
import { Auth0Provider, useAuth0, type AppState, type ICache } from '@auth0/auth0-react';
import { useCallback, useMemo, useState } from 'react';
import type { SignedInUser } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import { keepStored, readStored, removeStored, storedKeys } from '@/shared/lib/browser-storage';
import { safePath } from '@/shared/lib/safe-path';
import { paths } from '@/shared/paths';
import { HTTP_TIMEOUT_S, POPUP, type IdentityProvider, type ProviderProps } from '../identity-provider';

export function Auth0SignIn({ onSignedIn, children }: ProviderProps) {
  const config = useConfig();
  const [returnTo, setReturnTo] = useState<string>(paths.home);
  const { origin, pathname } = window.location;
  return (
    <Auth0Provider
      domain={config.domain}
      clientId={config.client_id}
      authorizationParams={{
        redirect_uri: `${origin}${paths.callback()}`,
        scope: config.sign_in.scope,
        ...config.sign_in.parameters,
        ...(config.organization ? { organization: config.organization } : {}),
      }}
      // With this cache the library starts no worker, which the build drops (scripts/no-token-worker.ts).
      cache={sessionCache}
      // Unused; otherwise the library would access the browser's storage, which may be forbidden.
      anonymousSessionsCacheMode="memory"
      useRefreshTokens
      useRefreshTokensFallback
      useCookiesForTransactions
      httpTimeoutInSeconds={HTTP_TIMEOUT_S}
      authorizeTimeoutInSeconds={HTTP_TIMEOUT_S}
      skipRedirectCallback={pathname !== paths.callback()}
      onRedirectCallback={(appState?: AppState) => {
        setReturnTo(safePath(appState?.returnTo));
        onSignedIn();
      }}
    >
      <Inside returnTo={returnTo} onSignedIn={onSignedIn}>
        {children}
      </Inside>
    </Auth0Provider>
  );
}

interface InsideProps extends ProviderProps {
  returnTo: string;
}

function Inside({ returnTo, onSignedIn, children }: InsideProps) {
  const {
    isLoading,
    isAuthenticated,
    user,
    error,
    loginWithRedirect,
    loginWithPopup,
    logout,
    getAccessTokenSilently,
    loginWithCustomTokenExchange,
    getIdTokenClaims,
  } = useAuth0();

  const getToken = useCallback(
    async ({ fresh }: { fresh: boolean }) => {
      const token = await getAccessTokenSilently(fresh ? { cacheMode: 'off' } : {});
      // Undefined only when the cache alone is asked.
      return token ?? '';
    },
    [getAccessTokenSilently],
  );
  const forget = useCallback(() => logout({ openUrl: false }), [logout]);
  const signOut = useCallback(() => logout({ logoutParams: { returnTo: window.location.origin } }), [logout]);
  const provider = useMemo<IdentityProvider>(
    () => ({
      status: isLoading ? 'loading' : isAuthenticated ? 'signed-in' : 'signed-out',
      user: isAuthenticated ? signedInUser(user) : null,
      failure: error,
      returnTo,
      signIn: (wanted) => loginWithRedirect({ appState: { returnTo: safePath(wanted) } }),
      signInWithPopup: async () => {
        const popup = openPopup();
        await loginWithPopup(undefined, { popup, timeoutInSeconds: POPUP.timeoutS });
        // It resolves however the window ended, and leaves an abandoned one open; whether a user is known shows how
        // it went.
        popup?.close();
        if ((await getIdTokenClaims()) !== undefined) onSignedIn();
      },
      getToken,
      exchangeToken: async (token, type) => {
        await loginWithCustomTokenExchange({ subject_token: token, subject_token_type: type });
        onSignedIn();
      },
      signOut,
      forget,
    }),
    [
      isLoading,
      isAuthenticated,
      user,
      error,
      returnTo,
      loginWithRedirect,
      loginWithPopup,
      loginWithCustomTokenExchange,
      getIdTokenClaims,
      onSignedIn,
      getToken,
      signOut,
      forget,
    ],
  );
  return children(provider);
}

function signedInUser(user: ReturnType<typeof useAuth0>['user']): SignedInUser | null {
  return user?.sub === undefined
    ? null
    : { sub: user.sub, name: user.name, email: user.email, picture: user.picture };
}

/** An empty window centered on this one; null if the browser blocks it. */
function openPopup(): Window | null {
  const { width, height } = POPUP;
  const left = window.screenX + (window.innerWidth - width) / 2;
  const top = window.screenY + (window.innerHeight - height) / 2;
  const features = { left, top, width, height, resizable: 'yes', scrollbars: 'yes', status: 1 };
  const text = Object.entries(features).map(([name, value]) => `${name}=${value}`);
  return window.open('', 'auth0:authorize:popup', text.join());
}

/** Where the library keeps the signed-in user: like its own `localstorage`, but in memory if storage is forbidden. */
const sessionCache: ICache = {
  set: keepStored,
  // The library names the type it stored.
  get: ((key: string) => readStored(key) ?? undefined) as ICache['get'],
  remove: removeStored,
  allKeys: () => storedKeys('@@auth0spajs@@'),
};

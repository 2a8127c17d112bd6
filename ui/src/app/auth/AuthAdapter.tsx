/**
 * The one place that knows the identity provider's SDK: turns `@auth0/auth0-react` into the app's own
 * `Auth`, provides the API client with access tokens, and keeps the 24-hour rule.
 *
 * The SDK's `issuer` option stays unset on purpose (it would double the check of a domain with a path).
 */
import { Auth0Provider, useAuth0, type AppState } from '@auth0/auth0-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { provideAccessToken } from '@/shared/auth/access-token';
import { AuthContext, type Auth, type SignedInUser } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import { safePath } from '@/shared/lib/safe-path';
import { paths } from '@/shared/paths';
import { InsecureAddressPage } from './InsecureAddressPage';
import { forgetLogin, rememberLogin, useSessionLimit } from './session-limit';
import { sessionIsOver, signInFailure } from './sign-in-failure';

const SCOPE = 'openid profile email offline_access';
const POPUP_TIMEOUT_S = 60;
const SILENT_CHECK_TIMEOUT_S = 10;

export function AuthAdapter({ children }: { children: ReactNode }) {
  const config = useConfig();
  const [returnTo, setReturnTo] = useState<string>(paths.home);
  const { origin, pathname } = window.location;

  // The SDK cannot work without Web Crypto, which browsers offer on https and loopback only. The type
  // says that it is always there; on a plain-http address it is not.
  if ((window.crypto as Partial<Crypto>).subtle === undefined) return <InsecureAddressPage />;

  return (
    <Auth0Provider
      domain={config.domain}
      clientId={config.client_id}
      authorizationParams={{
        redirect_uri: `${origin}${paths.callback()}`,
        scope: SCOPE,
        audience: config.audience,
        ...(config.organization ? { organization: config.organization } : {}),
      }}
      cacheLocation="localstorage"
      useRefreshTokens
      useRefreshTokensFallback
      authorizeTimeoutInSeconds={SILENT_CHECK_TIMEOUT_S}
      skipRedirectCallback={pathname !== paths.callback()}
      onRedirectCallback={(appState?: AppState) => {
        forgetLogin();
        rememberLogin(Date.now());
        setReturnTo(safePath(appState?.returnTo));
      }}
    >
      <AuthBridge returnTo={returnTo}>{children}</AuthBridge>
    </Auth0Provider>
  );
}

function AuthBridge({ returnTo, children }: { returnTo: string; children: ReactNode }) {
  const {
    isLoading,
    isAuthenticated,
    user,
    error,
    loginWithRedirect,
    loginWithPopup,
    logout,
    getAccessTokenSilently,
  } = useAuth0();

  const signOut = useCallback(async () => {
    forgetLogin();
    await logout({ logoutParams: { returnTo: window.location.origin } });
  }, [logout]);

  const endExpiredSession = useCallback(() => {
    void signOut();
  }, [signOut]);
  useSessionLimit(isAuthenticated, endExpiredSession);

  useEffect(() => {
    if (!isLoading && !isAuthenticated) forgetLogin();
  }, [isLoading, isAuthenticated]);

  // A layout effect, so that the source is there before the effects of children ask for tokens.
  useLayoutEffect(() => {
    if (!isAuthenticated) return undefined;
    provideAccessToken(async ({ fresh }) => {
      try {
        return await getAccessTokenSilently(fresh === true ? { cacheMode: 'off' } : {});
      } catch (failure) {
        if (sessionIsOver(failure)) await logout({ openUrl: false });
        throw failure;
      }
    });
    return () => {
      provideAccessToken(null);
    };
  }, [isAuthenticated, getAccessTokenSilently, logout]);

  const auth = useMemo<Auth>(
    () => ({
      status: isLoading ? 'loading' : isAuthenticated ? 'signed-in' : 'signed-out',
      user: isAuthenticated ? signedInUser(user) : null,
      ...signInFailure(error),
      returnTo,
      signIn: (wanted) => loginWithRedirect({ appState: { returnTo: safePath(wanted) } }),
      signInWithPopup: () => loginWithPopup(undefined, { timeoutInSeconds: POPUP_TIMEOUT_S }),
      signOut,
    }),
    [isLoading, isAuthenticated, user, error, returnTo, loginWithRedirect, loginWithPopup, signOut],
  );

  return <AuthContext value={auth}>{children}</AuthContext>;
}

function signedInUser(user: ReturnType<typeof useAuth0>['user']): SignedInUser | null {
  return user?.sub === undefined
    ? null
    : { sub: user.sub, name: user.name, email: user.email, picture: user.picture };
}

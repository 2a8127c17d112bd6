/**
 * Sign-in, around the whole app: one of the two ways to speak to the identity provider, downloaded when it is
 * known which, and the app's own rules over it (`AuthBridge`).
 */
import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import { useConfig } from '@/shared/config/config-context';
import { FirstScreen } from '../FirstScreen';
import { AuthBridge } from './AuthBridge';
import { InsecureAddressPage } from './InsecureAddressPage';
import { IssuerUnavailablePage } from './IssuerUnavailablePage';
import { restartSession } from './session-limit';

const WAYS = {
  auth0: lazy(async () => ({ default: (await import('./auth0/Auth0Way')).Auth0Way })),
  oidc: lazy(async () => ({ default: (await import('./oidc/OidcWay')).OidcWay })),
};

interface AuthAdapterProps {
  /** Called when somebody has just signed in. */
  onLogin?: () => void;
  children: ReactNode;
}

export function AuthAdapter({ onLogin, children }: AuthAdapterProps) {
  const { library } = useConfig().sign_in;
  const onSignedIn = useCallback(() => {
    restartSession(Date.now());
    onLogin?.();
  }, [onLogin]);
  // No library works without Web Crypto, which browsers offer on https and loopback only. The type says
  // that it is always there; on a plain-http address it is not.
  if ((window.crypto as Partial<Crypto>).subtle === undefined) return <InsecureAddressPage />;

  if (library === 'unavailable') return <IssuerUnavailablePage />;
  const Way = WAYS[library];
  return (
    <Suspense fallback={<FirstScreen />}>
      <Way onSignedIn={onSignedIn}>
        {(provider) => <AuthBridge provider={provider}>{children}</AuthBridge>}
      </Way>
    </Suspense>
  );
}

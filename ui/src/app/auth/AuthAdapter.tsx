/**
 * Sign-in, around the whole app: one of the two ways to speak to the identity provider, downloaded when it is
 * known which, and the app's own rules over it (`AuthBridge`).
 */
import { lazy, Suspense, type ReactNode } from 'react';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { AuthBridge } from './AuthBridge';
import { InsecureAddressPage } from './InsecureAddressPage';
import { restartSession } from './session-limit';

const Auth0Way = lazy(async () => ({ default: (await import('./auth0/Auth0Way')).Auth0Way }));

function onSignedIn() {
  restartSession(Date.now());
}

export function AuthAdapter({ children }: { children: ReactNode }) {
  // No library works without Web Crypto, which browsers offer on https and loopback only. The type says
  // that it is always there; on a plain-http address it is not.
  if ((window.crypto as Partial<Crypto>).subtle === undefined) return <InsecureAddressPage />;

  return (
    <Suspense fallback={<LoadingScreen label="Loading..." />}>
      <Auth0Way onSignedIn={onSignedIn}>
        {(provider) => <AuthBridge provider={provider}>{children}</AuthBridge>}
      </Auth0Way>
    </Suspense>
  );
}

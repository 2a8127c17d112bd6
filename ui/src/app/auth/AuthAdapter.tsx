/**
 * Sign-in, around the whole app: one of the two ways to speak to the identity provider, downloaded when it is
 * known which, and the app's own rules over it (`AuthBridge`).
 */
import { lazy, Suspense, useCallback, useLayoutEffect, useState, type ReactNode } from 'react';
import { useConfig } from '@/shared/config/config-context';
import { FirstScreen } from '../FirstScreen';
import { AuthBridge } from './AuthBridge';
import type { IdentityProvider } from './identity-provider';
import { InsecureAddressPage } from './InsecureAddressPage';
import { IssuerUnavailablePage } from './IssuerUnavailablePage';
import { restartSession } from './session-limit';
import { forgetNotes } from './sign-in-notes';
import { useVisitor } from './visitor';

const LOADS = {
  auth0: async () => ({ default: (await import('./auth0/Auth0Way')).Auth0Way }),
  oidc: async () => ({ default: (await import('./oidc/OidcWay')).OidcWay }),
};
const WAYS = { auth0: lazy(LOADS.auth0), oidc: lazy(LOADS.oidc) };

interface AuthAdapterProps {
  /** Called when somebody has just signed in. */
  onLogin?: () => void;
  children: ReactNode;
}

export function AuthAdapter({ onLogin, children }: AuthAdapterProps) {
  const { library } = useConfig().sign_in;
  const onSignedIn = useCallback(() => {
    restartSession(Date.now());
    forgetNotes();
    onLogin?.();
  }, [onLogin]);
  // No library works without Web Crypto, which browsers offer on https and loopback only. The type says
  // that it is always there; on a plain-http address it is not.
  if ((window.crypto as Partial<Crypto>).subtle === undefined) return <InsecureAddressPage />;

  if (library === 'unavailable') return <IssuerUnavailablePage />;
  return (
    <WithLibrary library={library} onSignedIn={onSignedIn}>
      {children}
    </WithLibrary>
  );
}

interface WithLibraryProps {
  library: keyof typeof WAYS;
  onSignedIn: () => void;
  children: ReactNode;
}

/** The library stands beside the app, not around it: it may come after the login page, which stays as it is. */
function WithLibrary({ library, onSignedIn, children }: WithLibraryProps) {
  const [found, setFound] = useState<IdentityProvider | null>(null);
  const { wanted, provider } = useVisitor(found, LOADS[library]);
  const Way = WAYS[library];
  return (
    <>
      {wanted ? (
        <Suspense fallback={null}>
          <Way onSignedIn={onSignedIn}>{(now) => <Tell provider={now} onChange={setFound} />}</Way>
        </Suspense>
      ) : null}
      {provider === null ? <FirstScreen /> : <AuthBridge provider={provider}>{children}</AuthBridge>}
    </>
  );
}

function Tell({
  provider,
  onChange,
}: {
  provider: IdentityProvider;
  onChange: (provider: IdentityProvider) => void;
}) {
  // A layout effect, so that nothing is painted of the state before.
  useLayoutEffect(() => {
    onChange(provider);
  }, [provider, onChange]);
  return null;
}

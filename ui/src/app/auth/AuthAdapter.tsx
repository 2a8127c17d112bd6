/**
 * Sign-in around the whole app: one of two libraries for the identity provider, downloaded once it is known which,
 * and the app's own rules on top (`AuthBridge`).
 */
import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useLayoutEffect, useState, type ReactNode } from 'react';
import { FirstScreen } from '@/app/FirstScreen';
import { useConfig } from '@/shared/config/config-context';
import { MessagePage } from '@/shared/ui/MessagePage';
import { ReloadButton } from '@/shared/ui/ReloadButton';
import { AuthBridge } from './AuthBridge';
import type { IdentityProvider } from './identity-provider';
import { restartSession } from './session-limit';
import { forgetNotes } from './sign-in-notes';
import { useVisitor } from './visitor';

const LOADS = {
  auth0: async () => ({ default: (await import('./auth0/Auth0SignIn')).Auth0SignIn }),
  oidc: async () => ({ default: (await import('./oidc/OidcSignIn')).OidcSignIn }),
};
const WAYS = { auth0: lazy(LOADS.auth0), oidc: lazy(LOADS.oidc) };

interface AuthAdapterProps {
  /** Called right after a sign-in. */
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
  // No library works without Web Crypto, which browsers offer on https and loopback only. The type claims it is
  // always there; on a plain-http address it is not.
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

/** The library renders beside the app, not around it: it may load after the login page, which then stays as it is. */
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
  // A layout effect, so that the old state is never painted.
  useLayoutEffect(() => {
    onChange(provider);
  }, [provider, onChange]);
  return null;
}

/** Shown on plain http away from loopback, where browsers withhold Web Crypto. */
function InsecureAddressPage() {
  return (
    <MessagePage
      title="This address cannot be used to sign in"
      message="Signing in needs a secure address. Open this site over https, or on the machine itself as http://127.0.0.1, and try again."
    >
      <Button
        onClick={() => {
          window.location.reload();
        }}
      >
        Try again
      </Button>
    </MessagePage>
  );
}

/**
 * Shown while the server has not reached the identity provider since its start. It needs a reload, not a refetch: the
 * page's content policy names the provider too.
 */
function IssuerUnavailablePage() {
  return (
    <MessagePage
      title="Sign-in is not available right now"
      message="The identity provider is not responding. Nothing is lost. Try again in a minute."
    >
      <ReloadButton />
    </MessagePage>
  );
}

/** What signed-out users see, at any address. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAuth } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import { takesCookies } from '@/shared/lib/cookies';
import { Notice } from '@/shared/ui/Notice';
import { Tag } from '@/shared/ui/Tag';
import { LoginFrame } from './LoginFrame';

export function LoginPage({ returnTo }: { returnTo: string }) {
  return (
    <LoginFrame>
      <SignIn returnTo={returnTo} />
    </LoginFrame>
  );
}

function SignIn({ returnTo }: { returnTo: string }) {
  const auth = useAuth();
  const config = useConfig();
  const [busy, setBusy] = useState<'redirect' | 'popup' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [cookies] = useState(takesCookies);

  useEffect(() => {
    // Back from the provider restores the page from the browser's cache as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(null);
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
    };
  }, []);

  const start = async (kind: 'redirect' | 'popup', signIn: () => Promise<void>) => {
    setBusy(kind);
    setFailure(null);
    try {
      await signIn();
      if (kind === 'popup') setBusy(null);
    } catch (reason) {
      setBusy(null);
      setFailure(reason instanceof Error ? reason.message : 'Login failed');
    }
  };
  const notice = failure ?? auth.notice;

  return (
    <>
      {cookies ? null : (
        <Notice tone="warning">
          Your browser blocks cookies for this site, and signing in needs them. Allow them, then reload the
          page.
        </Notice>
      )}
      {notice === null ? null : <Notice tone="bad">{notice}</Notice>}
      <Stack gap="sm">
        <Button
          size="md"
          loading={busy === 'redirect'}
          disabled={busy === 'popup'}
          onClick={() => start('redirect', () => auth.signIn(returnTo))}
        >
          Sign In / Sign Up
        </Button>
        <Button
          size="md"
          variant="default"
          loading={busy === 'popup'}
          disabled={busy === 'redirect'}
          onClick={() => start('popup', () => auth.signInWithPopup())}
        >
          Sign in with a pop-up window
        </Button>
      </Stack>
      {config.dev_sign_in ? (
        <Text size="sm" c="dimmed">
          <Tag tone="warning">Development sign-in</Tag> This server runs its own identity provider, for
          development only.
        </Text>
      ) : null}
    </>
  );
}

/** /callback: where the identity provider returns to. */
import { Anchor, Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context';
import { DocumentTitle, usePageTitle } from '@/shared/ui/DocumentTitle';

export function CallbackPage() {
  const { status, error, returnTo } = useAuth();
  const navigate = useNavigate();

  useEffect(() => {
    // The login page in front of the wanted page explains an abandoned sign-in.
    if (status !== 'loading' && error === null) void navigate(returnTo, { replace: true });
  }, [status, error, returnTo, navigate]);

  const text =
    status === 'loading'
      ? 'Processing authentication...'
      : error === null
        ? 'Redirecting...'
        : `Authentication error: ${error}`;

  return (
    <Center component="main" mih="100dvh" p="md">
      <DocumentTitle title={usePageTitle()} />
      <Stack align="center" gap="sm" maw="34rem">
        {error === null ? <Loader size="sm" aria-hidden /> : null}
        <Text role={error === null ? 'status' : 'alert'} ta="center">
          {text}
        </Text>
        {error === null ? null : <Anchor href={returnTo}>Back to sign-in</Anchor>}
      </Stack>
    </Center>
  );
}

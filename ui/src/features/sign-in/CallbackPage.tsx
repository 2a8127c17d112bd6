/** /callback: where the identity provider sends the browser back to. */
import { Anchor, Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context';
import { paths } from '@/shared/paths';
import { DocumentTitle, usePageTitle } from '@/shared/ui/DocumentTitle';

export function CallbackPage() {
  const { status, error, notice, returnTo } = useAuth();
  const navigate = useNavigate();
  const failure = error ?? notice;

  useEffect(() => {
    if (status === 'loading' || failure !== null) return;
    void navigate(status === 'signed-in' ? returnTo : paths.home(), { replace: true });
  }, [status, failure, returnTo, navigate]);

  const text =
    status === 'loading'
      ? 'Processing authentication...'
      : failure === null
        ? 'Redirecting...'
        : `Authentication error: ${failure}`;

  return (
    <Center component="main" mih="100dvh" p="md">
      <DocumentTitle title={usePageTitle()} />
      <Stack align="center" gap="sm" maw="34rem">
        {failure === null ? <Loader size="sm" aria-hidden /> : null}
        <Text role={failure === null ? 'status' : 'alert'} ta="center">
          {text}
        </Text>
        {failure === null ? null : <Anchor href={paths.home()}>Back to sign-in</Anchor>}
      </Stack>
    </Center>
  );
}

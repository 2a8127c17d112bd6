import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context';
import { MessagePage } from '@/shared/ui/MessagePage';

/** In place of the page at this address, to which 'Back to sign-in' returns. */
export function AuthErrorPage({ message }: { message: string }) {
  const { status, signOut } = useAuth();
  const { pathname, search } = useLocation();
  return (
    <MessagePage title="Authentication Error" message={message}>
      {status === 'signed-in' ? (
        // Otherwise the useless session would be found again.
        <Button onClick={signOut}>Logout</Button>
      ) : (
        <Button component="a" href={pathname + search}>
          Back to sign-in
        </Button>
      )}
    </MessagePage>
  );
}

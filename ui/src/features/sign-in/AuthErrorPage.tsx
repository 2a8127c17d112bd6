import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context';
import { MessagePage } from '@/shared/ui/MessagePage';

/** Instead of the page at this address, which 'Back to sign-in' leads back to. */
export function AuthErrorPage({ message }: { message: string }) {
  const { status, signOut } = useAuth();
  const { pathname, search } = useLocation();
  return (
    <MessagePage title="Authentication Error" message={message}>
      {status === 'signed-in' ? (
        // A session that is of no use would be found again.
        <Button onClick={signOut}>Logout</Button>
      ) : (
        <Button component="a" href={pathname + search}>
          Back to sign-in
        </Button>
      )}
    </MessagePage>
  );
}

import { Button } from '@mantine/core';
import { MessagePage } from '@/shared/ui/MessagePage';

export function AuthErrorPage({ message }: { message: string }) {
  return (
    <MessagePage title="Authentication Error" message={message}>
      <Button component="a" href="/">
        Back to sign-in
      </Button>
    </MessagePage>
  );
}

import { Button } from '@mantine/core';
import { paths } from '@/shared/paths';
import { MessagePage } from '@/shared/ui/MessagePage';

export function AuthErrorPage({ message }: { message: string }) {
  return (
    <MessagePage title="Authentication Error" message={message}>
      <Button component="a" href={paths.home()}>
        Back to sign-in
      </Button>
    </MessagePage>
  );
}

import { Button } from '@mantine/core';
import { MessagePage } from '@/shared/ui/MessagePage';

/** Shown on plain http away from loopback, where browsers withhold what signing in needs. */
export function InsecureAddressPage() {
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

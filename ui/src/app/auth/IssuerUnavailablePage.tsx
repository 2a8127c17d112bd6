import { MessagePage } from '@/shared/ui/MessagePage';
import { ReloadButton } from '@/shared/ui/ReloadButton';

/**
 * Shown while the server knows nothing of the identity provider, because that has not answered since the server
 * was started. A new load, not a new question: the page's content policy names the provider too.
 */
export function IssuerUnavailablePage() {
  return (
    <MessagePage
      title="Sign-in is not available right now"
      message="The identity provider is not responding. Nothing is lost. Try again in a minute."
    >
      <ReloadButton />
    </MessagePage>
  );
}

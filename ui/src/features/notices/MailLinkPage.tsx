/** /mail/confirm and /mail/stop: what the links in e-mails do, for whoever has the link, signed in or not. */
import { Button, Group } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import type { MailStatus } from '@/shared/api/generated';
import { paths } from '@/shared/paths';
import { usePageTitle } from '@/shared/ui/DocumentTitle';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { MessagePage } from '@/shared/ui/MessagePage';
import { useConfirmNewsMailMutation, useStartNewsMailMutation, useStopNewsMailMutation } from './notices-api';

const UNKNOWN = 'This link is not known, or no longer valid. The bell in the app says whether e-mails come.';
const NOT_FOUND = 404;

/** What a link does. */
type What = 'confirm' | 'start' | 'stop';

export function MailConfirmPage() {
  return <MailLinkPage first="confirm" />;
}

export function MailStopPage() {
  return <MailLinkPage first="stop" />;
}

/** Acts when it is opened: programs that look through e-mails follow links, but send nothing. */
function MailLinkPage({ first }: { first: What }) {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { status, failed, busy, act } = useMailLink(token);
  useEffect(() => {
    if (token !== '') void act(first);
  }, [act, first, token]);

  if (token === '' || isUnknown(failed?.failure)) return <Said text={UNKNOWN} />;
  if (failed !== null) {
    return (
      <Said text={errorMessage(failed.failure)}>
        <Button loading={busy} onClick={() => void act(failed.what)}>
          Try Again
        </Button>
      </Said>
    );
  }
  if (status === null) return <LoadingScreen label="Opening the link..." />;
  const isOn = status === 'on';
  return (
    <Said text={isOn ? 'E-mails are on. Once a day at most.' : 'E-mails are off. Notices stay in the app.'}>
      <Button variant="default" loading={busy} onClick={() => void act(isOn ? 'stop' : 'start')}>
        {isOn ? 'Turn off' : 'Turn on again'}
      </Button>
    </Said>
  );
}

interface Failed {
  what: What;
  failure: unknown;
}

/** What is shown stays until the next answer. */
function useMailLink(token: string) {
  const [confirm, confirming] = useConfirmNewsMailMutation();
  const [start, starting] = useStartNewsMailMutation();
  const [stop, stopping] = useStopNewsMailMutation();
  const busy = confirming.isLoading || starting.isLoading || stopping.isLoading;
  const [status, setStatus] = useState<MailStatus | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const act = useCallback(
    async (what: What) => {
      const { data, error } = await { confirm, start, stop }[what]({ mailLink: { token } });
      if (data === undefined) {
        setFailed({ what, failure: error });
        return;
      }
      setFailed(null);
      setStatus(data.status);
    },
    [confirm, start, stop, token],
  );
  return { status, failed, busy, act };
}

function isUnknown(failure: unknown): boolean {
  return (failure as ApiError | undefined)?.status === NOT_FOUND;
}

function Said({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <MessagePage title={usePageTitle()} message={<span role="status">{text}</span>}>
      <Group gap="sm">
        {children}
        <Button component={Link} to={paths.home()} variant="subtle">
          Open DemandAtlas
        </Button>
      </Group>
    </MessagePage>
  );
}

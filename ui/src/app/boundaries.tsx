import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { MessagePage } from '@/shared/ui/MessagePage';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { FailureBoundary } from '@/shared/ui/boundaries';
import { ReloadButton } from '@/shared/ui/ReloadButton';

/** Around the whole app: reports failures outside a page, such as a sign-in library that did not load. */
export function AppBoundary({ children }: { children: ReactNode }) {
  return <FailureBoundary fallback={appFailure}>{children}</FailureBoundary>;
}

function appFailure(failure: unknown) {
  return (
    <MessagePage {...loadFailure(failure)}>
      <ReloadButton />
    </MessagePage>
  );
}

/** How browsers and the bundler word a script or style sheet that failed to load. */
const NOT_LOADED =
  /dynamically imported module|importing a module script failed|unable to preload css|loading chunk/i;

/** The message of a failure: parts that did not load, or a crash of the app itself. */
export function loadFailure(failure: unknown): { title: string; message: string } {
  if (!(failure instanceof Error && NOT_LOADED.test(failure.message))) {
    return {
      title: 'This page could not be shown',
      message: 'Something went wrong on this page. Try again; if that does not help, come back in a moment.',
    };
  }
  return {
    title: 'This page could not be loaded',
    message: navigator.onLine
      ? 'The server did not send it. It may be unavailable for a moment, or have just been updated. Nothing is lost.'
      : 'You are offline. Check your internet connection and try again. Nothing is lost.',
  };
}

/** In place of a page that could not be loaded or crashed; the shell around it keeps working. */
export function PageErrorBoundary() {
  const { title, message } = loadFailure(useRouteError());
  return (
    <>
      <PageHeader title={title} />
      <Panel title="What you can do">
        <Text mb="md">{message}</Text>
        <ReloadButton />
      </Panel>
    </>
  );
}

import { Text } from '@mantine/core';
import { useRouteError } from 'react-router';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { ReloadButton } from '@/shared/ui/ReloadButton';
import { loadFailure } from './load-failure';

/** What stands in a page's place when it could not be loaded, or broke; the shell around it goes on. */
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

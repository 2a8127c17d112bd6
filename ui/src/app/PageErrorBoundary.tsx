import { Button, Text } from '@mantine/core';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';

/**
 * What stands in a page's place when it cannot be shown: most often its script could not be loaded,
 * because the server was updated or cannot be reached. Reloading mends both.
 */
export function PageErrorBoundary() {
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <Panel title="Something went wrong">
        <Text mb="md">The page failed to load. Reload it; if that does not help, try again in a moment.</Text>
        <Button
          onClick={() => {
            window.location.reload();
          }}
        >
          Reload
        </Button>
      </Panel>
    </>
  );
}

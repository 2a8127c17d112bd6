import { Button, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Page not found" />
      <Panel title="Nothing is at this address">
        <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
          There is no page at {pathname}. It may have been mistyped.
        </Text>
        <Button component={Link} to={paths.home()}>
          Go to Home
        </Button>
      </Panel>
    </>
  );
}

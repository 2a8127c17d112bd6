import { Text } from '@mantine/core';
import { PageHeader } from './PageHeader';
import { Panel } from './Panel';

/** A page of the route table that this version does not have yet: says what it will hold, no more. */
export function NotAvailablePage({ title, purpose }: { title: string; purpose: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel title="Not available yet">
        <Text maw="40rem">{purpose} This page is not available in this version yet.</Text>
      </Panel>
    </>
  );
}

import { Text } from '@mantine/core';
import { PageHeader } from './PageHeader';
import { Panel } from './Panel';

/** A page of the page table that this version does not have yet: says what it will hold, no more. */
export function NotAvailablePage({ purpose }: { purpose: string }) {
  return (
    <>
      <PageHeader />
      <Panel title="Not available yet">
        <Text maw="40rem">{purpose} This page is not available in this version yet.</Text>
      </Panel>
    </>
  );
}

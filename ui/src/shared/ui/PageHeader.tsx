import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DocumentTitle, usePageTitle } from './DocumentTitle';

interface PageHeaderProps {
  /** Replaces the page table's title. */
  title?: string;
  description?: string;
  /** Goes before the title in the browser's tab: what was searched, for example. */
  tab?: string | undefined;
  /** Buttons and tags at the right. */
  children?: ReactNode;
}

/** A page's heading, which also sets the title of the browser's tab. */
export function PageHeader({ title, description, tab, children }: PageHeaderProps) {
  const pageTitle = usePageTitle();
  const shown = title ?? pageTitle;
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <DocumentTitle title={shown} before={tab} />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {/* Gets the focus on pages that a button leads to. */}
        <Title order={1} tabIndex={-1} style={{ outline: 'none' }}>
          <bdi>{shown}</bdi>
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" mt={4} maw="44rem">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}

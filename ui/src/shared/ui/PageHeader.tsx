import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  description?: string;
  /** Buttons and marks at the right. */
  children?: ReactNode;
}

/** A page's heading, which also names the browser's tab. */
export function PageHeader({ title, description, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <title>{title === 'DemandAtlas' ? title : `${title} · DemandAtlas`}</title>
      <div>
        <Title order={1}>{title}</Title>
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

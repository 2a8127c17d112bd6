import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PartBoundary } from '@/shared/ui/PartBoundary';
import { ReloadButton } from '@/shared/ui/ReloadButton';

/** Around a section: the other sections go on. */
export function SectionBoundary({ children }: { children: ReactNode }) {
  const instead = (
    <Group gap="sm" role="alert">
      <Text size="sm">This section could not be loaded.</Text>
      <ReloadButton variant="default" />
    </Group>
  );
  return <PartBoundary instead={instead}>{children}</PartBoundary>;
}

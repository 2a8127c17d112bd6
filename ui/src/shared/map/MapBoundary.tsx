import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PartBoundary } from '@/shared/ui/PartBoundary';
import { ReloadButton } from '@/shared/ui/ReloadButton';

/** Around the drawn map: the list beside it goes on. */
export function MapBoundary({ children }: { children: ReactNode }) {
  const instead = (
    <Stack align="center" justify="center" h="100%" p="md" role="alert">
      <Text ta="center">The map could not be loaded. The list holds the same.</Text>
      <ReloadButton variant="default" />
    </Stack>
  );
  return <PartBoundary instead={instead}>{children}</PartBoundary>;
}

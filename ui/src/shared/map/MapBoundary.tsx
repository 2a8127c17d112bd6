import { Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ReloadButton } from '@/shared/ui/ReloadButton';

/** Stands in for the drawn map where its chunk cannot be loaded; the list goes on. */
export class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Stack align="center" justify="center" h="100%" p="md" role="alert">
        <Text ta="center">The map could not be loaded. The list holds the same.</Text>
        <ReloadButton variant="default" />
      </Stack>
    );
  }
}

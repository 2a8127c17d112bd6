import { Center, Loader, Stack, Text } from '@mantine/core';

/** A spinner with its label, filling the window or its container. */
export function LoadingScreen({
  label,
  minHeight = '100dvh',
}: {
  label: string;
  minHeight?: string | number;
}) {
  return (
    <Center mih={minHeight} role="status" aria-live="polite">
      <Stack align="center" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed" size="sm">
          {label}
        </Text>
      </Stack>
    </Center>
  );
}

import { Button, Text } from '@mantine/core';

/** Stands where a part of the screen could not be loaded. */
export function LoadFailure({ text, onTryAgain }: { text: string; onTryAgain: () => unknown }) {
  return (
    <div role="alert">
      <Text size="sm">{text}</Text>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        onClick={() => {
          onTryAgain();
        }}
      >
        Try Again
      </Button>
    </div>
  );
}

import { Button, Text } from '@mantine/core';

interface LoadFailureProps {
  text: string;
  /** It stays while it is asked again, and keeps the focus. */
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Stands where a part of the screen could not be loaded. */
export function LoadFailure({ text, query: { isFetching, refetch } }: LoadFailureProps) {
  return (
    <div role="alert">
      <Text size="sm">{text}</Text>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        aria-busy={isFetching}
        onClick={() => {
          refetch();
        }}
      >
        Try Again
      </Button>
    </div>
  );
}

import { Button, Text } from '@mantine/core';

export interface Retryable {
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadFailureProps {
  title?: string;
  text: string;
  query: Retryable;
  retry?: string;
}

/** In place of a small part of the screen that could not be loaded. */
export function LoadFailure({ title, text, query, retry }: LoadFailureProps) {
  return (
    <div role="alert">
      {title === undefined ? null : (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      <Text size={title === undefined ? 'sm' : 'xs'} mb="xs">
        {text}
      </Text>
      <Retry query={query} label={retry} size="xs" variant="default" />
    </div>
  );
}

interface RetryProps {
  query: Retryable;
  label: string | null | undefined;
  size: string;
  variant?: string;
}

/** Stays while the call is repeated, so that focus is kept. */
export function Retry({ query, label = 'Try Again', size, variant = 'filled' }: RetryProps) {
  if (label === null) return null;
  return (
    <Button
      size={size}
      variant={variant}
      aria-busy={query.isFetching}
      onClick={() => {
        query.refetch();
      }}
    >
      {label}
    </Button>
  );
}

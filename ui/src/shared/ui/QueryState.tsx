import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Retry, type Retryable } from './LoadFailure';
import { Notice } from './Notice';
import classes from './QueryState.module.css';

interface Query<Data> extends Retryable {
  /** For the current arguments; undefined until answered. */
  currentData?: Data | undefined;
  error?: unknown;
}

interface QueryStateProps<Data> {
  query: Query<Data>;
  /** The text while loading, and a skeleton of the final height. */
  loading: {
    text: string;
    skeleton: ReactNode;
    /** The skeleton has the final shape, so the text is for screen readers only. */
    onlyHeard?: boolean;
  };
  /** `retry` labels the button; null if retrying cannot help. */
  failure: { title: string; message: (error: unknown) => string; retry?: string | null };
  empty?: { when: (data: Data) => boolean; content: ReactNode };
  /** Kept in all states, so that nothing below moves. */
  minHeight: number | string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a query: a skeleton while it loads, its failure with a retry button, a hint if empty, else the answer. An
 * answer stays on the screen when a later call fails.
 */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, loading, empty, minHeight, children } = props;
  const { currentData: data, error, isFetching } = query;
  const failed = error !== undefined;
  return (
    <div className={classes.state} style={{ minHeight }} aria-busy={isFetching}>
      {data === undefined ? (
        failed ? (
          // Stays during a retry, so that focus is kept.
          <Failure {...props} />
        ) : (
          <>
            <div role="status" className={loading.onlyHeard === true ? classes.heard : classes.loading}>
              {loading.text}
            </div>
            {loading.skeleton}
          </>
        )
      ) : (
        <>
          {failed ? <FailureOverData {...props} /> : null}
          {empty?.when(data) === true ? (
            <div className={classes.center} role="status">
              {empty.content}
            </div>
          ) : (
            children(data)
          )}
        </>
      )}
    </div>
  );
}

function Failure<Data>({ query, failure, loading }: QueryStateProps<Data>) {
  return (
    <div className={classes.center} role="alert">
      <Stack gap="sm" align="center" maw="30rem">
        <Title order={2} size="h3">
          {failure.title}
        </Title>
        <Text ta="center">{said(query, failure, loading)}</Text>
        <Retry query={query} label={failure.retry} size="sm" />
      </Stack>
    </div>
  );
}

function FailureOverData<Data>({ query, failure, loading }: QueryStateProps<Data>) {
  return (
    <Notice tone="bad" title={failure.title}>
      {said(query, failure, loading)}
      <Retry query={query} label={failure.retry} size="sm" />
    </Notice>
  );
}

/** A different text during a retry, so that a second failure is announced too. */
function said<Data>(
  { isFetching, error }: Query<Data>,
  failure: QueryStateProps<Data>['failure'],
  loading: QueryStateProps<Data>['loading'],
): string {
  return isFetching ? loading.text : failure.message(error);
}

/** Nothing to show yet, and what to do about it. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <Stack gap={4} align="center" maw="32rem">
      <Text fw={600}>{title}</Text>
      {hint === undefined ? null : (
        <Text c="dimmed" ta="center">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}

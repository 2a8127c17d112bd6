import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Retry, type Retryable } from './LoadFailure';
import { Notice } from './Notice';
import classes from './QueryState.module.css';

interface Query<Data> extends Retryable {
  /** Of the present arguments; undefined until they are answered. */
  currentData?: Data | undefined;
  error?: unknown;
}

interface QueryStateProps<Data> {
  query: Query<Data>;
  /** What is said while it loads, and bones as high as what will come. */
  loading: {
    text: string;
    skeleton: ReactNode;
    /** The bones have the shape of what comes, so that the words are for ears alone. */
    onlyHeard?: boolean;
  };
  /** `retry` labels the button; null where asking again cannot help. */
  failure: { title: string; message: (error: unknown) => string; retry?: string | null };
  empty?: { when: (data: Data) => boolean; content: ReactNode };
  /** Kept by all states, so that nothing below them moves. */
  minHeight: number | string;
  children: (data: Data) => ReactNode;
}

/**
 * What a call's answer is shown with: bones while it loads, its failure with a way to try again, what to
 * do where there is nothing, else the answer. A failure after an answer keeps the answer on the screen.
 */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, loading, empty, minHeight, children } = props;
  const { currentData: data, error, isFetching } = query;
  const failed = error !== undefined;
  return (
    <div className={classes.state} style={{ minHeight }} aria-busy={isFetching}>
      {data === undefined ? (
        failed ? (
          // It stays while it is asked again, and keeps the focus.
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

/** Another text while it is asked again, so that a second failure is heard too. */
function said<Data>(
  { isFetching, error }: Query<Data>,
  failure: QueryStateProps<Data>['failure'],
  loading: QueryStateProps<Data>['loading'],
): string {
  return isFetching ? loading.text : failure.message(error);
}

/** Nothing to show yet: what it is, and what to do. */
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

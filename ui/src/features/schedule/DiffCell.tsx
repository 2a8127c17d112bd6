/** What a field was and is: read 'was …, now …'. */
import { Text, VisuallyHidden } from '@mantine/core';
import classes from './Schedule.module.css';

/** Undefined where there was, or is, nothing. */
interface DiffProps {
  before: string | undefined;
  after: string | undefined;
}

export function DiffCell({ before, after }: DiffProps) {
  return (
    <span className={classes.diff}>
      <Before before={before} />
      <span aria-hidden> → </span>
      <VisuallyHidden>, </VisuallyHidden>
      <After after={after} />
    </span>
  );
}

export function Before({ before }: Pick<DiffProps, 'before'>) {
  return (
    <>
      <VisuallyHidden>was </VisuallyHidden>
      {before === undefined ? (
        <Nothing />
      ) : (
        <del className={classes.before} title={before}>
          {before}
        </del>
      )}
    </>
  );
}

export function After({ after }: Pick<DiffProps, 'after'>) {
  return (
    <>
      <VisuallyHidden>now </VisuallyHidden>
      {after === undefined ? (
        <Nothing />
      ) : (
        <ins className={classes.after} title={after}>
          {after}
        </ins>
      )}
    </>
  );
}

function Nothing() {
  return (
    <Text span inherit c="dimmed">
      nothing
    </Text>
  );
}

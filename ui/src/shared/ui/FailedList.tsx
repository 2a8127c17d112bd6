import classes from './FailedList.module.css';

/** Few enough to be read at once. */
const MOST_OPEN = 5;

interface FailedListProps {
  /** Says what they are, folded or not. */
  summary: string;
  /** Which, and why. */
  failed: readonly { name: string; message?: string | null }[];
}

/** What of many could not be done, by name. */
export function FailedList({ summary, failed }: FailedListProps) {
  return (
    <details className={classes.failed} open={failed.length <= MOST_OPEN}>
      <summary>{summary}</summary>
      <ul>
        {failed.map(({ name, message }, index) => (
          <li key={index}>{message == null ? name : `${name}: ${message}`}</li>
        ))}
      </ul>
    </details>
  );
}

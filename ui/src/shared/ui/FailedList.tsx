import classes from './FailedList.module.css';

/** Few enough to be read at once. */
const MOST_OPEN = 5;

interface FailedListProps {
  /** Says what they are, folded or not. */
  summary: string;
  /** Which, and why. */
  failed: readonly { name: string; message?: string | null }[];
}

/** What of many could not be done, by name. A reason that all have is said once, folded or not. */
export function FailedList({ summary, failed }: FailedListProps) {
  const [reason, ...others] = new Set(failed.map(({ message }) => message));
  const common = failed.length > 1 && others.length === 0 ? reason : null;
  return (
    <div className={classes.failed}>
      {common == null ? null : <p>{common}</p>}
      <details open={failed.length <= MOST_OPEN}>
        <summary>{summary}</summary>
        <ul>
          {failed.map(({ name, message }, index) => (
            <li key={index}>{message == null || message === common ? name : `${name}: ${message}`}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

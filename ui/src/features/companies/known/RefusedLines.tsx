import { Text } from '@mantine/core';
import type { UploadedBody } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import classes from './KnownList.module.css';

/** What came of an upload: the lines that were left out, each with its reason. */
export function RefusedLines({ refused, refused_count: count }: Omit<UploadedBody, 'businesses' | 'found'>) {
  const more = count - refused.length;
  return (
    <div className={classes.below}>
      <Text size="sm" role="status">
        {count === 0 ? 'Every line was taken.' : `${formatCounted(count, 'line')} could not be used:`}
      </Text>
      {count === 0 ? null : (
        <ul
          className={classes.refused}
          aria-label="Lines that could not be used"
          // A scrolling box must be reachable by keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {refused.map(({ line, reason }) => (
            <li key={line}>
              <b>Line {formatNumber(line)}</b> <span>{reason}</span>
            </li>
          ))}
          {more > 0 ? <li>and {formatNumber(more)} more</li> : null}
        </ul>
      )}
    </div>
  );
}

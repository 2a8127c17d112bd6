import { Title, VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { WithContact } from '@/shared/config/WithContact';
import { formatClock } from '@/shared/lib/format';
import type { LogEntry } from './status-log';
import classes from './JobPanel.module.css';

/** What changes faster is read out as it then is. */
const READ_OUT_EVERY_MS = 5_000;

/** The last entries, newest at the foot, read out as they come. */
export function StatusLog({ log }: { log: readonly LogEntry[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [log]);

  const newest = useThrottledValue(log.at(-1)?.text ?? '', READ_OUT_EVERY_MS);

  return (
    <div className={classes.section}>
      <Title order={3} size="sm" mb={6} id="status-log">
        Status log
      </Title>
      <div
        ref={box}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-labelledby="status-log"
        // A box that scrolls has to be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {log.length === 0 ? (
          <p className={classes.empty}>Nothing yet.</p>
        ) : (
          <ol className={classes.entries}>
            {log.map(({ id, at, text }) => (
              <li key={id}>
                <time dateTime={new Date(at).toISOString()}>{formatClock(at)}</time>
                <span>
                  <WithContact>{text}</WithContact>
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
      <VisuallyHidden role="status" aria-label="Newest entry">
        {newest}
      </VisuallyHidden>
    </div>
  );
}

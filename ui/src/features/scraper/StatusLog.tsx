import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { WithContact } from '@/shared/config/WithContact';
import { formatClock } from '@/shared/lib/format';
import type { LogEntry } from './status-log';
import classes from './JobPanel.module.css';

/** The last entries, newest at the foot, read out as they come. */
export function StatusLog({ log }: { log: readonly LogEntry[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [log]);

  return (
    <div className={classes.section}>
      <Title order={3} size="sm" mb={6} id="status-log">
        Status log
      </Title>
      <div
        ref={box}
        className={classes.log}
        role="log"
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
    </div>
  );
}

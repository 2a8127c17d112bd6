import { Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { WithContact } from '@/shared/config/WithContact';
import { formatClock } from '@/shared/lib/format';
import type { LogEntry } from './status-log';
import classes from './StatusLog.module.css';

/** Faster changes are announced at this interval. */
const READ_OUT_EVERY_MS = 5_000;

interface StatusLogProps {
  log: readonly LogEntry[];
  /** Shows only the newest entry until expanded. */
  inLine?: boolean;
}

/** The last entries, newest at the bottom, announced as they come; failures at once. */
export function StatusLog({ log, inLine = false }: StatusLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [log, whole]);

  const newest = log.at(-1);
  const polite = useThrottledValue(newest?.failed === true ? '' : (newest?.text ?? ''), READ_OUT_EVERY_MS);
  const title = (
    <Title order={3} size="sm" mb={6} id="status-log">
      Status log
    </Title>
  );

  return (
    <div
      className={inLine ? classes.lineLog : classes.section}
      data-folded={inLine && !whole ? true : undefined}
    >
      {inLine ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      <div
        ref={box}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-labelledby="status-log"
        // A scrolling box must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {log.length === 0 ? (
          <p className={classes.empty}>Nothing yet.</p>
        ) : (
          <ol className={classes.entries}>
            {log.map(({ id, at, text, failed }) => (
              <li key={id} data-failed={failed}>
                <time dateTime={new Date(at).toISOString()}>{formatClock(at)}</time>
                <span>
                  <WithContact>{text}</WithContact>
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
      {inLine && log.length > 1 ? (
        <UnstyledButton
          className={classes.showAll}
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          <Text span size="sm" c="var(--mantine-color-anchor)">
            {whole ? 'Show the last' : `Show all ${log.length}`}
          </Text>
        </UnstyledButton>
      ) : null}
      <VisuallyHidden role="status" aria-label="Newest entry">
        {polite}
      </VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{newest?.failed === true ? newest.text : ''}</VisuallyHidden>
    </div>
  );
}

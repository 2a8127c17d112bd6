import { CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCounted } from '@/shared/lib/format';
import { Notice } from './Notice';
import classes from './BulkOutcome.module.css';

/** Lists up to this length are open. */
const MOST_OPEN = 5;

interface Failed {
  name: string;
  message?: string | null;
}

export interface Outcome {
  /** What was done; null where that is said elsewhere. */
  text: string | null;
  failed: readonly Failed[];
  /** Why it ended before all were tried. */
  broken: string | null;
}

interface BulkOutcomeProps extends Outcome {
  /** What could not be done: "changed". */
  verb: string;
  onDismiss?: () => void;
  children?: ReactNode;
}

/** The outcome of a change to many companies, with the names of those that failed. */
export function BulkOutcome({ text, failed, broken, verb, onDismiss, children }: BulkOutcomeProps) {
  const done =
    text === null ? null : (
      <Group gap="sm" role="status">
        <Text size="sm">{text}</Text>
        {children}
      </Group>
    );
  const close =
    onDismiss === undefined ? null : (
      <CloseButton size="sm" aria-label="Dismiss this message" onClick={onDismiss} />
    );
  if (failed.length === 0 && broken === null) {
    return (
      <Group gap="xs">
        {done}
        {close}
      </Group>
    );
  }
  return (
    <div className={classes.outcome}>
      <Notice
        tone="bad"
        title={
          broken === null
            ? `${formatCounted(failed.length, 'company', 'companies')} could not be ${verb}`
            : `Not all companies could be ${verb}`
        }
      >
        {broken === null ? null : <span>{broken}</span>}
        {done}
        {failed.length === 0 ? null : <FailedList failed={failed} />}
      </Notice>
      {close}
    </div>
  );
}

/** A reason that all share is given once. */
function FailedList({ failed }: { failed: readonly Failed[] }) {
  const [reason, ...others] = new Set(failed.map(({ message }) => message));
  const common = failed.length > 1 && others.length === 0 ? reason : null;
  return (
    <div className={classes.failed}>
      {common == null ? null : <p>{common}</p>}
      <details open={failed.length <= MOST_OPEN}>
        <summary>Which</summary>
        <ul>
          {failed.map(({ name, message }, index) => (
            <li key={index}>{message == null || message === common ? name : `${name}: ${message}`}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

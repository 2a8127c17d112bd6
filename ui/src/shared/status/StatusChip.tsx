import { Tag } from '@/shared/ui/Tag';
import { statusLook, type ContactStatus } from './contact-status';
import classes from './StatusDot.module.css';

interface StatusChipProps {
  status: ContactStatus;
  capitals?: boolean;
}

/** A company's status: a dot with its letter, and its label. */
export function StatusChip({ status, capitals = false }: StatusChipProps) {
  const { label, tone } = statusLook(status);
  return (
    <Tag tone={tone}>
      <StatusDot status={status} />
      {capitals ? label.toUpperCase() : label}
    </Tag>
  );
}

/** A status as its marker shows it: color and letter, next to its label. */
export function StatusDot({ status }: { status: ContactStatus }) {
  const { letter, marker } = statusLook(status);
  return (
    <span className={classes.dot} style={{ background: marker }} aria-hidden>
      {letter}
    </span>
  );
}

import { Tag } from '@/shared/ui/Tag';
import { statusLook } from './contact-status';
import classes from './StatusChip.module.css';

interface StatusChipProps {
  status: unknown;
  /** As lists have it. */
  capitals?: boolean;
}

/** A company's status: a dot with its letter, and its label. */
export function StatusChip({ status, capitals = false }: StatusChipProps) {
  const { label, letter, marker, tone } = statusLook(status);
  return (
    <Tag tone={tone}>
      <span className={classes.dot} style={{ background: marker }} aria-hidden>
        {letter}
      </span>
      {capitals ? label.toUpperCase() : label}
    </Tag>
  );
}

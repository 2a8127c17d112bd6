import { Tag } from '@/shared/ui/Tag';
import { StatusDot } from './StatusDot';
import { statusLook, type ContactStatus } from './contact-status';

interface StatusChipProps {
  status: ContactStatus;
  /** As lists have it. */
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

import { CloseButton, Group, Text } from '@mantine/core';
import { formatCounted } from '@/shared/lib/format';
import { FailedList } from '@/shared/ui/FailedList';
import { Notice } from '@/shared/ui/Notice';
import type { Bulk } from './use-bulk';
import classes from './Bulk.module.css';

/** What could not be changed, by name; and what was done where nothing else says it. */
export function OutcomeNotice({ bulk: { outcome, dismiss } }: { bulk: Bulk }) {
  if (outcome === null) return null;
  const { text, failed, broken } = outcome;
  const close = <CloseButton size="sm" aria-label="Dismiss this message" onClick={dismiss} />;
  if (failed.length === 0 && broken === null) {
    return (
      <Group gap="xs" role="status">
        <Text size="sm">{text}</Text>
        {close}
      </Group>
    );
  }
  const title =
    broken === null
      ? `${formatCounted(failed.length, 'company', 'companies')} could not be changed`
      : 'Not all companies could be changed';
  return (
    <div className={classes.outcome}>
      <Notice tone="bad" title={title}>
        {broken === null ? null : <span>{broken}</span>}
        {text === null ? null : <span>{text}</span>}
        {failed.length === 0 ? null : <FailedList summary="Which" failed={failed} />}
      </Notice>
      {close}
    </div>
  );
}

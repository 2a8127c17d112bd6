import { Text } from '@mantine/core';
import { SENDERS_DUTIES } from './words';

/** Stands under downloads that have e-mail addresses in them. */
export function SendersDuties() {
  return (
    <Text size="sm" c="dimmed">
      {SENDERS_DUTIES}
    </Text>
  );
}

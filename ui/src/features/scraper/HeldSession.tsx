import { Button, Group, Text } from '@mantine/core';
import { Notice } from '@/shared/ui/Notice';

interface HeldSessionProps {
  busy: boolean;
  /** Null where none is held back. */
  onOpen: (() => void) | null;
}

/** The session of the address, while the page has another one. */
export function HeldSession({ busy, onOpen }: HeldSessionProps) {
  if (onOpen === null) return null;
  return (
    <Notice tone="warning" title="This page shows another search">
      <Group gap="sm">
        <Text size="sm">
          {busy
            ? 'It is under way. The session of this address can be opened when it has ended.'
            : 'It has ended. The session of this address can be opened now.'}
        </Text>
        <Button size="xs" variant="default" disabled={busy} onClick={onOpen}>
          Open Session
        </Button>
      </Group>
    </Notice>
  );
}

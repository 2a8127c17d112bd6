import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';

const WIDTH_PX = 300;

interface FormPopoverProps {
  /** Names the button and what it opens. */
  label: string;
  disabled: boolean;
  onOpen?: () => void;
  /** Sent by Enter or its button; answers whether it is done. */
  onSubmit: () => boolean;
  /** The fields and buttons; those that act otherwise close it. */
  children: (close: () => void) => ReactNode;
}

/** A button of the bar with a short form below it. */
export function FormPopover({ label, disabled, onOpen, onSubmit, children }: FormPopoverProps) {
  const [opened, { close, toggle }] = useDisclosure(false, onOpen === undefined ? {} : { onOpen });
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={WIDTH_PX}
    >
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          rightSection={<Icon of={IconChevronDown} size={16} />}
          onClick={toggle}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (onSubmit()) close();
          }}
        >
          {children(close)}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button, Group, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';
import { today } from '../companies-address';

interface FollowUpPopoverProps {
  disabled: boolean;
  onSet: (date: string | null) => void;
}

/** Sets the day on which the chosen companies are to be followed up. */
export function FollowUpPopover({ disabled, onSet }: FollowUpPopoverProps) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const [date, setDate] = useState(today);
  const act = (day: string | null) => {
    close();
    onSet(day);
  };
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={280}
    >
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          rightSection={<Icon of={IconChevronDown} size={16} />}
          onClick={toggle}
        >
          Follow-up
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Follow-up">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (date !== '') act(date);
          }}
        >
          <TextInput
            type="date"
            label="Follow-up date"
            value={date}
            onChange={(event) => {
              setDate(event.currentTarget.value);
            }}
          />
          <Group gap="xs" mt="sm" justify="flex-end">
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                act(null);
              }}
            >
              Clear date
            </Button>
            <Button size="sm" type="submit" disabled={date === ''}>
              Set date
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

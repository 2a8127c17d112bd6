import { Autocomplete, Button, Group, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';

const MOST_CHARACTERS = 40;

interface TagPopoverProps {
  disabled: boolean;
  /** Tags in use, to choose from. */
  known: readonly string[];
  onOpen: () => void;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

/** Gives a tag to the chosen companies, or takes one off them. */
export function TagPopover({ disabled, known, onOpen, onAdd, onRemove }: TagPopoverProps) {
  const [opened, { close, toggle }] = useDisclosure(false, { onOpen });
  const [tag, setTag] = useState('');
  const written = tag.trim();
  const act = (use: (tag: string) => void) => () => {
    close();
    setTag('');
    use(written);
  };
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          rightSection={<Icon of={IconChevronDown} size={16} />}
          onClick={toggle}
        >
          Tags
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tags">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (written !== '') act(onAdd)();
          }}
        >
          <Autocomplete
            label="Tag"
            description={`Up to ${MOST_CHARACTERS} characters`}
            maxLength={MOST_CHARACTERS}
            // Opened on focus they would cover the buttons.
            data={written === '' ? [] : [...known]}
            value={tag}
            // It stands between tags in addresses.
            onChange={(text) => {
              setTag(text.replaceAll('|', ''));
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <Group gap="xs" mt="sm" justify="flex-end">
            <Button size="sm" variant="default" disabled={written === ''} onClick={act(onRemove)}>
              Remove tag
            </Button>
            <Button size="sm" type="submit" disabled={written === ''}>
              Add tag
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

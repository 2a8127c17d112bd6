import { Autocomplete, Button, Group, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { today } from '@/shared/lib/day';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';

const WIDTH_PX = 300;

interface FormPopoverProps {
  /** Names the button and its popover. */
  label: string;
  disabled: boolean;
  onOpen?: () => void;
  /** By Enter or its button; returns whether it is done. */
  onSubmit: () => boolean;
  /** The fields and buttons; `close` is for other ways out. */
  children: (close: () => void) => ReactNode;
}

/** A button of the bar with a short form in a popover. */
function FormPopover({ label, disabled, onOpen, onSubmit, children }: FormPopoverProps) {
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

const MOST_CHARACTERS = 40;

interface TagPopoverProps {
  disabled: boolean;
  /** Tags in use, as suggestions. */
  known: readonly string[];
  onOpen: () => void;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

/** Adds a tag to the chosen companies, or removes one. */
export function TagPopover({ disabled, known, onOpen, onAdd, onRemove }: TagPopoverProps) {
  const [tag, setTag] = useState('');
  const written = tag.trim();
  const act = (onTag: (tag: string) => void) => {
    if (written === '') return false;
    setTag('');
    onTag(written);
    return true;
  };
  return (
    <FormPopover label="Tags" disabled={disabled} onOpen={onOpen} onSubmit={() => act(onAdd)}>
      {(close) => (
        <>
          <Autocomplete
            label="Tag"
            description={`Up to ${MOST_CHARACTERS} characters`}
            maxLength={MOST_CHARACTERS}
            // Opening on focus would cover the buttons.
            data={written === '' ? [] : [...known]}
            value={tag}
            // A comma separates tags in addresses.
            onChange={(text) => {
              setTag(text.replaceAll('|', ''));
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <Group gap="xs" mt="sm" justify="flex-end">
            <Button
              size="sm"
              variant="default"
              disabled={written === ''}
              onClick={() => {
                close();
                act(onRemove);
              }}
            >
              Remove tag
            </Button>
            <Button size="sm" type="submit" disabled={written === ''}>
              Add tag
            </Button>
          </Group>
        </>
      )}
    </FormPopover>
  );
}

interface FollowUpPopoverProps {
  disabled: boolean;
  onSet: (date: string | null) => void;
}

/** Sets the follow-up date of the chosen companies. */
export function FollowUpPopover({ disabled, onSet }: FollowUpPopoverProps) {
  const [date, setDate] = useState(today);
  const submit = () => {
    if (date !== '') onSet(date);
    return date !== '';
  };
  return (
    <FormPopover label="Follow-up" disabled={disabled} onSubmit={submit}>
      {(close) => (
        <>
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
                close();
                onSet(null);
              }}
            >
              Clear date
            </Button>
            <Button size="sm" type="submit" disabled={date === ''}>
              Set date
            </Button>
          </Group>
        </>
      )}
    </FormPopover>
  );
}

import { Autocomplete, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { FormPopover } from './FormPopover';

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

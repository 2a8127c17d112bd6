import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { today } from '@/shared/lib/day';
import { FormPopover } from './FormPopover';

interface FollowUpPopoverProps {
  disabled: boolean;
  onSet: (date: string | null) => void;
}

/** Sets the day on which the chosen companies are to be followed up. */
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

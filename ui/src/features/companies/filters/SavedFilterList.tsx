import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { focusBeside } from '@/shared/lib/focus-beside';
import { narrowedBy, type Narrowed, type SavedFilters } from './saved-filters';
import classes from './Filters.module.css';

const MOST_CHARACTERS = 40;

interface SavedFilterListProps {
  filters: SavedFilters;
  /** What the list is narrowed to now; null where it is not. */
  now: Narrowed | null;
  onUse: (narrowed: Narrowed) => void;
}

/** What somebody narrows the list to again and again. */
export function SavedFilterList({ filters: { saved, save, remove }, now, onUse }: SavedFilterListProps) {
  const [name, setName] = useState('');
  const written = name.trim();
  return (
    <FilterGroup title="Saved filters" chosen={0}>
      {saved.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. They are kept in this browser.
        </Text>
      ) : (
        <ul className={classes.savedList} aria-label="Saved filters">
          {saved.map((filter) => (
            <li key={filter.name} className={classes.saved}>
              <Button
                size="compact-sm"
                variant="subtle"
                justify="flex-start"
                title={filter.name}
                onClick={() => {
                  onUse(narrowedBy(filter));
                }}
              >
                {filter.name}
              </Button>
              <CloseButton
                size="sm"
                aria-label={`Delete the saved filter ${filter.name}`}
                onClick={({ currentTarget }) => {
                  const group = currentTarget.closest('details');
                  if (focusBeside(currentTarget.closest('li')) === null)
                    group?.querySelector('summary')?.focus();
                  remove(filter);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {now === null ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (written === '') return;
            save(written, now);
            setName('');
          }}
        >
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              label="Save these filters as"
              maxLength={MOST_CHARACTERS}
              value={name}
              onChange={(event) => {
                setName(event.currentTarget.value);
              }}
            />
            <Button size="xs" type="submit" variant="default" disabled={written === ''}>
              Save
            </Button>
          </Group>
        </form>
      )}
    </FilterGroup>
  );
}

import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { FILTERS_PREFIX } from '@/shared/lib/browser-storage';
import { focusNeighbor } from '@/shared/lib/focus-neighbor';
import { useLocalNotes, noteKey } from '@/shared/lib/local-notes';
import { useUndoToast } from '@/shared/ui/Toast';
import { readWanted, writeWanted, type Wanted } from '../companies-address';
import classes from './Filters.module.css';

const MOST_CHARACTERS = 40;

interface SavedFilterListProps {
  filters: SavedFilters;
  /** The list's current filters; null if there are none. */
  now: Narrowed | null;
  onUse: (narrowed: Narrowed) => void;
}

/** Filters the user applies again and again. */
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
                  if (focusNeighbor(currentTarget.closest('li')) === null)
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

/** Named filters, kept in this browser for this user only. */
type Narrowed = Pick<Wanted, 'search' | 'filters'>;

interface SavedFilter {
  name: string;
  /** As in an address. */
  query: string;
}

interface SavedFilters {
  saved: readonly SavedFilter[];
  /** Replaces one of the same name. */
  save: (name: string, narrowed: Narrowed) => void;
  remove: (filter: SavedFilter) => void;
}

export function useSavedFilters(): SavedFilters {
  const { sub: userId } = useUser();
  const showUndo = useUndoToast();
  const key = noteKey(FILTERS_PREFIX, userId, 'companies');
  const { list: saved, keep } = useLocalNotes(key, isSavedFilter);
  return {
    saved,
    save: (name, narrowed) => {
      keep((stored) => [...without(stored, name), { name, query: written(narrowed) }]);
    },
    remove: (filter) => {
      const place = saved.indexOf(filter);
      keep((stored) => without(stored, filter.name));
      showUndo({
        text: `Deleted the saved filter “${filter.name}”.`,
        onUndo: () => {
          // One saved under its name since then is kept.
          keep((stored) => {
            const again = stored.some(({ name }) => name === filter.name);
            return again ? stored : [...stored.slice(0, place), filter, ...stored.slice(place)];
          });
          return Promise.resolve(null);
        },
      });
    },
  };
}

function without(filters: readonly SavedFilter[], name: string): SavedFilter[] {
  return filters.filter((each) => each.name !== name);
}

function narrowedBy({ query }: SavedFilter): Narrowed {
  const { search, filters } = readWanted(new URLSearchParams(query));
  return { search, filters };
}

function written(narrowed: Narrowed): string {
  return writeWanted({ ...narrowed, sort: null, page: 1, view: 'list' }).toString();
}

function isSavedFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, query } = value as Partial<SavedFilter>;
  return typeof name === 'string' && typeof query === 'string';
}

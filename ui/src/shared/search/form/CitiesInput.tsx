import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useListCitiesQuery } from '@/shared/api/api';
import { stateCode } from '@/shared/lib/us-states';
import { parseCities } from './search-form';
import classes from './CitiesInput.module.css';

const ASK_AFTER_MS = 200;
const MOST_OFFERED = 10;

interface CitiesInputProps extends Omit<TagsInputProps, 'value' | 'onChange' | 'data'> {
  /** The state whose cities are offered. */
  state: string;
  /** Comma-separated, the one being typed last. */
  value: string;
  onChange: (cities: string) => void;
}

interface Entry {
  chosen: string[];
  typed: string;
}

/** Cities as chips: typed, chosen from the state's, or pasted as a list. */
export function CitiesInput({ state, value, onChange, ...input }: CitiesInputProps) {
  const [shown, setShown] = useState<Entry>(() => ({ chosen: parseCities(value), typed: '' }));
  // One key can change both parts, each with its own event.
  const latest = useRef(shown);
  const change = (part: Partial<Entry>) => {
    latest.current = { ...latest.current, ...part };
    setShown(latest.current);
    const { chosen, typed } = latest.current;
    onChange([...chosen, typed].filter((city) => city.trim() !== '').join(', '));
  };

  return (
    <TagsInput
      {...input}
      classNames={{ input: classes.input ?? '', inputField: classes.field ?? '' }}
      value={shown.chosen}
      onChange={(cities) => {
        change({ chosen: parseCities(cities.join(',')) });
      }}
      searchValue={shown.typed}
      onSearchChange={(text) => {
        const whole = text.split(',');
        const typed = whole.pop()?.trimStart() ?? '';
        change({ chosen: parseCities([...latest.current.chosen, ...whole].join(',')), typed });
      }}
      // Counted as it is: a chip appearing on blur would move the button being pressed.
      acceptValueOnBlur={false}
      onKeyDown={(event) => {
        const last = shown.chosen.at(-1);
        if (event.key !== 'Backspace' || shown.typed !== '' || last === undefined) return;
        // Backspace edits the last chip instead of deleting it.
        event.preventDefault();
        change({ chosen: shown.chosen.slice(0, -1), typed: last });
      }}
      data={useOfferedCities(state, shown.typed)}
      // The server matches any spelling.
      filter={({ options }) => options}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

function useOfferedCities(state: string, typed: string): string[] {
  const [prefix] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const code = stateCode(state);
  const { currentData } = useListCitiesQuery(
    { state: code ?? '', prefix, limit: MOST_OFFERED },
    { skip: code === null || prefix === '' },
  );
  return currentData?.cities.map(({ name }) => name) ?? [];
}

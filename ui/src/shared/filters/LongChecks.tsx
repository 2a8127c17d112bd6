import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Checks } from './Checks';
import { MOST_OFFERED, offered, type Choice } from './choices';
import classes from './Filters.module.css';

interface LongChecksProps {
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  words: {
    find: string;
    none: string;
    /** If more are found than offered. */
    more: (found: number, shown: number) => string;
  };
  /** Searchable however few there are. */
  alwaysSearched?: boolean;
}

/** A group that may have hundreds of values: the first ten matches of a search, and the chosen ones. */
export function LongChecks({ choices, chosen, onChange, words, alwaysSearched = false }: LongChecksProps) {
  const [search, setSearch] = useState('');
  const isSearched = search.trim() !== '';
  const { found, foundShown, shown } = offered(choices, chosen, search);
  return (
    <>
      {alwaysSearched || choices.length > MOST_OFFERED ? (
        <TextInput
          size="xs"
          className={classes.find ?? ''}
          label={words.find}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
      ) : null}
      {found === 0 && isSearched ? (
        <Text size="sm" c="dimmed" role="status">
          {words.none}
        </Text>
      ) : null}
      {/* Chosen values stay listed, so that they can be cleared. */}
      {shown.length === 0 && isSearched ? null : (
        <Checks choices={shown} chosen={chosen} onChange={onChange} />
      )}
      {found > foundShown ? (
        <Text size="xs" c="dimmed">
          {words.more(found, foundShown)}
        </Text>
      ) : null}
    </>
  );
}

import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Checks, type ChecksProps } from '@/shared/filters/Checks';
import { withChosen } from '@/shared/filters/choices';

/** More values than these are searched for. */
const MOST_AT_ONCE = 10;

/** The values of a group that may have hundreds: the first ten of those searched for, and the chosen ones. */
export function LongChecks({ name, choices, chosen, onChange }: ChecksProps<string> & { name: string }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = choices.filter(({ value }) => value.toLowerCase().includes(wanted));
  const first = new Set(found.slice(0, MOST_AT_ONCE).map(({ value }) => value));
  const offered = withChosen(choices, chosen).filter(
    ({ value }) => first.has(value) || chosen.includes(value),
  );
  return (
    <>
      {choices.length > MOST_AT_ONCE ? (
        <TextInput
          size="xs"
          label={`Find ${name}`}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
      ) : null}
      <Checks choices={offered} chosen={chosen} onChange={onChange} />
      {found.length > MOST_AT_ONCE ? (
        <Text size="xs" c="dimmed">
          {`Showing ${MOST_AT_ONCE} of ${found.length}. Search to find more.`}
        </Text>
      ) : null}
    </>
  );
}

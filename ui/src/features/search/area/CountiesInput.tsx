/** Counties as chips: found by the beginning of their names or by their codes, also a pasted list of codes. */
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api, useListCountiesQuery } from '@/shared/api/api';
import type { NamedCounty } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { placesOf, useShapes } from '@/shared/map/use-shapes';
import classes from '../form/CitiesInput.module.css';
import type { ChosenCounty } from './area-draft';

const ASK_AFTER_MS = 200;
const MOST_OFFERED = 10;
/** Codes separated by commas or spaces. */
const CODES = /^\s*\d{5}(?:[\s,;]+\d{5})*[\s,;]*$/;

interface CountiesInputProps {
  value: readonly ChosenCounty[];
  onChange: (counties: ChosenCounty[]) => void;
  /** Adds to what is chosen by now, when the answer comes. */
  onAdd: (counties: readonly ChosenCounty[]) => void;
  description: string;
  error: string | null;
}

/** 'Union, OR': other words than 'County' stay, which tell a city from its county. */
export function shortCounty({ fips, name }: ChosenCounty): string {
  return name === '' ? fips : name.replace(/ County(?=, )/, '');
}

function chosen({ fips, name, state }: NamedCounty): ChosenCounty {
  return { fips, name: `${name}, ${state}` };
}

/** Counties by their codes alone, as a link brings them, are named by the map's shapes. */
function useNamed(counties: readonly ChosenCounty[]): readonly ChosenCounty[] {
  const { states, counties: shapes } = useShapes();
  if (states === null || shapes === null || counties.every(({ name }) => name !== '')) return counties;
  const codes = new Set(counties.map(({ fips }) => fips));
  const places = placesOf(
    states,
    shapes.filter(({ id }) => codes.has(id)),
  );
  return counties.map((county) => {
    const place = places.get(county.fips);
    return county.name !== '' || place === undefined
      ? county
      : { ...county, name: `${place.name}, ${place.state}` };
  });
}

export function CountiesInput({ value, onChange, onAdd, description, error }: CountiesInputProps) {
  const [typed, setTyped] = useState('');
  const dispatch = useAppDispatch();
  const [prefix] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const isCodes = CODES.test(prefix);
  const { currentData } = useListCountiesQuery(
    { prefix, limit: MOST_OFFERED },
    { skip: prefix === '' || isCodes },
  );
  const offered = currentData?.counties.map(chosen) ?? [];
  const named = useNamed(value);
  const known = new Map([...named, ...offered].map((county) => [county.fips, county]));

  const addCodes = async (text: string) => {
    const codes = text.match(/\d{5}/g) ?? [];
    const asked = codes.map((code) =>
      dispatch(
        api.endpoints.listCounties.initiate({ prefix: code, limit: 1 }, { subscribe: false }),
      ).unwrap(),
    );
    const answers = await Promise.allSettled(asked);
    const found = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value.counties.map(chosen) : [],
    );
    onAdd(found);
    // What is no county stays to be mended.
    const names = new Set(found.map(({ fips }) => fips));
    setTyped(codes.filter((code) => !names.has(code)).join(', '));
  };

  return (
    <MultiSelect
      label="Counties"
      description={description}
      error={error}
      placeholder={value.length === 0 ? 'e.g. Union, OR' : ''}
      name="area"
      classNames={{ input: classes.input ?? '', inputField: classes.field ?? '' }}
      searchable
      value={value.map(({ fips }) => fips)}
      onChange={(codes) => {
        onChange(codes.flatMap((fips) => known.get(fips) ?? []));
        setTyped('');
      }}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (CODES.test(text)) void addCodes(text);
      }}
      data={[...known.values()].map((county) => ({ value: county.fips, label: shortCounty(county) }))}
      // The server matches any spelling.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={prefix === '' || currentData === undefined ? undefined : 'No county of that name'}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

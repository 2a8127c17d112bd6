/** Counties as chips: found by the beginning of their names or by their codes, also a pasted list of codes. */
import { MultiSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useOfferedCounties } from '@/shared/api/use-offered-counties';
import { placesOf, useShapes } from '@/shared/map/use-shapes';
import classes from '../form/CitiesInput.module.css';
import type { ChosenCounty } from './area-draft';

/** Codes separated by commas or spaces. */
const CODES = /^\s*\d{5}(?:[\s,;]+\d{5})*[\s,;]*$/;

interface CountiesInputProps {
  value: readonly ChosenCounty[];
  onChange: (counties: ChosenCounty[]) => void;
  description: string;
  error: string | null;
}

/** 'Union, OR': other words than 'County' stay, which tell a city from its county. */
export function shortCounty({ fips, name }: ChosenCounty): string {
  return name === '' ? fips : name.replace(/ County(?=, )/, '');
}

/** Names of counties by their codes, from the map's shapes; empty until they are there. */
function useNames(): (fips: string) => string {
  const { states, counties } = useShapes();
  const places = useMemo(
    () => (states === null || counties === null ? null : placesOf(states, counties)),
    [states, counties],
  );
  return (fips) => {
    const place = places?.get(fips);
    return place === undefined ? '' : `${place.name}, ${place.state}`;
  };
}

export function CountiesInput({ value, onChange, description, error }: CountiesInputProps) {
  const [typed, setTyped] = useState('');
  const nameOf = useNames();
  const offered = useOfferedCounties(CODES.test(typed) ? '' : typed);
  // A link brings a code alone.
  const named = value.map(({ fips, name }) => ({ fips, name: name || nameOf(fips) }));
  const known = new Map([...named, ...(offered ?? [])].map((county) => [county.fips, county]));

  const addCodes = (text: string) => {
    const codes = [...new Set(text.match(/\d{5}/g))].filter((fips) => !known.has(fips));
    const found = codes.map((fips) => ({ fips, name: nameOf(fips) })).filter(({ name }) => name !== '');
    onChange([...named, ...found]);
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
        if (CODES.test(text)) addCodes(text);
      }}
      data={[...known.values()].map((county) => ({ value: county.fips, label: shortCounty(county) }))}
      // The server matches any spelling.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={offered === undefined ? undefined : 'No county of that name'}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

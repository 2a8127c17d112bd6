/** The middle of a circle: a saved company, a city with its state, or two numbers. */
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useListCitiesQuery } from '@/shared/api/api';
import { listed, useListSavedCompaniesQuery } from '@/shared/companies/companies-api';
import { stateCode } from '@/shared/lib/us-states';
import type { Position } from '@/shared/map/map-point';
import { positionOfText, shortPosition } from './area-draft';

const ASK_AFTER_MS = 200;
const MOST_OFFERED = 5;

export interface Center {
  position: Position;
  /** Empty for a position that has no name. */
  name: string;
}

interface AroundInputProps {
  center: Center | null;
  /** The form's state, whose cities are offered where none is typed. */
  state: string;
  onChange: (center: Center | null) => void;
  error: string | null;
}

export function AroundInput({ center, state, onChange, error }: AroundInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (center === null ? '' : center.name || shortPosition(center.position));
  const offered = useOffered(typed ?? '', state);
  return (
    <Autocomplete
      label="Around"
      description="A city and its state, a saved company, or numbers"
      placeholder="e.g. Bend, OR"
      name="area"
      error={error}
      value={shown}
      data={offered.map(({ label }) => label)}
      filter={({ options }) => options}
      onChange={(text) => {
        setTyped(text);
        const position = positionOfText(text);
        const named = offered.find(({ label }) => label === text);
        onChange(named?.center ?? (position === null ? null : { position, name: '' }));
      }}
      onBlur={() => {
        // What was chosen on the map meanwhile shows again.
        if (center !== null) setTyped(null);
      }}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

interface Offered {
  label: string;
  center: Center;
}

function useOffered(typed: string, formState: string): Offered[] {
  const [text] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const isNumbers = positionOfText(text) !== null;
  const { city, state } = cityOf(text, formState);
  const cities = useListCitiesQuery(
    { state: state ?? '', prefix: city, limit: MOST_OFFERED },
    { skip: state === null || city === '' || isNumbers },
  );
  const companies = useListSavedCompaniesQuery(
    { search: text, page: 1, limit: MOST_OFFERED },
    { skip: text.length < 2 || isNumbers },
  );
  const places = cities.currentData?.cities ?? [];
  const saved = listed(companies.currentData)?.companies ?? [];
  const offered = [
    ...places.map(({ name, latitude, longitude }) => of(`${name}, ${state ?? ''}`, latitude, longitude)),
    ...saved.flatMap(({ company_name: name, city: town, latitude, longitude }) =>
      latitude == null || longitude == null
        ? []
        : of([name, town].filter((part) => part != null).join(', '), latitude, longitude),
    ),
  ];
  // Labels are what tells them apart.
  return [...new Map(offered.map((one) => [one.label, one])).values()];
}

function of(label: string, latitude: number, longitude: number): Offered {
  return { label, center: { position: { latitude, longitude }, name: label } };
}

/** 'Bend, OR' and 'Bend OR' name their state; 'Bend' is of the form's. */
function cityOf(text: string, formState: string): { city: string; state: string | null } {
  const found = /^(.*?)[,\s]+(\S[^,]*)$/.exec(text);
  const named = stateCode(found?.[2] ?? '');
  return named === null
    ? { city: text, state: stateCode(formState) }
    : { city: found?.[1]?.trim() ?? '', state: named };
}

/** What a search looks for and where: its term, its state, and cities or an area in their place. */
import { Anchor, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { LONGEST_STATE, stateName, typedState } from '@/shared/lib/us-states';
import type { AreaDraft, AreaKind } from '../area/area-draft';
import { AreaFields } from '../area/AreaFields';
import { CitiesInput } from './CitiesInput';
import { LONGEST_TERM, parseCities, type SearchDraft } from './search-form';

export interface PlaceProps extends Pick<SearchDraft, 'by' | 'area'> {
  onBy: (by: SearchDraft['by']) => void;
  onArea: (change: (area: AreaDraft) => AreaDraft) => void;
  /** The map of the area, below its fields; null if it stands elsewhere. */
  map: ReactNode;
  /** What is said of so many cities or counties. */
  countText: (count: number, one: string, many: string) => string;
}

interface SearchFieldsProps {
  form: UseFormReturnType<SearchDraft>;
  place: PlaceProps;
  /** A field beside the state. */
  children?: ReactNode;
}

export function SearchFields({ form, place, children }: SearchFieldsProps) {
  return (
    <>
      <TextInput
        label="Search Term"
        placeholder="e.g. coffee shop"
        maxLength={LONGEST_TERM}
        {...form.getInputProps('term')}
      />
      <Group gap="sm" align="flex-start">
        <TextInput
          label="State"
          description={
            place.by === 'cities'
              ? (stateName(form.values.state) ?? 'Its two-letter code')
              : 'Not needed with an area'
          }
          disabled={place.by !== 'cities'}
          placeholder="e.g. OR"
          maxLength={LONGEST_STATE}
          autoCapitalize="characters"
          autoComplete="off"
          flex="1 1 9rem"
          {...form.getInputProps('state')}
          onChange={(event) => {
            form.setFieldValue('state', typedState(event.currentTarget.value));
          }}
        />
        {children}
      </Group>
      <Place form={form} place={place} />
    </>
  );
}

/** Cities, or an area in their place. */
function Place({ form, place }: Omit<SearchFieldsProps, 'children'>) {
  const { by, area, onBy, onArea, map, countText } = place;
  const [lastKind, setLastKind] = useState<AreaKind>(by === 'cities' ? 'counties' : by);
  const choose = (kind: AreaKind) => {
    setLastKind(kind);
    onBy(kind);
  };
  const cityCount = parseCities(form.values.cities).length;
  return (
    <Stack gap={6}>
      {by === 'cities' ? (
        <CitiesInput
          label="Cities"
          description={cityCount === 0 ? 'Separated by commas' : countText(cityCount, 'city', 'cities')}
          placeholder={form.values.cities === '' ? 'e.g. Portland, Bend' : ''}
          state={form.values.state}
          {...form.getInputProps('cities')}
          value={form.values.cities}
        />
      ) : (
        <AreaFields
          kind={by}
          area={area}
          state={form.values.state}
          error={typeof form.errors.area === 'string' ? form.errors.area : null}
          countText={countText}
          onKind={choose}
          onArea={onArea}
        />
      )}
      {map}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() => {
          if (by === 'cities') choose(lastKind);
          else onBy('cities');
        }}
      >
        {by === 'cities' ? 'Search by county, radius or map area' : 'Search by city'}
      </Anchor>
    </Stack>
  );
}

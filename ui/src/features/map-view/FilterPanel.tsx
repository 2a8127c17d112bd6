/** The groups of filters, folded at first. What is chosen in them is the page's. */
import { Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Checks, type ChecksProps } from '@/shared/filters/Checks';
import { withChosen } from '@/shared/filters/choices';
import { ClearAll } from '@/shared/filters/ClearAll';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { OneOf } from '@/shared/filters/OneOf';
import { SCORE_BANDS } from '@/shared/score/score';
import { statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusDot';
import { countChosen, NO_FILTERS, offeredCities, type Choices, type Filters } from './filters';
import classes from './MapView.module.css';

const BANDS = SCORE_BANDS.map(({ band, word }) => ({ value: band, label: `${band} ${word}` }));

export interface FilterPanelProps {
  choices: Choices;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The filters as they stand beside the map. */
export function FilterPanel(props: FilterPanelProps) {
  return (
    <aside className={classes.filters} aria-label="Filters">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Filters
        </Title>
        <ClearAll
          count={countChosen(props.filters)}
          onClear={() => {
            props.onChange(NO_FILTERS);
          }}
        />
      </Group>
      <div className={classes.groups}>
        <FilterGroups {...props} />
      </div>
    </aside>
  );
}

export function FilterGroups({ choices, filters, onChange }: FilterPanelProps) {
  const { status, industry, state, city } = filters;
  return (
    <div>
      <FilterGroup title="Account Status" chosen={status.length}>
        <Checks
          choices={choices.status}
          chosen={status}
          label={(value) => (
            <>
              <StatusDot status={value} />
              {statusLook(value).label}
            </>
          )}
          onChange={(next) => {
            onChange({ ...filters, status: next });
          }}
        />
      </FilterGroup>
      <FilterGroup title="Market Intelligence Score" chosen={filters.score === null ? 0 : 1}>
        <OneOf
          label="Market Intelligence Score"
          all="Show All"
          choices={BANDS}
          chosen={filters.score}
          onChange={(chosen) => {
            onChange({ ...filters, score: SCORE_BANDS.find(({ band }) => band === chosen)?.band ?? null });
          }}
        />
      </FilterGroup>
      <FilterGroup title="Industry" chosen={industry.length}>
        <Checks
          choices={withChosen(choices.industry, industry)}
          chosen={industry}
          onChange={(next) => {
            onChange({ ...filters, industry: next });
          }}
        />
      </FilterGroup>
      <FilterGroup title="States" chosen={state.length}>
        <Checks
          choices={withChosen(choices.state, state)}
          chosen={state}
          onChange={(next) => {
            onChange({ ...filters, state: next });
          }}
        />
      </FilterGroup>
      <FilterGroup title="Cities" chosen={city.length}>
        <Cities
          choices={choices.city}
          chosen={city}
          onChange={(next) => {
            onChange({ ...filters, city: next });
          }}
        />
      </FilterGroup>
    </div>
  );
}

function Cities({ choices, chosen, onChange }: ChecksProps<string>) {
  const [search, setSearch] = useState('');
  const { offered, more } = offeredCities(choices, chosen, search);
  return (
    <>
      <TextInput
        size="xs"
        className={classes.city ?? ''}
        label="Find a city"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      {offered.length === 0 && search.trim() !== '' ? (
        <Text size="sm" c="dimmed" role="status">
          No city has this name.
        </Text>
      ) : (
        <Checks choices={offered} chosen={chosen} onChange={onChange} />
      )}
      {more ? (
        <Text size="xs" c="dimmed">
          Showing top 10 cities. Use search to find more.
        </Text>
      ) : null}
    </>
  );
}

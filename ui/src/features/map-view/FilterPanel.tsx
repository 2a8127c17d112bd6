/** The filter groups, collapsed at first. The page holds the chosen values. */
import { Group, Title } from '@mantine/core';
import { countGroups, NO_GROUPS } from '@/shared/companies/company-filters';
import { Checks, OneOf } from '@/shared/filters/Checks';
import { withChosen } from '@/shared/filters/choices';
import { ClearAll } from '@/shared/filters/ClearAll';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { LongChecks } from '@/shared/filters/LongChecks';
import { SCORE_BANDS } from '@/shared/score/score';
import { statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusChip';
import type { Choices, Filters } from './filters';
import classes from './MapView.module.css';

const BANDS = SCORE_BANDS.map(({ band, word }) => ({ value: band, label: `${band} ${word}` }));

const CITY_WORDS = {
  find: 'Find a city',
  none: 'No city has this name.',
  more: () => 'Showing top 10 cities. Use search to find more.',
};

interface FilterPanelProps {
  choices: Choices;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The filters beside the map. */
export function FilterPanel(props: FilterPanelProps) {
  return (
    <aside className={classes.filters} aria-label="Filters">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Filters
        </Title>
        <ClearAll
          count={countGroups(props.filters)}
          onClear={() => {
            props.onChange(NO_GROUPS);
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
      <FilterGroup title="Market Intelligence Score" chosen={filters.score.length}>
        <OneOf
          label="Market Intelligence Score"
          all="Show All"
          choices={BANDS}
          chosen={filters.score[0] ?? null}
          onChange={(chosen) => {
            onChange({ ...filters, score: chosen === null ? [] : [chosen] });
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
        <LongChecks
          alwaysSearched
          words={CITY_WORDS}
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

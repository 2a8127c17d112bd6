import { Checkbox, Text } from '@mantine/core';
import type { Facets } from '@/shared/companies/companies-api';
import { Checks } from '@/shared/filters/Checks';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { SCORE_BANDS } from '@/shared/score/score';
import { statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusDot';
import type { Filters, Group } from '../companies-address';
import { STATUSES } from '../changes/StatusMenu';
import { LongChecks } from './LongChecks';

interface FilterGroupsProps {
  /** Undefined while they load. */
  facets: Facets | undefined;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const LONG = [
  { group: 'industry', facet: 'industries', title: 'Industry', name: 'an industry' },
  { group: 'state', facet: 'states', title: 'States', name: 'a state' },
  { group: 'city', facet: 'cities', title: 'Cities', name: 'a city' },
  { group: 'tag', facet: 'tags', title: 'Tags', name: 'a tag' },
] as const;

/** The groups of filters, folded at first, with what the saved companies have. */
export function FilterGroups({ facets, filters, onChange }: FilterGroupsProps) {
  const set = (group: Group) => (values: readonly string[]) => {
    onChange({ ...filters, [group]: values });
  };
  if (facets === undefined) {
    return (
      <Text size="sm" c="dimmed" role="status" py="sm">
        Loading the filters...
      </Text>
    );
  }
  const counts = new Map(facets.statuses.map(({ value, count }) => [value, count]));
  return (
    <div>
      <FilterGroup title="Account Status" chosen={filters.status.length}>
        <Checks
          choices={STATUSES.map((value) => ({ value, count: counts.get(value) ?? 0 }))}
          chosen={filters.status as typeof STATUSES}
          label={(value) => (
            <>
              <StatusDot status={value} />
              {statusLook(value).label}
            </>
          )}
          onChange={set('status')}
        />
      </FilterGroup>
      <FilterGroup title="Market Intelligence Score" chosen={filters.score.length}>
        <Scores chosen={filters.score} onChange={set('score')} />
      </FilterGroup>
      {LONG.map(({ group, facet, title, name }) => (
        <FilterGroup key={group} title={title} chosen={filters[group].length}>
          <LongChecks name={name} choices={facets[facet]} chosen={filters[group]} onChange={set(group)} />
        </FilterGroup>
      ))}
    </div>
  );
}

interface ScoresProps {
  chosen: readonly string[];
  onChange: (bands: readonly string[]) => void;
}

function Scores({ chosen, onChange }: ScoresProps) {
  return SCORE_BANDS.map(({ band, word }) => (
    <Checkbox
      key={band}
      size="xs"
      label={`${band} ${word}`}
      checked={chosen.includes(band)}
      onChange={(event) => {
        const others = chosen.filter((each) => each !== band);
        onChange(event.currentTarget.checked ? [...others, band] : others);
      }}
    />
  ));
}

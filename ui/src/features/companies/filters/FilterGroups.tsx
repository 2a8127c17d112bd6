import type { Facets } from '@/shared/companies/companies-api';
import { Checks } from '@/shared/filters/Checks';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { LongChecks } from '@/shared/filters/LongChecks';
import { formatNumber } from '@/shared/lib/format';
import { SCORE_BANDS } from '@/shared/score/score';
import { STATUSES, statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusDot';
import type { Filters, Group } from '../companies-address';
import { filterWord } from './filter-words';

interface FilterGroupsProps {
  facets: Facets;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const BANDS = SCORE_BANDS.map(({ band: value }) => ({ value }));

const LONG = [
  { group: 'industry', facet: 'industries', title: 'Industry', one: 'industry', a: 'an' },
  { group: 'state', facet: 'states', title: 'States', one: 'state', a: 'a' },
  { group: 'city', facet: 'cities', title: 'Cities', one: 'city', a: 'a' },
  { group: 'tag', facet: 'tags', title: 'Tags', one: 'tag', a: 'a' },
] as const;

/** The groups of filters, folded at first, with what the saved companies have. */
export function FilterGroups({ facets, filters, onChange }: FilterGroupsProps) {
  const set = (group: Group) => (values: readonly string[]) => {
    onChange({ ...filters, [group]: values });
  };
  const counts = new Map(facets.statuses.map(({ value, count }) => [value, count]));
  return (
    <div>
      <FilterGroup title="Account Status" chosen={filters.status.length}>
        <Checks
          choices={STATUSES.map((value) => ({ value, count: counts.get(value) ?? 0 }))}
          chosen={filters.status}
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
        <Checks
          choices={BANDS}
          chosen={filters.score}
          label={(value) => filterWord('score', value)}
          onChange={set('score')}
        />
      </FilterGroup>
      {LONG.map(({ group, facet, title, one, a }) => (
        <FilterGroup key={group} title={title} chosen={filters[group].length}>
          <LongChecks
            choices={facets[facet]}
            chosen={filters[group]}
            words={{
              find: `Find ${a} ${one}`,
              none: `No ${one} has this name.`,
              more: (found, shown) =>
                `Showing ${formatNumber(shown)} of ${formatNumber(found)}. Search to find more.`,
            }}
            onChange={set(group)}
          />
        </FilterGroup>
      ))}
    </div>
  );
}

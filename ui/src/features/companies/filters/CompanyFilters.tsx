/** The 'Filters' button and what it opens: a popover on a desktop, a bottom sheet on a phone. */
import { Button, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Facets } from '@/shared/companies/companies-api';
import { Checks } from '@/shared/filters/Checks';
import { ClearAll } from '@/shared/filters/ClearAll';
import { FilterGroup } from '@/shared/filters/FilterGroup';
import { FilterSheet } from '@/shared/filters/FilterSheet';
import { LongChecks } from '@/shared/filters/LongChecks';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { SCORE_BANDS } from '@/shared/score/score';
import { STATUSES, statusLook } from '@/shared/status/contact-status';
import { StatusDot } from '@/shared/status/StatusChip';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { ToastPlace } from '@/shared/ui/Toast';
import { usePhone } from '@/shared/ui/use-phone';
import {
  CONTACTS,
  countFilters,
  NO_FILTERS,
  type CompaniesAddress,
  type Filters,
  type Group,
} from '../companies-address';
import { useFacets } from '../use-companies';
import { filterWord, SWITCH_WORDS } from './ChosenFilters';
import { SavedFilterList, useSavedFilters } from './SavedFilterList';
import classes from './Filters.module.css';

interface CompanyFiltersProps {
  address: CompaniesAddress;
  /** The number of matches; null if unknown. */
  found: number | null;
}

export function CompanyFilters({ address, found }: CompanyFiltersProps) {
  const phone = usePhone();
  const [opened, { close, toggle }] = useDisclosure(false);
  const count = countFilters(address.filters);
  const clear = () => {
    address.change({ filters: NO_FILTERS });
  };
  if (phone) {
    return (
      <FilterSheet
        count={count}
        onClear={clear}
        show={found === null ? 'Show companies' : `Show ${formatCounted(found, 'company', 'companies')}`}
      >
        <Groups address={address} />
      </FilterSheet>
    );
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button variant="default" size="sm" onClick={toggle}>
          {count === 0 ? 'Filters' : `Filters ${formatNumber(count)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" className={classes.dropdown ?? ''}>
        <div className={classes.groups}>
          <Groups address={address} />
        </div>
        <div className={classes.foot}>
          <ClearAll count={count} onClear={clear} />
        </div>
        <ToastPlace />
      </Popover.Dropdown>
    </Popover>
  );
}

function Groups({ address: { search, filters, change } }: Pick<CompanyFiltersProps, 'address'>) {
  const query = useFacets(true);
  const { facets, error } = query;
  const savedFilters = useSavedFilters();
  const narrowed = countFilters(filters) > 0 || search.trim() !== '';
  return (
    <>
      {facets !== undefined ? (
        <FilterGroups
          facets={facets}
          filters={filters}
          onChange={(next) => {
            change({ filters: next });
          }}
        />
      ) : error === undefined ? (
        <Text size="sm" c="dimmed" role="status" py="sm">
          Loading the filters...
        </Text>
      ) : (
        <LoadFailure text="The filters could not be loaded." query={query} />
      )}
      <SavedFilterList filters={savedFilters} now={narrowed ? { search, filters } : null} onUse={change} />
    </>
  );
}

interface FilterGroupsProps {
  facets: Facets;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const BANDS = SCORE_BANDS.map(({ band: value }) => ({ value }));

const CHANGED = [{ value: 'changed' as const }];

const LONG = [
  { group: 'industry', facet: 'industries', title: 'Industry', one: 'industry', a: 'an' },
  { group: 'state', facet: 'states', title: 'States', one: 'state', a: 'a' },
  { group: 'city', facet: 'cities', title: 'Cities', one: 'city', a: 'a' },
  { group: 'tag', facet: 'tags', title: 'Tags', one: 'tag', a: 'a' },
] as const;

/** The filter groups, collapsed at first, with the values of the saved companies. */
function FilterGroups({ facets, filters, onChange }: FilterGroupsProps) {
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
      <FilterGroup title="Contact" chosen={CONTACTS.filter((name) => filters[name]).length}>
        <Checks
          choices={CONTACTS.map((value) => ({ value }))}
          chosen={CONTACTS.filter((name) => filters[name])}
          label={(name) => SWITCH_WORDS[name]}
          onChange={(chosen) => {
            const now = CONTACTS.map((name) => [name, chosen.includes(name)] as const);
            onChange({ ...filters, ...Object.fromEntries(now) });
          }}
        />
      </FilterGroup>
      <FilterGroup title="Listing" chosen={filters.changed ? 1 : 0}>
        <Checks
          choices={CHANGED}
          chosen={filters.changed ? ['changed'] : []}
          label={(name) => SWITCH_WORDS[name]}
          onChange={(chosen) => {
            onChange({ ...filters, changed: chosen.length > 0 });
          }}
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

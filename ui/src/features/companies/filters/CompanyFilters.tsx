/** The button 'Filters' and what it opens: beside it on a desktop, a sheet from below on a phone. */
import { Button, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ClearAll } from '@/shared/filters/ClearAll';
import { FilterSheet } from '@/shared/filters/FilterSheet';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { ToastPlace } from '@/shared/ui/Toast';
import { usePhone } from '@/shared/ui/use-phone';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { countFilters, NO_FILTERS, type CompaniesAddress } from '../companies-address';
import { useFacets } from '../use-companies';
import { FilterGroups } from './FilterGroups';
import { SavedFilterList } from './SavedFilterList';
import { useSavedFilters } from './saved-filters';
import classes from './Filters.module.css';

interface CompanyFiltersProps {
  address: CompaniesAddress;
  /** How many match; null where nothing says so. */
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

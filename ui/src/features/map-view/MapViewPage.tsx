/** /map-view: the saved companies on a map. Filters, view and visits are in the address. */
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { countGroups, NO_GROUPS } from '@/shared/companies/company-filters';
import { useUser } from '@/shared/auth/auth-context';
import { unpacked, useListSavedCompaniesQuery } from '@/shared/companies/companies-api';
import { FilterSheet } from '@/shared/filters/FilterSheet';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Empty, QueryState } from '@/shared/ui/QueryState';
import { CompaniesMap, NO_ROOM_FOR_FILTERS } from './CompaniesMap';
import { FilterGroups } from './FilterPanel';
import { mappedCompany, type MappedCompany } from './mapped-company';
import { useCompaniesMap, type CompaniesMapState } from './use-companies-map';
import classes from './MapView.module.css';

const NOTHING: readonly MappedCompany[] = [];

export function MapViewPage() {
  const { sub: userId } = useUser();
  const { currentData, error, isFetching, refetch } = useListSavedCompaniesQuery(
    { userId, form: 'packed' },
    { refetchOnMountOrArgChange: true },
  );
  const companies = useMemo(
    () => (currentData === undefined ? undefined : unpacked(currentData).map(mappedCompany)),
    [currentData],
  );
  const state = useCompaniesMap(companies ?? NOTHING);
  return (
    <>
      <Anchor component={Link} to={paths.myCompanies()} size="sm" className={classes.back ?? ''}>
        Back to My Companies
      </Anchor>
      <PageHeader>{companies === undefined ? null : <Tools state={state} />}</PageHeader>
      <QueryState
        query={{ currentData: companies, error, isFetching, refetch }}
        loading={{
          text: 'Loading company locations...',
          skeleton: <Skeleton className={classes.bones} radius="md" />,
        }}
        failure={{
          title: 'Companies not loaded',
          message: () => 'Unable to load companies for map view. Please try again.',
        }}
        empty={{ when: isNonePlaced, content: <NonePlaced of={state.companies.length} /> }}
        minHeight={440}
      >
        {() => <CompaniesMap state={state} />}
      </QueryState>
    </>
  );
}

function isNonePlaced(companies: readonly MappedCompany[]): boolean {
  return companies.every(({ position }) => position === null);
}

function NonePlaced({ of }: { of: number }) {
  return (
    <Empty
      title="No companies could be mapped"
      hint={
        of === 0
          ? 'You have not saved any companies yet.'
          : `${formatCounted(of, 'company has', 'companies have')} no coordinates.`
      }
    />
  );
}

/** How many are shown, and actions on them. */
function Tools({ state }: { state: CompaniesMapState }) {
  const { choices, filters, setFilters, companies, points, placed, visit, setVisit, orderVisits } = state;
  const narrow = useMediaQuery(NO_ROOM_FOR_FILTERS, false, { getInitialValueInEffect: false });
  if (isNonePlaced(companies)) return null;
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" role="status" className={classes.counter ?? ''}>
        {formatNumber(placed)} of {formatCounted(companies.length, 'company', 'companies')} shown
        {placed < points.length ? `, ${formatNumber(points.length - placed)} without coordinates` : ''}
      </Text>
      {narrow ? (
        <FilterSheet
          count={countGroups(filters)}
          onClear={() => {
            setFilters(NO_GROUPS);
          }}
          show={`Show ${formatCounted(points.length, 'company', 'companies')}`}
        >
          <FilterGroups choices={choices} filters={filters} onChange={setFilters} />
        </FilterSheet>
      ) : null}
      <Button
        variant="default"
        size="sm"
        disabled={placed === 0 && visit === null}
        aria-pressed={visit !== null}
        className={classes.pressed ?? ''}
        onClick={() => {
          if (visit === null) orderVisits();
          else setVisit(null);
        }}
      >
        Visit order
      </Button>
    </Group>
  );
}

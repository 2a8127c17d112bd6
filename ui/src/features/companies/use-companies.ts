/** What the page asks the server for: the companies of a page, and how many there are of all. */
import { useUser } from '@/shared/auth/auth-context';
import { useListSavedCompaniesQuery, type Facets } from '@/shared/companies/companies-api';
import type { Sort } from '@/shared/table/sort';
import { filterArguments, today, type Wanted } from './companies-address';
import { PAGE_SIZE } from './list/page-window';

/** Another tab, or the server, may have changed them meanwhile. */
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true };

/** How many are saved, are due today, and have old facts. */
export function useOverview() {
  const { sub: userId } = useUser();
  return useListSavedCompaniesQuery({ userId, due: today(), page: 1, limit: 1 }, FRESH);
}

/** A page of those that match; `fields` is null as long as it is not known what to ask for. */
export function useCompanies(
  { search, filters, page, view }: Wanted,
  sort: Sort | null,
  fields: readonly string[] | null,
) {
  const { sub: userId } = useUser();
  return useListSavedCompaniesQuery(
    {
      userId,
      ...filterArguments({ search, filters }, today()),
      ...(sort === null
        ? {}
        : { sort: sort.column, order: sort.direction === 'descending' ? 'desc' : 'asc' }),
      ...(fields === null || fields.length === 0 ? {} : { fields: fields.join(',') }),
      page,
      limit: PAGE_SIZE,
    },
    { ...FRESH, skip: view !== 'list' || fields === null },
  );
}

/** What there is to filter by; asked once somebody wants to know. */
export function useFacets(wanted: boolean): Facets | undefined {
  const { sub: userId } = useUser();
  const { data } = useListSavedCompaniesQuery(
    { userId, facets: true, page: 1, limit: 1 },
    { skip: !wanted, refetchOnMountOrArgChange: true },
  );
  return data?.facets;
}

/** What the page asks the server: a page of companies, and the totals. */
import { useUser } from '@/shared/auth/auth-context';
import { listed, useListSavedCompaniesQuery, type Facets } from '@/shared/companies/companies-api';
import { today } from '@/shared/lib/day';
import { filterArguments, sortArguments, type Wanted } from './companies-address';
import { PAGE_SIZE } from './list/Pagination';

/** Another tab or the server may have changed them. */
export const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true };

/** How many are saved, due today, and have old facts, for views that load no page of them. */
export function useOverview({ skip }: { skip: boolean }) {
  const { sub: userId } = useUser();
  const query = useListSavedCompaniesQuery({ userId, today: today(), page: 1, limit: 1 }, { ...FRESH, skip });
  return { ...query, data: listed(query.data), currentData: listed(query.currentData) };
}

/** A page of matches; `fields` is null until it is known what to ask for. */
export function useCompanies(
  { search, filters, sort, page }: Wanted,
  { fields, skip }: { fields: readonly string[] | null; skip: boolean },
) {
  const { sub: userId } = useUser();
  const query = useListSavedCompaniesQuery(
    {
      userId,
      ...filterArguments({ search, filters }, today()),
      ...sortArguments(sort),
      ...(fields === null || fields.length === 0 ? {} : { fields: fields.join(',') }),
      page,
      limit: PAGE_SIZE,
    },
    { ...FRESH, skip: skip || fields === null },
  );
  return { ...query, data: listed(query.data), currentData: listed(query.currentData) };
}

/** The values to filter by; loaded when first needed. */
export function useFacets(wanted: boolean) {
  const { sub: userId } = useUser();
  const query = useListSavedCompaniesQuery(
    { userId, facets: true, page: 1, limit: 1 },
    { skip: !wanted, refetchOnMountOrArgChange: true },
  );
  const facets: Facets | undefined = listed(query.data)?.facets ?? undefined;
  return { ...query, facets };
}

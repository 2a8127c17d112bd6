/**
 * The calls of saved companies, for the list, the board and the map. Whatever changes a company makes every
 * list of them old, in this tab and in the others.
 */
import { api } from '@/shared/api/api';
import type {
  ContactStatus,
  CompaniesBody,
  CompanyChanges,
  CompanyFacets,
  ListBody,
  ListedCompany,
  ListSavedCompaniesApiArg,
} from '@/shared/api/generated';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { changesCompanies, hearChanges } from './companies-in-tabs';

export type SavedCompany = ListedCompany;
export type CompanyList = CompaniesBody;
export type Changes = CompanyChanges;
export type Facets = CompanyFacets;

/** What lists can be sorted by, other columns cannot. */
export type SortBy = NonNullable<ListSavedCompaniesApiArg['sort']>;

/** Everything but how the answer is shaped. */
export type CompanyFilters = Pick<
  ListSavedCompaniesApiArg,
  'search' | 'status' | 'industry' | 'state' | 'city' | 'tag' | 'score' | 'today' | 'due' | 'stale'
>;

/** The most companies that one call changes. */
export const MOST_CHANGES_AT_ONCE = 1_000;

const companiesApi = api.enhanceEndpoints({
  endpoints: {
    listSavedCompanies: { providesTags: ['Companies'], onCacheEntryAdded: hearChanges },
    saveCompanies: changesCompanies,
    removeSavedCompanies: changesCompanies,
    restoreSavedCompanies: changesCompanies,
    setCompanyStatuses: changesCompanies,
    tagCompanies: changesCompanies,
    setFollowUps: changesCompanies,
    refreshSavedCompanies: { ...changesCompanies, invalidatesTags: ['Companies', 'Credits', 'History'] },
  },
});

export const {
  useListSavedCompaniesQuery,
  useSaveCompaniesMutation,
  useRemoveSavedCompaniesMutation,
  useRestoreSavedCompaniesMutation,
  useSetCompanyStatusesMutation,
  useTagCompaniesMutation,
  useSetFollowUpsMutation,
  useRefreshSavedCompaniesMutation,
} = companiesApi;

/** A row of `form=packed`: what a map needs of a company. */
export interface PackedCompany {
  company_id: string;
  session_id: string;
  row_idx: number;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  industry: string | null;
  status: ContactStatus;
  score: number | null;
  latitude: number | null;
  longitude: number | null;
  follow_up_date: string | null;
}

/** The rows of an answer to `form: 'packed'`. */
export function unpacked(answer: ListBody): PackedCompany[] {
  if (!('rows' in answer)) return [];
  const { columns, rows } = answer;
  return rows.map(
    (row) =>
      Object.fromEntries(
        columns.map((column, index) => [column, row[index] ?? null]),
      ) as unknown as PackedCompany,
  );
}

/** An answer to any other form. */
export function listed(answer: ListBody | undefined): CompanyList | undefined {
  return answer === undefined || !('companies' in answer) ? undefined : answer;
}

/** Asks for all that match, once: for changes to more companies than a page shows. */
export function useAskForAll(): (filters: CompanyFilters & { userId: string }) => Promise<PackedCompany[]> {
  const dispatch = useAppDispatch();
  return async (filters) => {
    const asked = companiesApi.endpoints.listSavedCompanies.initiate(
      { ...filters, form: 'packed' },
      { subscribe: false, forceRefetch: true },
    );
    return unpacked(await dispatch(asked).unwrap());
  };
}

/** Asks how many companies the user has saved; null where that cannot be had. */
export function useAskForSaved(): (userId: string) => Promise<number | null> {
  const dispatch = useAppDispatch();
  return async (userId) => {
    const asked = companiesApi.endpoints.listSavedCompanies.initiate(
      { userId, page: 1, limit: 1 },
      { subscribe: false, forceRefetch: true },
    );
    return (await dispatch(asked)).data?.saved_total ?? null;
  };
}

interface Move {
  company: SavedCompany;
  to: ContactStatus;
  /** The lists that it leaves and comes to, as they were asked for. */
  source: ListSavedCompaniesApiArg;
  target: ListSavedCompaniesApiArg;
}

/** Shows a company in another list before the server has moved it; answers how to take that back. */
export function showMoved(dispatch: AppDispatch, { company, to, source, target }: Move): () => void {
  const patch = (asked: ListSavedCompaniesApiArg, change: (list: CompanyList) => void) =>
    dispatch(
      companiesApi.util.updateQueryData('listSavedCompanies', asked, (answer) => {
        const list = listed(answer);
        if (list !== undefined) change(list);
      }),
    );
  const left = patch(source, (list) => {
    list.companies = list.companies.filter(({ company_id: id }) => id !== company.company_id);
    list.total_count -= 1;
  });
  const reached = patch(target, (list) => {
    list.companies.unshift({ ...company, contact_status: to });
    list.total_count += 1;
  });
  return () => {
    left.undo();
    reached.undo();
  };
}

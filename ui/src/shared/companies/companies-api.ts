/**
 * The calls for saved companies, used by list, board and map. Every change invalidates all lists of companies, in
 * this tab and the others.
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
import { changesCompanies, invalidateFromTabs } from './companies-in-tabs';

export type SavedCompany = ListedCompany;
export type CompanyList = CompaniesBody;
export type Changes = CompanyChanges;
export type Facets = CompanyFacets;

/** What lists can be sorted by; other columns cannot. */
export type SortBy = NonNullable<ListSavedCompaniesApiArg['sort']>;

/** Everything but the shape of the answer. */
export type CompanyFilters = Pick<
  ListSavedCompaniesApiArg,
  | 'search'
  | 'status'
  | 'industry'
  | 'state'
  | 'city'
  | 'tag'
  | 'score'
  | 'today'
  | 'due'
  | 'stale'
  | 'changed'
  | 'hasEmail'
  | 'hasPhone'
  | 'websiteRead'
>;

/** The most companies that one call changes. */
export const MOST_CHANGES_AT_ONCE = 1_000;

const companiesApi = api.enhanceEndpoints({
  endpoints: {
    listSavedCompanies: { providesTags: ['Companies'], onCacheEntryAdded: invalidateFromTabs },
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

/** A row of `form=packed`: what the map needs. */
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

/** An answer in any other form. */
export function listed(answer: ListBody | undefined): CompanyList | undefined {
  return answer === undefined || !('companies' in answer) ? undefined : answer;
}

/** Fetches all matches at once, for changes to more companies than a page shows. */
export function useFetchAll(): (filters: CompanyFilters & { userId: string }) => Promise<PackedCompany[]> {
  const dispatch = useAppDispatch();
  return async (filters) => {
    const asked = companiesApi.endpoints.listSavedCompanies.initiate(
      { ...filters, form: 'packed' },
      { subscribe: false, forceRefetch: true },
    );
    return unpacked(await dispatch(asked).unwrap());
  };
}

/** Fetches how many companies the user has saved; null if that fails. */
export function useFetchSavedCount(): (userId: string) => Promise<number | null> {
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
  /** The lists it leaves and enters, by their arguments. */
  source: ListSavedCompaniesApiArg;
  target: ListSavedCompaniesApiArg;
}

/** Shows a company in another list before the server has moved it; returns how to undo that. */
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

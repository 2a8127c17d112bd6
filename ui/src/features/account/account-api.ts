/** The calls of the account page, and what a save invalidates. */
import { api } from '@/shared/api/api';
import type { CrmBody, GetCrmDataApiArg } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { changesCompanies, invalidateFromTabs } from '@/shared/companies/companies-in-tabs';

const accountApi = api.enhanceEndpoints({
  endpoints: {
    // The history depends on results: jobs invalidate it when they end, as does their enrichment. Not the search
    // page's calls: they hold no subscription and would be dropped while being read.
    getJobResult: { providesTags: (_, _failure, { form }) => (form === 'rows' ? ['History'] : []) },
    getBusinessData: { providesTags: ['History'] },
    listCrmFields: { keepUnusedDataFor: 3600 },
    getCrmData: { providesTags: ['Crm'], onCacheEntryAdded: invalidateFromTabs },
    getTimeline: { providesTags: ['Crm'] },
    saveCompany: changesCompanies,
    saveCrmData: {
      ...changesCompanies,
      invalidatesTags: (_, failure) => (failure === undefined ? ['Crm', 'Companies'] : []),
      onQueryStarted: async (written, { dispatch, queryFulfilled }) => {
        const { sessionKey, rowIdx } = written.writeCrm;
        const told = changesCompanies.onQueryStarted(written, { queryFulfilled });
        await queryFulfilled.then(
          ({ data }) => {
            // Fills the form at once.
            const show = api.util.updateQueryData('getCrmData', { sessionKey, rowIdx }, () => data);
            dispatch(show);
          },
          () => undefined,
        );
        await told;
      },
    },
  },
});

export const {
  useGetBusinessDataQuery,
  useGetCrmDataQuery,
  useGetJobResultQuery,
  useGetTimelineQuery,
  useListCrmFieldsQuery,
  useSaveCompanyMutation,
  useSaveCrmDataMutation,
} = accountApi;

/** The record as stored now; undefined if it cannot be loaded. */
export async function fetchRecord(dispatch: AppDispatch, of: GetCrmDataApiArg): Promise<CrmBody | undefined> {
  const fresh = { subscribe: false, forceRefetch: true };
  const { data, isError } = await dispatch(accountApi.endpoints.getCrmData.initiate(of, fresh));
  // The previous answer is kept when the call fails.
  return isError ? undefined : data;
}

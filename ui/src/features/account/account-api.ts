/** The calls of a business's page, and what a save makes old. */
import { api } from '@/shared/api/api';
import type { CrmBody, GetCrmDataApiArg } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { changesCompanies, hearChanges } from '@/shared/companies/companies-in-tabs';

const accountApi = api.enhanceEndpoints({
  endpoints: {
    // What the jobs of the history have come to: they say so at their end, as does their enrichment.
    // Not those that the search page asks for, which nothing holds: they would go while they are read.
    getJobResult: { providesTags: (_, _failure, { form }) => (form === 'rows' ? ['History'] : []) },
    getBusinessData: { providesTags: ['History'] },
    listCrmFields: { keepUnusedDataFor: 3600 },
    getCrmData: { providesTags: ['Crm'], onCacheEntryAdded: hearChanges },
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
            // The form is filled from it at once.
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

/** The record as it is stored now; undefined where it cannot be had. */
export async function askForRecord(
  dispatch: AppDispatch,
  of: GetCrmDataApiArg,
): Promise<CrmBody | undefined> {
  const fresh = { subscribe: false, forceRefetch: true };
  const { data, isError } = await dispatch(accountApi.endpoints.getCrmData.initiate(of, fresh));
  // An answer of before stays where the call fails.
  return isError ? undefined : data;
}

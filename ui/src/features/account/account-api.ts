/** The calls of a business's page, and what a save makes old. */
import { api } from '@/shared/api/api';
import { changesCompanies } from '@/shared/companies/companies-in-tabs';

const accountApi = api.enhanceEndpoints({
  endpoints: {
    getTimeline: { providesTags: ['Crm'] },
    saveCompany: changesCompanies,
    saveCrmData: {
      ...changesCompanies,
      invalidatesTags: (_, failure) => (failure === undefined ? ['Crm', 'Companies'] : []),
    },
    syncCompanyCrm: changesCompanies,
  },
});

export const {
  useGetBusinessDataQuery,
  useGetCrmDataQuery,
  useGetJobResultQuery,
  useGetTimelineQuery,
  useSaveCompanyMutation,
  useSaveCrmDataMutation,
  useSyncCompanyCrmMutation,
} = accountApi;

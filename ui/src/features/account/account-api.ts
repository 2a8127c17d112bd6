/** The calls of a business's page, and what a save makes old. */
import { api } from '@/shared/api/api';

const accountApi = api.enhanceEndpoints({
  addTagTypes: ['Crm'],
  endpoints: {
    getTimeline: { providesTags: ['Crm'] },
    saveCrmData: { invalidatesTags: (_, failure) => (failure === undefined ? ['Crm'] : []) },
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

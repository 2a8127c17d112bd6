import { api } from '@/shared/api/api';

export const { useCreditHistoryQuery } = api.enhanceEndpoints({
  endpoints: { creditHistory: { providesTags: ['History'] } },
});

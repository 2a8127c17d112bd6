/**
 * The client of the server: the generated endpoints with what the OpenAPI document cannot say, namely
 * which answers a finished job makes stale.
 */
import { generatedApi } from './generated';

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    creditStatus: { providesTags: ['Credits'] },
    creditHistory: { providesTags: ['History'] },
  },
});

export const {
  useGetConfigQuery,
  useCreditStatusQuery,
  useCreditHistoryQuery,
  useGetJobQuery,
  useStartScrapeMutation,
  useCancelJobMutation,
} = api;

/**
 * The client of the server: the generated endpoints with what the OpenAPI document cannot say. Endpoints
 * that one feature alone uses get their tags and hooks in that feature.
 */
import { generatedApi } from './generated';

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    creditStatus: { providesTags: ['Credits'] },
    // Fields change when the server is set up anew, not while somebody works.
    listFields: { keepUnusedDataFor: 3600 },
  },
});

export const {
  useGetConfigQuery,
  useCreditStatusQuery,
  useListFieldsQuery,
  useListSourcesQuery,
  useRedeemCouponMutation,
} = api;

/**
 * The client of the server: the generated endpoints with what the OpenAPI document cannot say. Endpoints
 * that one feature alone uses get their tags and hooks in that feature.
 */
import { generatedApi } from './generated';

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    creditStatus: { providesTags: ['Credits'] },
  },
});

export const { useGetConfigQuery, useCreditStatusQuery } = api;

/**
 * The client of the server: the generated endpoints with what the OpenAPI document cannot say. Endpoints
 * that one feature alone uses get their tags and hooks in that feature.
 */
import { hearCredits, tellCredits } from './credits-in-tabs';
import { generatedApi } from './generated';

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    creditStatus: {
      providesTags: ['Credits'],
      onQueryStarted: async (asked, { queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer !== null) tellCredits(asked, answer.data);
      },
      onCacheEntryAdded: async (asked, { dispatch, cacheEntryRemoved }) => {
        const stop = hearCredits(asked, () => {
          dispatch(generatedApi.util.invalidateTags(['Credits', 'History']));
        });
        await cacheEntryRemoved;
        stop();
      },
    },
    // Fields and cities change when the server is set up anew, not while somebody works.
    listFields: { keepUnusedDataFor: 3600 },
    listCities: { keepUnusedDataFor: 3600 },
  },
});

export const {
  useGetConfigQuery,
  useCreditStatusQuery,
  useListCitiesQuery,
  useListFieldsQuery,
  useListSourcesQuery,
  useRedeemCouponMutation,
} = api;

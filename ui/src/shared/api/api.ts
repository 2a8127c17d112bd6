/**
 * The API client: the generated endpoints plus what the OpenAPI document cannot express. Tags and hooks of endpoints
 * that only one feature uses are in that feature.
 */
import { onTabMessage, sendToTabs } from '@/shared/lib/other-tabs';
import { generatedApi, type CreditStatusApiArg, type CreditStatusApiResponse } from './generated';

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
    // Schedules make and end notices.
    listNotices: { providesTags: ['Notices'] },
    // Fields, cities and counties change only when the server is reconfigured.
    listFields: { keepUnusedDataFor: 3600 },
    listCities: { keepUnusedDataFor: 3600 },
    listCounties: { keepUnusedDataFor: 3600 },
  },
});

export const {
  useGetConfigQuery,
  useCreditStatusQuery,
  useListCitiesQuery,
  useListCountiesQuery,
  useListFieldsQuery,
  useListSourcesQuery,
  useRedeemCouponMutation,
} = api;

/**
 * Each user's credits as last heard from the server or another tab. Tabs of one browser show the same credits: what
 * one hears from the server makes the others ask too.
 */
const known = new Map<string, string>();

function tellCredits({ userId }: CreditStatusApiArg, credits: CreditStatusApiResponse): void {
  const status = JSON.stringify(credits);
  if (known.get(userId) === status) return;
  known.set(userId, status);
  sendToTabs({ type: 'credits', userId, status });
}

/** Returns how to unsubscribe. */
function hearCredits({ userId }: CreditStatusApiArg, askAnew: () => void): () => void {
  return onTabMessage((message) => {
    if (message.type !== 'credits' || message.userId !== userId) return;
    if (known.get(userId) === message.status) return;
    known.set(userId, message.status);
    askAnew();
  });
}

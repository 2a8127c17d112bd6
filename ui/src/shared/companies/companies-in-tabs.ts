/**
 * A change to a saved company in one tab is seen in the browser's other tabs and in its own lists; so are notes about
 * it.
 */
import { api } from '@/shared/api/api';
import type { AppDispatch } from '@/shared/api/store';
import { onTabMessage, sendToTabs } from '@/shared/lib/other-tabs';

/** What a change invalidates. */
export const INVALIDATED: ('Companies' | 'Crm')[] = ['Companies', 'Crm'];

/** For calls that change saved companies. */
export const changesCompanies = {
  // After a failed call too: it may have taken effect before its answer was lost.
  invalidatesTags: INVALIDATED,
  onQueryStarted: async (_: unknown, { queryFulfilled }: { queryFulfilled: Promise<unknown> }) => {
    const failed = await queryFulfilled.then(
      () => false,
      () => true,
    );
    if (!failed) sendToTabs({ type: 'companies' });
  },
};

interface Listener {
  answers: number;
  stop: () => void;
}

/** One per store, however many answers it holds. */
const listeners = new Map<unknown, Listener>();

/** For a query that changes in other tabs invalidate, as long as it is cached. */
export async function invalidateFromTabs(
  _: unknown,
  { dispatch, cacheEntryRemoved }: { dispatch: AppDispatch; cacheEntryRemoved: Promise<void> },
): Promise<void> {
  const listener = listeners.get(dispatch) ?? {
    answers: 0,
    stop: onTabMessage(({ type }) => {
      if (type === 'companies') dispatch(api.util.invalidateTags(INVALIDATED));
    }),
  };
  listener.answers += 1;
  listeners.set(dispatch, listener);
  await cacheEntryRemoved;
  listener.answers -= 1;
  if (listener.answers > 0) return;
  listener.stop();
  listeners.delete(dispatch);
}

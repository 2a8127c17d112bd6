/**
 * A saved company that one tab changes is seen in the other tabs of the browser, and in the lists of its own; so is
 * what was written about it, which names the saved company that it is of.
 */
import { api } from '@/shared/api/api';
import type { AppDispatch } from '@/shared/api/store';
import { hearOtherTabs, tellOtherTabs } from '@/shared/lib/other-tabs';

/** What a change makes old. */
export const OLD: ('Companies' | 'Crm')[] = ['Companies', 'Crm'];

/** For a call that changes saved companies. */
export const changesCompanies = {
  // Of a failed call too: its answer may have been lost after it had its effect.
  invalidatesTags: OLD,
  onQueryStarted: async (_: unknown, { queryFulfilled }: { queryFulfilled: Promise<unknown> }) => {
    const failed = await queryFulfilled.then(
      () => false,
      () => true,
    );
    if (!failed) tellOtherTabs({ type: 'companies' });
  },
};

interface Listener {
  answers: number;
  stop: () => void;
}

/** One for each store, however many answers it keeps. */
const listeners = new Map<unknown, Listener>();

/** For a call whose answer other tabs make old, as long as it is kept. */
export async function hearChanges(
  _: unknown,
  { dispatch, cacheEntryRemoved }: { dispatch: AppDispatch; cacheEntryRemoved: Promise<void> },
): Promise<void> {
  const listener = listeners.get(dispatch) ?? {
    answers: 0,
    stop: hearOtherTabs(({ type }) => {
      if (type === 'companies') dispatch(api.util.invalidateTags(OLD));
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

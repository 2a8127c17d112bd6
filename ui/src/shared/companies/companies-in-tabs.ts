/** A saved company that one tab changes is seen in the other tabs of the browser, and in the lists of its own. */
import { hearOtherTabs, tellOtherTabs } from '@/shared/lib/other-tabs';

/** For a call that changes saved companies. */
export const changesCompanies = {
  // Of a failed call too: its answer may have been lost after it had its effect.
  invalidatesTags: ['Companies'] as 'Companies'[],
  onQueryStarted: async (_: unknown, { queryFulfilled }: { queryFulfilled: Promise<unknown> }) => {
    const failed = await queryFulfilled.then(
      () => false,
      () => true,
    );
    if (!failed) tellOtherTabs({ type: 'companies' });
  },
};

interface Listener {
  lists: number;
  stop: () => void;
}

/** One for each store, however many lists it keeps. */
const listeners = new Map<unknown, Listener>();

/** Hears for one list of a store; answers how to stop. */
export function hearCompaniesChanged(store: unknown, askAnew: () => void): () => void {
  const listener = listeners.get(store) ?? {
    lists: 0,
    stop: hearOtherTabs(({ type }) => {
      if (type === 'companies') askAnew();
    }),
  };
  listener.lists += 1;
  listeners.set(store, listener);
  return () => {
    listener.lists -= 1;
    if (listener.lists > 0) return;
    listener.stop();
    listeners.delete(store);
  };
}

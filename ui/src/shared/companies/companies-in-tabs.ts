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

/** Answers how to stop hearing. */
export function hearCompaniesChanged(askAnew: () => void): () => void {
  return hearOtherTabs(({ type }) => {
    if (type === 'companies') askAnew();
  });
}

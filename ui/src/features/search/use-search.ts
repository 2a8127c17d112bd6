/** The scraper page's job, and the session that its address names. */
import { useIsShown } from '@/shared/lib/use-is-shown';
import { isBusy } from '@/shared/job/session';
import type { ResumableSession } from '@/features/scraper/local-sessions';
import { useAddressedSession } from '@/features/scraper/use-addressed-session';
import { useScrapeJob, type ScrapeJob } from '@/shared/job/use-session';
import { useSessionAddress } from '@/shared/results/session-address';

interface SearchPage extends Omit<ScrapeJob, 'open'> {
  busy: boolean;
  /** The page was opened for a session. */
  isAddressed: boolean;
  /** Opens that session, where another one was under way then. */
  openHeld: (() => void) | null;
}

export function useSearchPage(userId: string): SearchPage {
  const { open, ...job } = useScrapeJob(userId);
  const { wanted, name } = useSessionAddress();
  const isShown = useIsShown();
  const { state } = job;
  const busy = isBusy(state);
  const shown = state.job?.jobId ?? state.results?.sessionKey;
  // What is only fetched again gives way; it is there as it was.
  const isFetchedAgain = state.phase === 'recovering' && state.job?.startedAt === null;
  const openHeld = useAddressedSession(wanted, { shown, busy: busy && !isFetchedAgain, open });
  return {
    ...job,
    busy,
    isAddressed: wanted !== null,
    openHeld,
    start: async (search) => {
      // Who has gone elsewhere meanwhile has another address.
      const accepted = await job.start(search);
      if (accepted && isShown.current) name(null);
      return accepted;
    },
    resume: (session: ResumableSession) => {
      name(null);
      job.resume(session);
    },
    clear: () => {
      name(null);
      job.clear();
    },
  };
}

/**
 * Runs the scraper page: starts jobs, follows them, stops them, fetches their rows, and keeps what a
 * reload needs. All decisions on state are `reduceJob`'s; here is the IO.
 */
import { useCallback, useReducer } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { initialState, isEnriching, isUnderWay, reduceJob } from './session';
import type { Happening, JobState } from './session';
import type { ResumableSession } from '@/features/scraper/local-sessions';
import type { Search } from '@/features/search/form/search-form';
import {
  clearActiveJob,
  clearSession,
  forgoEnrichment,
  loadActiveJob,
  loadSession,
  storeActiveJob,
  type ActiveJob,
} from '@/features/search/stored-session';
import { startJob } from '@/features/scraper/start-job';
import { useEnrichment } from '@/features/scraper/use-enrichment';
import { useLocalSession } from '@/features/scraper/use-local-session';
import { fetchPaidFacts, useFetchedRows } from '@/features/scraper/use-fetched-rows';
import { useFollowedJob } from '@/features/scraper/use-followed-job';
import { useStoredSession } from '@/features/scraper/use-stored-session';

export interface ScrapeJob {
  state: JobState;
  /** Answers whether the search was accepted. */
  start: (search: Search) => Promise<boolean>;
  stop: () => Promise<void>;
  /** Enriches those rows of a session that have no facts yet. */
  enrich: (sessionKey: string) => void;
  /** Shows an earlier session, or goes on with it where it still runs. */
  open: (sessionKey: string) => void;
  /** Goes on with a search that was left. */
  resume: (session: ResumableSession) => void;
  fetchResults: (sessionKey: string) => Promise<void>;
  /** Empties the page; what is under way is stopped first. */
  clear: () => void;
}

export function useScrapeJob(userId: string): ScrapeJob {
  const dispatch = useAppDispatch();
  const [state, reduce] = useReducer(reduceJob, userId, storedState);
  const happened = useCallback((event: Happening) => {
    reduce({ ...event, at: Date.now() });
  }, []);

  useFollowedJob(state, happened);
  const fetchResults = useFetchedRows(state, happened);
  useEnrichment(state, happened);
  useStoredSession(userId, state);
  useLocalSession(userId, state);

  const start = (search: Search) => startJob(dispatch, userId, search, happened);

  const cancel = (job: ActiveJob) => dispatch(api.endpoints.cancelJob.initiate({ jobId: job.jobId }));

  const stop = async () => {
    if (state.job === null) return;
    const { jobId } = state.job;
    const cancelling = cancel(state.job);
    if (isEnriching(state)) {
      // Quietly: the rows stay, and nothing more is charged.
      happened({ type: 'enrichmentStopped' });
      await cancelling;
      // Those that are there can be looked at; where they are not reached now, a reload brings them.
      await fetchPaidFacts(dispatch, jobId, happened).catch(() => undefined);
      return;
    }
    happened({ type: 'stopRequested' });
    forgoEnrichment(jobId);
    try {
      await cancelling.unwrap();
    } catch (failure) {
      happened({ type: 'stopFailed', jobId, detail: errorDetail(failure) });
    }
  };

  const enrich = (sessionKey: string) => {
    const known = state.job?.jobId === sessionKey ? state.job : openedJob(userId, sessionKey);
    const job = { ...known, enrich: true };
    storeActiveJob(job);
    happened({ type: 'enrichmentAsked', job });
  };

  const open = useCallback(
    (sessionKey: string) => {
      happened({ type: 'recovering', job: openedJob(userId, sessionKey), log: [] });
    },
    [happened, userId],
  );

  const resume = ({ jobId, enrich, createdAt, statusLog }: ResumableSession) => {
    const job = { jobId, userId, enrich, startedAt: createdAt };
    clearSession();
    storeActiveJob(job);
    happened({ type: 'recovering', job, log: statusLog });
  };

  const clear = () => {
    if (state.job !== null) {
      const { jobId } = state.job;
      if (isUnderWay(state)) {
        cancel(state.job)
          .unwrap()
          .catch((failure: unknown) => {
            happened({ type: 'stopFailed', jobId, detail: errorDetail(failure) });
          });
      }
      clearActiveJob(jobId);
    }
    happened({ type: 'cleared' });
  };

  return { state, start, stop, enrich, open, resume, fetchResults, clear };
}

/** What was left in this browser; rows that were too large for its storage are fetched again. */
function storedState(userId: string): JobState {
  const stored = loadSession(userId);
  const unstored = stored?.results === null ? stored.sessionKey : null;
  const job = loadActiveJob(userId) ?? (unstored === null ? null : openedJob(userId, unstored));
  return initialState(stored, job);
}

function openedJob(userId: string, jobId: string): ActiveJob {
  return { jobId, userId, enrich: false, startedAt: null };
}

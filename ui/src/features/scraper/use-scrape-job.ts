/**
 * Runs the scraper page: starts jobs, follows them, stops them, fetches their rows, and keeps what a
 * reload needs. All decisions on state are `reduceJob`'s; here is the IO.
 */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail, errorMessage } from '@/shared/api/api-error';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { checkCredits } from './credit-check';
import { poll, POLL_INTERVAL_MS, STOPPING_INTERVAL_MS } from './job-poll';
import { initialState, isEnriching, isRunning, reduceJob, type Happening, type JobState } from './job-state';
import { neededCredits, type Search } from './search-form';
import { useEnrichment } from './use-enrichment';
import { FIRST_PAGE, NO_ROWS, packedResult, withPage } from './session-rows';
import {
  clearActiveJob,
  clearSession,
  loadActiveJob,
  loadSession,
  storeActiveJob,
  storeLog,
  storeResults,
} from './session-storage';

export interface ScrapeJob {
  state: JobState;
  start: (search: Search) => Promise<void>;
  stop: () => Promise<void>;
  /** Shows an earlier session, or goes on with it where it still runs. */
  open: (sessionKey: string) => void;
  fetchResults: (sessionKey: string) => Promise<void>;
  clear: () => void;
}

export function useScrapeJob(userId: string): ScrapeJob {
  const dispatch = useAppDispatch();
  const [state, reduce] = useReducer(reduceJob, userId, (id) =>
    initialState(loadSession(id), loadActiveJob(id)),
  );
  const happened = useCallback((event: Happening) => {
    reduce({ ...event, at: Date.now() });
  }, []);

  const fetchResults = useCallback(
    async (sessionKey: string) => {
      try {
        const answer = await dispatch(
          api.endpoints.getJobResult.initiate(
            {
              jobId: sessionKey,
              form: 'packed',
              columns: FIRST_PAGE.columns.join(','),
              limit: FIRST_PAGE.limit,
            },
            { forceRefetch: true, subscribe: false },
          ),
        ).unwrap();
        const page = packedResult(answer);
        const session = withPage(NO_ROWS, FIRST_PAGE, page);
        const { enrichment_applied: enriched, sample } = page;
        const results = { sessionKey, session, enriched, sample };
        storeResults(userId, results);
        // Only now: a reload before this finds the completed job, and fetches its rows. While they are to be
        // enriched it goes on with that.
        const toEnrich = loadActiveJob(userId)?.enrich === true && !enriched && session.total > 0;
        if (!toEnrich) clearActiveJob();
        happened({ type: 'resultsFetched', results });
      } catch {
        happened({ type: 'resultsFailed', sessionKey });
      }
    },
    [dispatch, happened, userId],
  );

  useFollowedJob(state, happened, fetchResults);
  useEnrichment(userId, state, happened);
  useStoredLog(userId, state);
  useUnstoredResults(userId, state, fetchResults);

  const start = (search: Search) => startJob(dispatch, userId, search, happened);

  const stop = async () => {
    if (state.job === null) return;
    if (isEnriching(state)) {
      clearActiveJob();
      happened({ type: 'enrichmentStopped' });
      // Quietly: the rows stay, and nothing more is charged.
      await dispatch(api.endpoints.cancelJob.initiate({ jobId: state.job.jobId }));
      return;
    }
    happened({ type: 'stopRequested' });
    try {
      await dispatch(api.endpoints.cancelJob.initiate({ jobId: state.job.jobId })).unwrap();
    } catch (failure) {
      happened({ type: 'stopFailed', detail: errorDetail(failure) });
    }
  };

  const open = useCallback(
    (sessionKey: string) => {
      happened({ type: 'recovering', job: { jobId: sessionKey, userId, enrich: false, startedAt: null } });
    },
    [happened, userId],
  );

  const clear = () => {
    clearSession();
    happened({ type: 'cleared' });
  };

  return { state, start, stop, open, fetchResults, clear };
}

/** Checks the credits, starts the job, and notes it for a reload. */
async function startJob(
  dispatch: AppDispatch,
  userId: string,
  search: Search,
  happened: (event: Happening) => void,
): Promise<void> {
  clearSession();
  happened({
    type: 'submitted',
    description: `Searching for "${search.term}" in ${search.cities.join(', ')}, ${search.state}`,
  });
  const refusal = await checkCredits(dispatch, userId, neededCredits(search.cities.length));
  if (refusal !== null) {
    happened({ type: 'refused', text: refusal });
    return;
  }
  try {
    const { job_id: jobId } = await dispatch(
      api.endpoints.startScrape.initiate({
        startScrape: {
          search_term: search.term,
          state: search.state,
          cities: search.cities,
          user_id: userId,
          ...(search.source === undefined ? {} : { source: search.source }),
        },
      }),
    ).unwrap();
    const job = { jobId, userId, enrich: search.enrich, startedAt: Date.now() };
    storeActiveJob(job);
    happened({ type: 'accepted', job });
  } catch (failure) {
    happened({ type: 'refused', text: errorMessage(failure) });
  }
}

/** Asks after the running job until it ends; then fetches what it delivered, and fresh credits. */
function useFollowedJob(
  state: JobState,
  happened: (event: Happening) => void,
  fetchResults: (sessionKey: string) => Promise<void>,
) {
  const dispatch = useAppDispatch();
  const jobId = isRunning(state) ? state.job?.jobId : undefined;
  const intervalMs = state.stopping ? STOPPING_INTERVAL_MS : POLL_INTERVAL_MS;
  const recovering = useRef(false);
  useEffect(() => {
    recovering.current = state.phase === 'recovering';
  }, [state.phase]);

  useEffect(() => {
    if (jobId === undefined) return undefined;
    const ask = async (signal: AbortSignal) => {
      try {
        const endpoint = recovering.current ? api.endpoints.getJobStatus : api.endpoints.getJob;
        const job = await dispatch(
          endpoint.initiate({ jobId }, { forceRefetch: true, subscribe: false }),
        ).unwrap();
        if (signal.aborted) return;
        happened({ type: 'polled', job });
        if (!job.ended) return;
        if (job.status !== 'completed') clearActiveJob();
        dispatch(api.util.invalidateTags(['Credits', 'History']));
        // A job that failed or was cancelled keeps what it delivered, which is paid for.
        await fetchResults(jobId);
      } catch (failure) {
        if (signal.aborted) return;
        if (isGone(failure)) {
          clearActiveJob();
          happened({
            type: 'refused',
            text: 'This session was not found. It may belong to another account.',
          });
        } else {
          // The job goes on at the server; so does the asking.
          happened({ type: 'lost', text: errorMessage(failure) });
        }
      }
    };
    return poll(ask, intervalMs);
  }, [jobId, intervalMs, dispatch, happened, fetchResults]);
}

function isGone(failure: unknown): boolean {
  return (
    typeof failure === 'object' &&
    failure !== null &&
    'status' in failure &&
    (failure.status === 404 || failure.status === 403)
  );
}

function useStoredLog(userId: string, { log }: JobState) {
  useEffect(() => {
    if (log.length > 0) storeLog(userId, log);
  }, [userId, log]);
}

/** A stored session whose rows were too large for this browser's storage is fetched again, once. */
function useUnstoredResults(
  userId: string,
  { phase, results }: JobState,
  fetchResults: (sessionKey: string) => Promise<void>,
) {
  const checked = useRef(false);
  useEffect(() => {
    if (checked.current) return;
    checked.current = true;
    const stored = loadSession(userId);
    if (phase === 'idle' && results === null && stored?.sessionKey != null)
      void fetchResults(stored.sessionKey);
  }, [userId, phase, results, fetchResults]);
}

/**
 * Watches a session: follows its job while the server has news, fetches its rows, enriches and stops it. State is
 * decided in `reduceSession`; this is the IO.
 */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail, errorMessage } from '@/shared/api/api-error';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { fetchFirstRows } from '@/shared/results/use-session-rows';
import { isGone, mayPass, pause, requestEnrichment, retried } from './calls';
import { followJob, POLL_INTERVAL_MS } from './follow-job';
import { isSettled } from './job-view';
import {
  canStop,
  isEnriching,
  isFollowed,
  nextStep,
  opened,
  reduceSession,
  rowsWanted,
  type SessionEventBody,
  type Session,
} from './session';

/** How long the rows of a search show before their enrichment does. */
const ENRICHMENT_SHOWN_AFTER_MS = 2_000;
/** The polling interval right after Stop or a request for enrichment. */
const SOON_MS = 1_000;

export interface WatchedSession {
  session: Session;
  happened: (event: SessionEventBody) => void;
  open: (sessionKey: string) => void;
  /** Enriches the rows without facts. */
  enrich: (sessionKey: string) => Promise<void>;
  stop: () => Promise<void>;
  /** Empties the page, after stopping what runs. */
  clear: () => void;
  /** Retries rows that could not be fetched. */
  fetchAgain: () => void;
  /** Fetches the rows anew, as what they show has changed. */
  reread: () => void;
}

/** Starts with this session, or with none. */
export function useSession(first: string | null): WatchedSession {
  const dispatch = useAppDispatch();
  const [session, reduce] = useReducer(reduceSession, first, opened);
  const happened = useCallback((event: SessionEventBody) => {
    reduce({ ...event, at: Date.now() });
  }, []);
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  }, [session]);

  useFollowedJob(session, latest, happened);
  useFetchedRows(session, happened);
  useShownEnrichment(session, happened);
  useSeen(session);
  const enrich = useEnrich(session, happened);

  const cancel = (sessionKey: string) =>
    dispatch(api.endpoints.cancelJob.initiate({ jobId: sessionKey }))
      .unwrap()
      .catch((failure: unknown) => {
        happened({ type: 'stopFailed', sessionKey, detail: errorDetail(failure) });
      })
      // What was delivered so far has been paid for.
      .finally(() => dispatch(api.util.invalidateTags(['Credits', 'History'])));

  const stop = async () => {
    const { sessionKey } = session;
    if (sessionKey === null || !canStop(session)) return;
    happened({ type: 'stopRequested' });
    await cancel(sessionKey);
    // If it was too late to stop, show the job as it is.
    const job = await askOnce(dispatch, sessionKey).catch(() => null);
    if (job !== null) happened({ type: 'heard', job });
  };

  const clear = () => {
    if (session.sessionKey !== null && canStop(session)) void cancel(session.sessionKey);
    happened({ type: 'cleared' });
  };

  const open = useCallback(
    (sessionKey: string) => {
      happened({ type: 'opened', sessionKey });
    },
    [happened],
  );
  const fetchAgain = () => {
    happened({ type: 'fetchAgain' });
  };
  const reread = () => {
    if (session.job === null) return;
    fetchFirstRows(dispatch, session.job)
      .then((results) => {
        happened({ type: 'rowsReread', results });
      })
      // What is shown stays.
      .catch(() => undefined);
  };
  return { session, happened, open, enrich, stop, clear, fetchAgain, reread };
}

function askOnce(dispatch: AppDispatch, sessionKey: string): Promise<JobBody> {
  return dispatch(
    api.endpoints.getJob.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
  ).unwrap();
}

/** Follows the job until the server has nothing left to do for it. */
function useFollowedJob(
  session: Session,
  latest: { readonly current: Session },
  happened: (event: SessionEventBody) => void,
): void {
  const dispatch = useAppDispatch();
  const followed = isFollowed(session) ? session.sessionKey : null;
  const pollMs = session.stopping || session.asking ? SOON_MS : POLL_INTERVAL_MS;

  useEffect(() => {
    if (followed === null) return undefined;
    const following = new AbortController();
    const { signal } = following;
    const heard = (job: JobBody) => {
      const isEnd = latest.current.job?.ended !== job.ended || isSettled(job);
      happened({ type: 'heard', job });
      // What was delivered has been paid for, however the job ended.
      if (job.ended && isEnd) dispatch(api.util.invalidateTags(['Credits', 'History']));
      return isSettled(job) && !latest.current.asking;
    };
    // A reopened stream repeats nothing: being open is the news.
    const reached = () => {
      happened({ type: 'reached' });
    };
    const isRecovering = () => latest.current.own === 'recovering';
    const read = () => {
      const endpoint = isRecovering() ? api.endpoints.getJobStatus : api.endpoints.getJob;
      return dispatch(
        endpoint.initiate({ jobId: followed }, { forceRefetch: true, subscribe: false }),
      ).unwrap();
    };
    const ask = async (turn: AbortSignal) => {
      const isOfEnrichment = isEnriching(latest.current) && !latest.current.asking;
      try {
        if (!isOfEnrichment) return await read();
        return await retried(read, turn, ({ message }, waitMs) => {
          happened({ type: 'readDelayed', text: message, waitMs });
        });
      } catch (failure) {
        if (signal.aborted || turn.aborted) return null;
        const text = errorMessage(failure);
        if (isGone(failure)) happened({ type: 'gone' });
        // The server continues, and so does the polling.
        else happened(isOfEnrichment ? { type: 'enrichmentFailed', text } : { type: 'lost', text });
        return isGone(failure) ? 'gone' : null;
      }
    };
    const follow = async () => {
      // An opened session is recovered by its own call, which also tells whether it exists.
      const found = isRecovering() ? await ask(signal) : null;
      if (found === 'gone' || signal.aborted) return;
      if (found === null || !heard(found))
        await followJob({ jobId: followed, pollMs, ask, heard, reached }, signal);
    };
    void follow();
    return () => {
      following.abort();
    };
  }, [followed, pollMs, latest, dispatch, happened]);
}

/** Fetches the first rows, and again those that have got facts; facts are retried while the page is open. */
function useFetchedRows(session: Session, happened: (event: SessionEventBody) => void): void {
  const dispatch = useAppDispatch();
  const wanted = rowsWanted(session);
  const { job } = session;
  const ended = job?.ended === true;
  const sessionKey = job?.job_id;
  const of = useRef(job);
  useEffect(() => {
    of.current = job;
  }, [job]);

  useEffect(() => {
    if (wanted === null || sessionKey === undefined) return undefined;
    const fetching = new AbortController();
    const { signal } = fetching;
    const fetchRows = async () => {
      if (of.current === null) return;
      const results = await fetchFirstRows(dispatch, of.current);
      if (!signal.aborted) happened({ type: 'rowsFetched', results });
    };
    const fetchFacts = async () => {
      for (;;) {
        try {
          await retried(fetchRows, signal, ({ message }, waitMs) => {
            happened({ type: 'readDelayed', text: message, waitMs });
          });
          return;
        } catch (failure) {
          if (signal.aborted) return;
          happened({ type: 'enrichmentFailed', text: errorMessage(failure) });
          if (!mayPass(failure)) return;
        }
        await pause(POLL_INTERVAL_MS, signal);
      }
    };
    const fetchFirst = () =>
      fetchRows().catch(() => {
        if (!signal.aborted) happened({ type: 'rowsFailed', sessionKey });
      });
    // An aborted pause throws.
    (wanted === 'facts' ? fetchFacts() : fetchFirst()).catch(() => undefined);
    return () => {
      fetching.abort();
    };
  }, [wanted, sessionKey, ended, dispatch, happened]);
}

/** Takes the page through the steps of an enrichment. */
function useShownEnrichment(session: Session, happened: (event: SessionEventBody) => void): void {
  const isDue = session.step === 'pending' && session.results !== null;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = window.setTimeout(() => {
      happened({ type: 'enrichmentShown' });
    }, ENRICHMENT_SHOWN_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isDue, happened]);

  const step = nextStep(session);
  useEffect(() => {
    if (step !== null) happened({ type: 'enrichmentAdvanced', step });
  }, [step, happened]);
}

/** Tells the server that the user has seen the end of the session. */
function useSeen({ job, results }: Session): void {
  const dispatch = useAppDispatch();
  const seen = job !== null && results !== null && isSettled(job) ? job.job_id : null;
  useEffect(() => {
    if (seen === null) return;
    // If that fails, the session is just offered once more.
    dispatch(api.endpoints.markJobSeen.initiate({ jobId: seen }, { track: false }))
      .unwrap()
      .catch(() => undefined);
  }, [seen, dispatch]);
}

/** Requests the enrichment of rows, until the answer comes or the job shows that it has started. */
function useEnrich(
  session: Session,
  happened: (event: SessionEventBody) => void,
): (sessionKey: string) => Promise<void> {
  const dispatch = useAppDispatch();
  const asking = useRef<AbortController | null>(null);
  useEffect(() => {
    if (!session.asking) asking.current?.abort();
  }, [session.asking]);
  useEffect(
    () => () => {
      asking.current?.abort();
    },
    [],
  );
  return async (sessionKey) => {
    const { signal } = (asking.current = new AbortController());
    happened({ type: 'enrichmentAsked' });
    try {
      await requestEnrichment(dispatch, sessionKey, signal, ({ message }, waitMs) => {
        happened({ type: 'readDelayed', text: message, waitMs });
      });
    } catch (failure) {
      if (!signal.aborted) happened({ type: 'enrichmentFailed', text: errorMessage(failure) });
      return;
    }
    if (signal.aborted) return;
    // In this order, so that the state before does not count as its end.
    const job = await askOnce(dispatch, sessionKey).catch(() => null);
    happened({ type: 'enrichmentAnswered' });
    if (job !== null) happened({ type: 'heard', job });
  };
}

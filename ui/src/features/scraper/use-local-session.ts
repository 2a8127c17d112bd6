/** Notes how the page's search stands, so that it can be resumed after it was left. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { isEnriching, isRunning, type JobState } from '@/shared/job/session';
import {
  changeSession,
  pauseSession,
  sessionOfJob,
  storeSession,
  type SessionStatus,
} from './local-sessions';

export function useLocalSession(userId: string, state: JobState): void {
  const jobId = state.job?.jobId;
  const abandoned = state.cleared?.abandoned ?? null;

  const unnoted = useRef<JobState | null>(null);
  const note = useCallback(() => {
    if (unnoted.current !== null) noteState(userId, unnoted.current);
    unnoted.current = null;
  }, [userId]);
  // Storing takes its time, and what is seen comes first.
  useLayoutEffect(() => {
    unnoted.current = state;
  }, [userId, state]);
  useEffect(note, [note, state]);
  // Whoever leaves the page the next moment leaves what is noted: before what pauses it.
  useEffect(() => {
    window.addEventListener('pagehide', note);
    return () => {
      window.removeEventListener('pagehide', note);
    };
  }, [note]);

  useEffect(() => {
    if (jobId === undefined) return undefined;
    const leave = () => {
      pauseSession(userId, jobId);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [userId, jobId]);

  // After the page has left it: an effect that was still to come would note again what is stopped.
  useEffect(() => {
    if (abandoned !== null) changeSession(userId, abandoned, { status: 'cancelled' });
  }, [userId, abandoned]);
}

/** The session's state that a page stands for; null where it cannot tell yet. */
export function sessionStatus(state: JobState): SessionStatus | null {
  const { phase, reached, fetching } = state;
  if (phase === 'recovering' || phase === 'idle') return null;
  if (isRunning(state) || fetching) {
    if (!reached) return 'paused';
    return phase === 'queued' ? 'active' : 'running';
  }
  if (isEnriching(state)) return reached ? 'enriching' : 'paused';
  return phase === 'completed' || phase === 'failed' || phase === 'cancelled' ? phase : null;
}

function noteState(userId: string, state: JobState): void {
  const { job, search, progress, log, results } = state;
  const status = sessionStatus(state);
  if (job === null || search === null || status === null) return;
  const known = sessionOfJob(userId, job.jobId);
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled';
  // One that was opened to be looked at is no search of this browser.
  if (known === null && isOver) return;
  storeSession({
    sessionId: known?.sessionId ?? job.jobId,
    userId,
    query: search.term,
    location: search.state,
    cities: search.cities,
    cityCount: search.city_count,
    enrich: job.enrich,
    jobId: job.jobId,
    status,
    progress,
    statusLog: log,
    results: results?.session.total ?? 0,
    createdAt: job.startedAt ?? known?.createdAt ?? Date.now(),
    updatedAt: Date.now(),
  });
}

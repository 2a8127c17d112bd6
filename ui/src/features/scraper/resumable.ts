/** The unfinished searches of a user: those that this browser knows of, and those of the server's history. */
import { api } from '@/shared/api/api';
import type { HistoryEntryBody, JobStatus } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { EXPIRES_AFTER_MS, isResumable, loadSessions, storeSession } from './local-sessions';
import type { LocalSession, ResumableSession } from './local-sessions';

/** The shortest period that the history has; a session expires long before. */
const DAYS = '7';

/** Newest first. Where the server cannot be asked, what the browser knows. */
export async function findResumable(dispatch: AppDispatch, userId: string): Promise<ResumableSession[]> {
  const { data: history } = await dispatch(
    api.endpoints.creditHistory.initiate({ userId, days: DAYS }, { forceRefetch: true, subscribe: false }),
  );
  const now = Date.now();
  return withHistory(loadSessions(userId, now), history?.data ?? [], userId, now);
}

/** What the server says of a session goes before what this browser last saw of it. */
export function withHistory(
  known: readonly LocalSession[],
  history: readonly HistoryEntryBody[],
  userId: string,
  now: number,
): ResumableSession[] {
  const entries = new Map(history.map((entry) => [entry.session_id, entry]));
  const corrected = known.map((session) => {
    const status = entries.get(session.jobId ?? '')?.status;
    // The rows of a completed job may still have to be enriched.
    const ended = status === undefined || isOpen(status) || (status === 'completed' && session.enrich);
    if (ended || !isResumable(session)) return session;
    const over = { ...session, status };
    storeSession(over);
    return over;
  });
  const jobs = new Set(known.map(({ jobId }) => jobId));
  const others = history
    .filter(({ session_id: jobId, status }) => isOpen(status) && !jobs.has(jobId))
    .map((entry) => sessionOfEntry(entry, userId))
    .filter(({ updatedAt }) => now - updatedAt < EXPIRES_AFTER_MS);
  return [...corrected, ...others].filter(isResumable).sort((one, other) => other.updatedAt - one.updatedAt);
}

function isOpen(status: JobStatus): status is 'queued' | 'processing' {
  return status === 'queued' || status === 'processing';
}

/** Started elsewhere, or before the last sign-in. */
function sessionOfEntry(entry: HistoryEntryBody, userId: string): LocalSession {
  const { session_id: jobId, search, status, timestamp, results_count: results } = entry;
  const { term = '', state = '', cities = [], city_count: cityCount = 0 } = search ?? {};
  const startedAt = Date.parse(timestamp);
  return {
    sessionId: jobId,
    userId,
    query: term,
    location: state,
    cities,
    cityCount,
    enrich: false,
    jobId,
    status: status === 'queued' ? 'active' : 'running',
    progress: null,
    statusLog: [],
    results,
    createdAt: startedAt,
    updatedAt: startedAt,
  };
}

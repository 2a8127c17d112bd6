/**
 * What the scraper page keeps in this browser: the session store under its four keys (raw results,
 * results, status log, session key), and the job in progress, by which a reload finds it again.
 *
 * Everything belongs to one user: what another user left is cleared, never shown. Storage can be full
 * or forbidden; nothing here throws, since results can be fetched again by their session key.
 */
import { readStored, removeStored, writeStored } from '@/shared/lib/browser-storage';
import type { LogEntry } from './status-log';
import type { ResultRow } from './result-columns';

export const STORAGE_KEYS = {
  rawResults: 'demandatlas_raw_results',
  results: 'demandatlas_results',
  statusLog: 'demandatlas_status_log',
  sessionKey: 'demandatlas_session_key',
} as const;
export const ACTIVE_JOB_KEY = 'demandatlas_active_job';

export interface ActiveJob {
  jobId: string;
  userId: string;
  enrich: boolean;
  /** Milliseconds since the epoch; null where the job was not started in this browser. */
  startedAt: number | null;
}

interface SessionOwner {
  userId: string;
  /** The session whose results are stored, or null while there are none. */
  sessionKey: string | null;
  sample: boolean;
}

export interface StoredSession {
  sessionKey: string | null;
  sample: boolean;
  statusLog: LogEntry[];
  /** Null where they were too large to keep: fetch them by the session key. */
  results: ResultRow[] | null;
}

/** The session that a user left in this browser; another user's is cleared. */
export function loadSession(userId: string): StoredSession | null {
  const owner = readStored(STORAGE_KEYS.sessionKey) as SessionOwner | null;
  if (owner === null) return null;
  if (owner.userId !== userId) {
    clearSession();
    return null;
  }
  return {
    sessionKey: owner.sessionKey,
    sample: owner.sample,
    statusLog: (readStored(STORAGE_KEYS.statusLog) as LogEntry[] | null) ?? [],
    results: readStored(STORAGE_KEYS.results) as ResultRow[] | null,
  };
}

export function storeLog(userId: string, statusLog: readonly LogEntry[]): void {
  if (readStored(STORAGE_KEYS.sessionKey) === null) {
    writeStored(STORAGE_KEYS.sessionKey, { userId, sessionKey: null, sample: false } satisfies SessionOwner);
  }
  writeStored(STORAGE_KEYS.statusLog, statusLog);
}

/** Keeps scraped rows: as they came, and as they are shown (the same until they are enriched). */
export function storeResults(
  userId: string,
  sessionKey: string,
  rows: readonly ResultRow[],
  sample: boolean,
): void {
  writeStored(STORAGE_KEYS.sessionKey, { userId, sessionKey, sample } satisfies SessionOwner);
  const stored = writeStored(STORAGE_KEYS.rawResults, rows) && writeStored(STORAGE_KEYS.results, rows);
  if (!stored) {
    // Half of them would only take the room that sign-in needs for its tokens.
    removeStored(STORAGE_KEYS.rawResults);
    removeStored(STORAGE_KEYS.results);
  }
}

/** The clear action: empties all four keys. */
export function clearSession(): void {
  Object.values(STORAGE_KEYS).forEach(removeStored);
}

export function loadActiveJob(userId: string): ActiveJob | null {
  const job = readStored(ACTIVE_JOB_KEY) as ActiveJob | null;
  return job?.userId === userId ? job : null;
}

export function storeActiveJob(job: ActiveJob): void {
  writeStored(ACTIVE_JOB_KEY, job);
}

export function clearActiveJob(): void {
  removeStored(ACTIVE_JOB_KEY);
}

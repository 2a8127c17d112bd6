/**
 * What the scraper page keeps in this browser: the session store under its four keys (raw results,
 * results, status log, session key), and the job in progress, by which a reload finds it again.
 *
 * Everything belongs to one user: what another user left is cleared, never shown. Storage can be full
 * or forbidden; nothing here throws, since results can be fetched again by their session key.
 */
import { keepStored, readStored, removeStored, SPARE_KEYS, writeStored } from '@/shared/lib/browser-storage';
import type { Results } from '@/shared/job/session';
import type { LogEntry } from '@/shared/job/status-log';
import type { ResultRow } from '@/shared/results/result-columns';
import { BASE_COLUMNS, NO_ROWS, type SessionRows } from '@/shared/results/session-rows';

export const STORAGE_KEYS = { ...SPARE_KEYS, sessionKey: 'demandatlas_session_key' } as const;
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
  enriched?: boolean;
  enrichedRows?: number;
  /** How many rows the session has, of which the first ones are stored. */
  total?: number;
}

export interface StoredSession {
  sessionKey: string | null;
  sample: boolean;
  enriched: boolean;
  enrichedRows: number;
  statusLog: LogEntry[];
  /** Null where they could not be kept: fetch them by the session key. */
  results: SessionRows | null;
}

/** What a reload shows at once; the server has the rest. */
const MOST_STORED_ROWS = 200;
/** Facts are stored without their sources, so they are fetched anew. */
const STORED_COLUMNS = BASE_COLUMNS.filter((column) => column !== 'county');

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
    enriched: owner.enriched === true,
    enrichedRows: owner.enrichedRows ?? 0,
    statusLog: (readStored(STORAGE_KEYS.statusLog) as LogEntry[] | null) ?? [],
    results: storedRows(owner),
  };
}

/** Those of an earlier version, which do not say how many there are, are fetched again. */
function storedRows({ total }: SessionOwner): SessionRows | null {
  const rows = readStored(STORAGE_KEYS.results);
  if (total === undefined || !Array.isArray(rows)) return null;
  const fetched = Object.fromEntries(STORED_COLUMNS.map((column) => [column, rows.length]));
  return { ...NO_ROWS, rows: rows as ResultRow[], total, fetched };
}

export function storeLog(userId: string, statusLog: readonly LogEntry[]): void {
  if (readStored(STORAGE_KEYS.sessionKey) === null) {
    keepStored(STORAGE_KEYS.sessionKey, { userId, sessionKey: null, sample: false } satisfies SessionOwner);
  }
  writeStored(STORAGE_KEYS.statusLog, statusLog);
}

/**
 * Keeps the first rows, as they came and as they are shown (the same until they are enriched): a whole
 * session would not fit.
 */
export function storeResults(userId: string, { session, ...about }: Results): void {
  const owner = { userId, ...about, total: session.total } satisfies SessionOwner;
  keepStored(STORAGE_KEYS.sessionKey, owner);
  const rows = session.rows.slice(0, MOST_STORED_ROWS).map(storedRow);
  const stored = writeStored(STORAGE_KEYS.rawResults, rows) && writeStored(STORAGE_KEYS.results, rows);
  if (!stored) {
    // Half of them would only take the room that sign-in needs for its tokens.
    removeStored(STORAGE_KEYS.rawResults);
    removeStored(STORAGE_KEYS.results);
  }
}

function storedRow(row: ResultRow): ResultRow {
  const columns = ['row_idx', ...STORED_COLUMNS].filter((column) => row[column] !== undefined);
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
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
  keepStored(ACTIVE_JOB_KEY, job);
}

/** Stop was pressed: a reload does not enrich its rows either. */
export function forgoEnrichment(jobId: string): void {
  const job = readStored(ACTIVE_JOB_KEY) as ActiveJob | null;
  if (job?.jobId === jobId) storeActiveJob({ ...job, enrich: false });
}

/** Another tab's job stays. */
export function clearActiveJob(jobId: string): void {
  const job = readStored(ACTIVE_JOB_KEY) as ActiveJob | null;
  if (job?.jobId === jobId) removeStored(ACTIVE_JOB_KEY);
}

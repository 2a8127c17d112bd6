/**
 * What the search page keeps in this browser. The server owns sessions, so two things are enough to come back: the
 * open session, and the dismissed ones. The specification's other three keys (raw results, results, status log) are
 * written as it asks, and never read.
 */
import { useEffect } from 'react';
import { isRunning, type Session } from '@/shared/job/session';
import { keepStored, readStored, removeStored, SPARE_KEYS, writeStored } from '@/shared/lib/browser-storage';

export const STORAGE_KEYS = { ...SPARE_KEYS, sessionKey: 'demandatlas_session_key' } as const;
const DISMISSED_KEY = 'demandatlas_dismissed';

/** More rows would take the room that signing in needs for its tokens. */
const MOST_STORED_ROWS = 200;
/** Those the server may still offer to resume. */
const MOST_DISMISSED = 100;

interface OpenSession {
  userId: string;
  sessionKey: string | null;
}

/** The session this user has open in this browser; another user's is cleared. */
export function openSession(userId: string): string | null {
  const open = readStored(STORAGE_KEYS.sessionKey) as OpenSession | null;
  if (open?.userId === userId) return open.sessionKey;
  clearSession();
  return null;
}

export function storeOpenSession(userId: string, sessionKey: string | null): void {
  keepStored(STORAGE_KEYS.sessionKey, { userId, sessionKey } satisfies OpenSession);
}

/** The clear action: empties all four keys. */
function clearSession(): void {
  Object.values(STORAGE_KEYS).forEach(removeStored);
}

export function useStoredSession(userId: string, session: Session): void {
  const { sessionKey, results, log } = session;
  const running = isRunning(session);
  const isEmpty = sessionKey === null && log.length === 0;

  useEffect(() => {
    if (isEmpty) clearSession();
    else storeOpenSession(userId, sessionKey);
  }, [userId, sessionKey, isEmpty]);

  useEffect(() => {
    if (log.length > 0) writeStored(STORAGE_KEYS.statusLog, log);
  }, [log]);

  useEffect(() => {
    // A running search has more rows to come; others' terms forbid a copy.
    if (results === null || running || results.listOnly) return;
    const rows = results.session.rows.slice(0, MOST_STORED_ROWS);
    // Without room for both, neither is kept.
    if (writeStored(STORAGE_KEYS.rawResults, rows) && writeStored(STORAGE_KEYS.results, rows)) return;
    removeStored(STORAGE_KEYS.rawResults);
    removeStored(STORAGE_KEYS.results);
  }, [results, running]);
}

/** Sessions not to be offered again. */
export function dismissedSessions(): string[] {
  const stored = readStored(DISMISSED_KEY);
  return Array.isArray(stored) ? (stored as string[]) : [];
}

export function dismissSessions(sessionKeys: readonly string[]): void {
  const all = new Set([...dismissedSessions(), ...sessionKeys]);
  keepStored(DISMISSED_KEY, [...all].slice(-MOST_DISMISSED));
}

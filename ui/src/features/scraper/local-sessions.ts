/**
 * The searches that this browser knows of, as the specification has them: one entry each, in nine states, for 24
 * hours after the last that happened to it. By them a search that was left is offered to be resumed. Rows are
 * not in them: the server has those.
 */
import { nanoid } from '@reduxjs/toolkit';
import type { HistorySearch } from '@/shared/api/generated';
import { readStored, removeStored, storedKeys, writeStored } from '@/shared/lib/browser-storage';
import type { Search } from '@/features/search/form/search-form';
import type { LogEntry } from '@/shared/job/status-log';

export type SessionStatus =
  /** Submitted, and not accepted yet. */
  | 'initialized'
  /** Accepted, and waiting for its turn. */
  | 'active'
  | 'running'
  /** Left, or offline, while it ran. */
  | 'paused'
  | 'enriching'
  | 'completed'
  | 'failed'
  | 'cancelled'
  /** Not to be offered again. The job itself goes on. */
  | 'dismissed';

export interface LocalSession {
  sessionId: string;
  userId: string;
  query: string;
  /** The state's code. */
  location: string;
  cities: string[];
  cityCount: number;
  enrich: boolean;
  jobId: string | null;
  status: SessionStatus;
  /** Percent; null where only the history knows of it. */
  progress: number | null;
  statusLog: LogEntry[];
  /** How many rows were delivered. */
  results: number;
  /** Milliseconds since the epoch; the second is the last that happened to it. */
  createdAt: number;
  updatedAt: number;
}

/** One that can be gone on with. */
export type ResumableSession = LocalSession & { jobId: string };

const PREFIX = 'demandatlas_search_';
export const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
const UNDER_WAY: readonly SessionStatus[] = ['active', 'running', 'enriching'];
const RESUMABLE: readonly SessionStatus[] = ['running', 'paused', 'enriching'];

export function isResumable(session: LocalSession): session is ResumableSession {
  const { status, jobId } = session;
  return jobId !== null && (status === 'active' || RESUMABLE.includes(status));
}

/** A user's sessions, newest first. What has expired, or belongs to somebody else, is removed. */
export function loadSessions(userId: string, now: number): LocalSession[] {
  const sessions: LocalSession[] = [];
  for (const key of storedKeys(PREFIX)) {
    const session = readStored(key) as LocalSession | null;
    if (session?.userId === userId && now - session.updatedAt < EXPIRES_AFTER_MS) sessions.push(session);
    else removeStored(key);
  }
  return sessions.sort((one, other) => other.updatedAt - one.updatedAt);
}

export function storeSession(session: LocalSession): void {
  writeStored(PREFIX + session.sessionId, session);
}

/** A search that was submitted. */
export function beginSession(userId: string, search: Search): LocalSession {
  const now = Date.now();
  const session: LocalSession = {
    sessionId: nanoid(),
    userId,
    query: search.term,
    location: search.state,
    cities: search.cities,
    cityCount: search.cities.length,
    enrich: search.enrich,
    jobId: null,
    status: 'initialized',
    progress: 0,
    statusLog: [],
    results: 0,
    createdAt: now,
    updatedAt: now,
  };
  storeSession(session);
  return session;
}

/** The session of a job, where this browser knows of it. */
export function sessionOfJob(userId: string, jobId: string): LocalSession | null {
  return loadSessions(userId, Date.now()).find((session) => session.jobId === jobId) ?? null;
}

/** Nothing where the session is not known (any more): who has signed out leaves nothing behind. */
export function changeSession(userId: string, jobId: string, changes: Partial<LocalSession>): void {
  const session = sessionOfJob(userId, jobId);
  if (session !== null) storeSession({ ...session, ...changes, updatedAt: Date.now() });
}

/** The page was left while the job ran. */
export function pauseSession(userId: string, jobId: string): void {
  const session = sessionOfJob(userId, jobId);
  if (session !== null && UNDER_WAY.includes(session.status))
    storeSession({ ...session, status: 'paused', updatedAt: Date.now() });
}

export function searchOf({ query, location, cities, cityCount }: LocalSession): HistorySearch {
  return { term: query, state: location, cities, city_count: cityCount };
}

/** Keeps in this browser what a reload needs of the page: its log, its first rows, its job until that is over. */
import { useEffect } from 'react';
import { isBusy, isRunning, type JobState } from '@/shared/job/session';
import { clearActiveJob, clearSession, storeLog, storeResults } from '@/features/search/stored-session';

export function useStoredSession(userId: string, state: JobState): void {
  const { log, job, results, unfetched, phase } = state;
  const jobId = job?.jobId;
  const running = isRunning(state);
  // Rows that still have to be fetched, or enriched, are what a reload goes on with.
  const isOver = !isBusy(state) && (unfetched === null || phase !== 'completed');

  // An effect like the others: one that was still to come would store again what is cleared.
  const { cleared } = state;
  useEffect(() => {
    if (cleared !== null) clearSession();
  }, [cleared]);

  useEffect(() => {
    if (log.length > 0) storeLog(userId, log);
  }, [userId, log]);

  useEffect(() => {
    // Of a job that runs there are more to come.
    if (results !== null && results.sessionKey === jobId && !running) storeResults(userId, results);
  }, [userId, results, jobId, running]);

  useEffect(() => {
    if (isOver && jobId !== undefined) clearActiveJob(jobId);
  }, [isOver, jobId]);
}

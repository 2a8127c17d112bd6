/** Keeps in this browser what a reload needs of the page: its log, its first rows, its job until that is over. */
import { useEffect } from 'react';
import { isBusy, type JobState } from './job-state';
import { clearActiveJob, storeLog, storeResults } from './session-storage';

export function useStoredSession(userId: string, state: JobState): void {
  const { log, job, results, unfetched, phase } = state;
  const jobId = job?.jobId;
  // Rows that still have to be fetched, or enriched, are what a reload goes on with.
  const isOver = !isBusy(state) && (unfetched === null || phase !== 'completed');

  useEffect(() => {
    if (log.length > 0) storeLog(userId, log);
  }, [userId, log]);

  useEffect(() => {
    if (results !== null && results.sessionKey === jobId) storeResults(userId, results);
  }, [userId, results, jobId]);

  useEffect(() => {
    if (isOver && jobId !== undefined) clearActiveJob(jobId);
  }, [isOver, jobId]);
}

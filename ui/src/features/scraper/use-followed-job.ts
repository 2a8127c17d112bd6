/** Asks after the running job until it ends; then fetches what it delivered, and fresh credits. */
import { useEffect, useRef } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { poll, POLL_INTERVAL_MS, STOPPING_INTERVAL_MS } from './job-poll';
import { isRunning, type Happening, type JobState } from './job-state';

export function useFollowedJob(
  state: JobState,
  happened: (event: Happening) => void,
  fetchResults: (sessionKey: string) => Promise<void>,
): void {
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
        dispatch(api.util.invalidateTags(['Credits', 'History']));
        // A job that failed or was cancelled keeps what it delivered, which is paid for.
        await fetchResults(jobId);
      } catch (failure) {
        if (signal.aborted) return;
        // Where it was only lost, the job goes on at the server; so does the asking.
        happened(isGone(failure) ? { type: 'gone' } : { type: 'lost', text: errorMessage(failure) });
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

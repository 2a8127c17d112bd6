/** Follows the running job to its end, and fetches its rows: the first ones as soon as there are any. */
import { useEffect, useRef } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { followJob, POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import { isGone } from '@/shared/job/gone';
import { isRunning, type Happening, type JobState } from '@/shared/job/session';

/** After Stop was pressed the end is near, and worth seeing sooner. */
const STOPPING_INTERVAL_MS = 1000;

export function useFollowedJob(state: JobState, happened: (event: Happening) => void): void {
  const dispatch = useAppDispatch();
  const jobId = isRunning(state) ? state.job?.jobId : undefined;
  const { stopping } = state;
  const recovering = useRef(false);
  useEffect(() => {
    recovering.current = state.phase === 'recovering';
  }, [state.phase]);

  useEffect(() => {
    if (jobId === undefined) return undefined;
    const following = new AbortController();
    const { signal } = following;
    const heard = (job: JobBody) => {
      happened({ type: 'polled', job });
      // A job that failed or was cancelled keeps what it delivered, which is paid for.
      if (job.ended) dispatch(api.util.invalidateTags(['Credits', 'History']));
    };
    // A stream that is opened again repeats nothing: that it is open is the news.
    const reached = () => {
      happened({ type: 'reached' });
    };
    const ask = async () => {
      const endpoint = recovering.current ? api.endpoints.getJobStatus : api.endpoints.getJob;
      try {
        return await dispatch(
          endpoint.initiate({ jobId }, { forceRefetch: true, subscribe: false }),
        ).unwrap();
      } catch (failure) {
        const gone = isGone(failure);
        // Where it was only lost, the job goes on at the server; so does the asking.
        if (!signal.aborted)
          happened(gone ? { type: 'gone' } : { type: 'lost', text: errorMessage(failure) });
        return gone ? 'gone' : null;
      }
    };
    const pollMs = stopping ? STOPPING_INTERVAL_MS : POLL_INTERVAL_MS;
    const follow = async () => {
      // What was left is recovered by the call that is for it, which also says whether there is such a job.
      const found = recovering.current ? await ask() : null;
      if (found === 'gone' || signal.aborted) return;
      if (found !== null) heard(found);
      if (found?.ended !== true) await followJob({ jobId, pollMs, ask, heard, reached }, signal);
    };
    void follow();
    return () => {
      following.abort();
    };
  }, [jobId, stopping, dispatch, happened]);
}

/** Starts a reading of websites and follows it; one that runs already is found again after a reload. */
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import type { JobBody, ReadingBody, ReadWebsites } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useConfig } from '@/shared/config/config-context';
import { isGone } from '@/shared/job/calls';
import { followJob, POLL_INTERVAL_MS } from '@/shared/job/follow-job';

export interface Reading {
  /** The last news of it; null before. */
  job: JobBody | null;
  running: boolean;
  /** Why it did not start, or could not be stopped. */
  failure: string | null;
  /** There is no such reading of this user. */
  gone: boolean;
  /** Returns the job's id; null if it was refused. */
  start: (wanted: ReadWebsites) => Promise<string | null>;
  stop: () => void;
}

/** Follows the job, or none. `onEnd` is told of the end of each that was seen running. */
export function useReading(first: string | null, onEnd?: () => void): Reading {
  const dispatch = useAppDispatch();
  // Until the page names another one.
  const [started, setStarted] = useState<{ id: string; insteadOf: string | null } | null>(null);
  const jobId = started?.insteadOf === first ? started.id : first;
  const [job, setJob] = useState<JobBody | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const current = job?.job_id === jobId ? job : null;

  useFollowed(jobId, setJob, setGone);
  const isOver = current?.ended === true;
  // Not for one that was over when it was opened.
  const [begun, setBegun] = useState<string | null>(null);
  if (current !== null && !current.ended && begun !== jobId) setBegun(jobId);
  const ended = isOver && begun === jobId;
  useEffect(() => {
    if (!ended) return;
    dispatch(api.util.invalidateTags(['Credits', 'History', 'Companies']));
    onEnd?.();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each end
  }, [ended, dispatch]);

  const start = async (wanted: ReadWebsites) => {
    setFailure(null);
    setIsStarting(true);
    try {
      const asked = api.endpoints.readWebsites.initiate({ readWebsites: wanted }, { track: false });
      const { job_id: id } = await dispatch(asked).unwrap();
      setBegun(id);
      setStarted({ id, insteadOf: first });
      return id;
    } catch (refusal) {
      setFailure(errorDetail(refusal));
      return null;
    } finally {
      setIsStarting(false);
    }
  };
  const stop = () => {
    if (jobId === null) return;
    dispatch(api.endpoints.cancelJob.initiate({ jobId }, { track: false }))
      .unwrap()
      .catch((refusal: unknown) => {
        setFailure(errorDetail(refusal));
      });
  };
  const isGoneNow = gone !== null && gone === jobId;
  const running = isStarting || (jobId !== null && !isOver && !isGoneNow);
  return { job: current, running, failure, gone: isGoneNow, start, stop };
}

function useFollowed(
  jobId: string | null,
  onJob: (job: JobBody) => void,
  onGone: (jobId: string) => void,
): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (jobId === null) return undefined;
    const following = new AbortController();
    const ask = async () => {
      try {
        return await dispatch(
          api.endpoints.getJob.initiate({ jobId }, { forceRefetch: true, subscribe: false }),
        ).unwrap();
      } catch (failure) {
        if (!isGone(failure)) return null;
        onGone(jobId);
        return 'gone';
      }
    };
    const heard = (job: JobBody) => {
      onJob(job);
      return job.ended;
    };
    void followJob(
      { jobId, pollMs: POLL_INTERVAL_MS, ask, heard, reached: () => undefined },
      following.signal,
    );
    return () => {
      following.abort();
    };
  }, [jobId, dispatch, onJob, onGone]);
}

/** More than a user may have open. */
const MOST_OPEN = 50;

/** The reading of these websites that runs on the server; null if there is none. */
export function useRunningReading(isIt: (reading: ReadingBody) => boolean): string | null {
  const { reads_websites: isOn } = useConfig();
  const { data } = api.useListJobsQuery(
    { open: true, limit: MOST_OPEN },
    { skip: !isOn, refetchOnMountOrArgChange: true },
  );
  const running = data?.jobs.find(({ ended, reading }) => !ended && reading != null && isIt(reading));
  return running?.job_id ?? null;
}

/** Starts a reading of websites and follows it; one that runs already is found again after a reload. */
import { useCallback, useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail, type ApiError } from '@/shared/api/api-error';
import type { JobBody, ReadingBody, ReadWebsites } from '@/shared/api/generated';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { useConfig } from '@/shared/config/config-context';
import { isGone } from '@/shared/job/calls';
import { followJob, POLL_INTERVAL_MS } from '@/shared/job/follow-job';

export interface Reading {
  /** The last news of it; null before. */
  job: JobBody | null;
  running: boolean;
  /** Why it did not start. */
  failure: StartFailure | null;
  /** There is no such reading of this user. */
  gone: boolean;
  /** Returns the job's id; null if it was refused. */
  start: (wanted: ReadWebsites) => Promise<string | null>;
  stop: () => Promise<void>;
  /** Stop was pressed and is not answered yet. */
  stopping: boolean;
  /** Why it could not be stopped: it goes on. */
  stopFailure: string | null;
}

export interface StartFailure {
  text: string;
  /** The server said no, so nothing runs; without its answer that is not known. */
  refused: boolean;
}

/** Follows the job, or none. `onEnd` is told of the end of each that was seen running. */
export function useReading(first: string | null, onEnd?: () => void): Reading {
  const dispatch = useAppDispatch();
  // Until the page names another one.
  const [started, setStarted] = useState<{ id: string; insteadOf: string | null } | null>(null);
  const jobId = started?.insteadOf === first ? started.id : first;
  const [job, setJob] = useState<JobBody | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const current = job?.job_id === jobId ? job : null;

  const heard = useCallback((news: JobBody) => {
    // What has ended does not go on, whatever a late answer says.
    setJob((now) => (now?.job_id === news.job_id && now.ended ? now : news));
  }, []);
  useFollowed(jobId, heard, setGone);
  const stop = useStop(jobId, heard);
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
      setFailure({ text: errorDetail(refusal), refused: isRefusal(refusal) });
      return null;
    } finally {
      setIsStarting(false);
    }
  };
  const isGoneNow = gone !== null && gone === jobId;
  const running = isStarting || (jobId !== null && !isOver && !isGoneNow);
  return { job: current, running, failure, gone: isGoneNow, start, ...stop };
}

/** The server's own no. */
function isRefusal(failure: unknown): boolean {
  const { status = 0, detail } = failure as Partial<ApiError>;
  return status >= 400 && status < 500 && detail !== undefined;
}

/** It has ended already. */
const TOO_LATE = 409;

function useStop(
  jobId: string | null,
  heard: (job: JobBody) => void,
): Pick<Reading, 'stop' | 'stopping' | 'stopFailure'> {
  const dispatch = useAppDispatch();
  const [pressed, setPressed] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ jobId: string; text: string } | null>(null);
  const stopping = pressed !== null && pressed === jobId;
  const stop = async () => {
    if (jobId === null || stopping) return;
    setFailed(null);
    setPressed(jobId);
    try {
      await dispatch(api.endpoints.cancelJob.initiate({ jobId }, { track: false })).unwrap();
    } catch (refusal) {
      if ((refusal as Partial<ApiError>).status !== TOO_LATE) {
        setFailed({ jobId, text: errorDetail(refusal) });
        setPressed(null);
        return;
      }
    }
    // Also if it was too late to stop, show the job as it is.
    const job = await askOnce(dispatch, jobId).catch(() => null);
    if (job !== null) heard(job);
    setPressed(null);
  };
  return { stop, stopping, stopFailure: failed?.jobId === jobId ? failed.text : null };
}

function askOnce(dispatch: AppDispatch, jobId: string): Promise<JobBody> {
  return dispatch(
    api.endpoints.getJob.initiate({ jobId }, { forceRefetch: true, subscribe: false }),
  ).unwrap();
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
        return await askOnce(dispatch, jobId);
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

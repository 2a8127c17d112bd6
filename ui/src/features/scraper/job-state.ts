/**
 * The scraper page's state and everything that can happen to it, as one reducer: no IO, no clock; the
 * time comes in with each event.
 */
import type { GetJobApiResponse } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import { hasSampleRows } from './result-columns';
import { isRunning, type JobPhase } from './job-phase';
import type { SessionRows } from './session-rows';
import type { ActiveJob, StoredSession } from './session-storage';
import { appendLog, type LogEntry } from './status-log';
import { timeSavedMessage } from './time-saved';

export interface Results {
  sessionKey: string;
  session: SessionRows;
  enriched: boolean;
  sample: boolean;
}

export interface JobState {
  phase: JobPhase;
  job: ActiveJob | null;
  /** Percent, as the server counts. */
  progress: number;
  message: string;
  /** When the job ended, for the timer to stand still; null while it goes on. */
  endedAt: number | null;
  /** Stop was pressed, and the job has not ended yet. */
  stopping: boolean;
  results: Results | null;
  /** A session whose results could not be fetched, to try again. */
  unfetched: string | null;
  log: LogEntry[];
}

/** What can happen on the page. */
export type Happening =
  | { type: 'submitted'; description: string }
  | { type: 'refused'; text: string }
  | { type: 'accepted'; job: ActiveJob }
  | { type: 'recovering'; job: ActiveJob }
  | { type: 'polled'; job: GetJobApiResponse }
  | { type: 'lost'; text: string }
  | { type: 'stopRequested' }
  | { type: 'stopFailed'; detail: string }
  | { type: 'resultsFetched'; results: Results }
  | { type: 'resultsFailed'; sessionKey: string }
  | { type: 'cleared' };

/** What happened, and when (milliseconds since the epoch). */
export type JobEvent = Happening & { at: number };

export const IDLE: JobState = {
  phase: 'idle',
  job: null,
  progress: 0,
  message: '',
  endedAt: null,
  stopping: false,
  results: null,
  unfetched: null,
  log: [],
};

/** Where the page starts: with what was stored of the user's last session, and of a job that may still run. */
export function initialState(stored: StoredSession | null, job: ActiveJob | null): JobState {
  const {
    sessionKey = null,
    results = null,
    statusLog = [],
    sample = false,
    enriched = false,
  } = stored ?? {};
  return {
    ...IDLE,
    phase: job === null ? 'idle' : 'recovering',
    job,
    results:
      job === null && sessionKey !== null && results !== null
        ? { sessionKey, session: results, enriched, sample }
        : null,
    unfetched: null,
    log: statusLog,
  };
}

/** Whether a job is under way, so that another cannot be started. */
export function isBusy({ phase }: Pick<JobState, 'phase'>): boolean {
  return phase === 'submitting' || isRunning({ phase });
}

export function reduceJob(state: JobState, event: JobEvent): JobState {
  const log = (text: string) => appendLog(state.log, text, event.at);
  switch (event.type) {
    case 'submitted':
      return { ...IDLE, phase: 'submitting', message: 'Submitting...', log: log(event.description) };
    case 'refused':
      return { ...state, phase: 'failed', message: event.text, endedAt: event.at, log: log(event.text) };
    case 'accepted':
      return { ...state, phase: 'queued', job: event.job, message: 'Queued', log: log('Job queued') };
    case 'recovering':
      return {
        ...IDLE,
        phase: 'recovering',
        job: event.job,
        message: 'Recovering the job...',
        log: state.log,
      };
    case 'polled':
      return polled(state, event.job, event.at);
    case 'lost':
      return { ...state, log: state.log.at(-1)?.text === event.text ? state.log : log(event.text) };
    case 'stopRequested':
      return { ...state, stopping: true, message: 'Stopping...', log: log('Stopping the job...') };
    case 'stopFailed':
      return { ...state, stopping: false, log: log(`Failed to cancel job: ${event.detail}`) };
    case 'resultsFetched':
      return resultsFetched(state, event.results, event.at);
    case 'resultsFailed':
      return { ...state, unfetched: event.sessionKey, log: log('Error fetching results') };
    case 'cleared':
      return IDLE;
  }
}

function polled(state: JobState, job: GetJobApiResponse, at: number): JobState {
  const known = { progress: job.progress, message: job.message, job: withStart(state.job, job) };
  // A job that was opened by its session key was not started here: its times are the server's.
  const endedAt = state.job?.startedAt == null ? Date.parse(job.updated_at) : at;
  const entry = (text: string) => appendLog(state.log, text, at);
  switch (job.status) {
    case 'completed':
      return {
        ...state,
        ...known,
        phase: 'completed',
        endedAt,
        stopping: false,
        log: entry('Job completed'),
      };
    case 'failed':
      return {
        ...state,
        ...known,
        phase: 'failed',
        endedAt,
        stopping: false,
        log: entry(`Job failed: ${job.message}`),
      };
    case 'cancelled':
      return {
        ...state,
        ...known,
        phase: 'cancelled',
        endedAt,
        stopping: false,
        log: entry('Job was cancelled'),
      };
    case 'processing': {
      const text = `Processing: ${Math.round(job.progress)}%${job.message === '' ? '' : ` - ${job.message}`}`;
      const log = state.log.at(-1)?.text === text ? state.log : entry(text);
      return { ...state, ...known, phase: 'processing', log };
    }
    case 'queued':
      return { ...state, ...known, phase: 'queued' };
    default:
      // A newer server's status changes nothing but the figures.
      job.status satisfies never;
      return { ...state, ...known };
  }
}

function withStart(job: ActiveJob | null, answer: GetJobApiResponse): ActiveJob | null {
  return job?.startedAt === null ? { ...job, startedAt: Date.parse(answer.created_at) } : job;
}

function resultsFetched(state: JobState, results: Results, at: number): JobState {
  const { enriched } = results;
  const { rows, total } = results.session;
  const marked = { ...results, sample: results.sample || hasSampleRows(rows) };
  const text =
    total === 0
      ? 'No results found'
      : `${formatCounted(total, 'result')} found. ${timeSavedMessage(total, enriched)}`;
  return { ...state, results: marked, unfetched: null, log: appendLog(state.log, text, at) };
}

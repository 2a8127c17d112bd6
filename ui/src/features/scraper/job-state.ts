/**
 * The scraper page's state and everything that can happen to it, as one reducer: no IO, no clock; the
 * time comes in with each event.
 */
import type { GetJobApiResponse } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import { hasSampleRows } from './result-columns';
import { PHASES, type EnrichmentStep, type JobPhase } from './job-phase';
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
  enrichment: EnrichmentStep;
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
  | { type: 'enrichmentStarted' }
  | { type: 'enrichmentDelayed'; text: string; waitMs: number }
  | { type: 'enrichmentApplied'; results: Results }
  | { type: 'enrichmentDone'; text: string }
  | { type: 'enrichmentFailed'; text: string }
  | { type: 'enrichmentStopped' }
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
  enrichment: 'none',
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
    enrichment: firstStep(job),
    results:
      job === null && sessionKey !== null && results !== null
        ? { sessionKey, session: results, enriched, sample }
        : null,
    unfetched: null,
    log: statusLog,
  };
}

/** Whether the server has a job to ask after: until it says that the job has ended, whatever its status is. */
export function isRunning({ job, endedAt }: JobState): boolean {
  return job !== null && endedAt === null;
}

/** Whether the rows are being enriched, or are about to be. */
export function isEnriching({ phase, results, enrichment }: JobState): boolean {
  return phase === 'completed' && results !== null && (enrichment === 'pending' || enrichment === 'started');
}

/** Whether a job is under way, so that another cannot be started. */
export function isBusy(state: JobState): boolean {
  return state.phase === 'submitting' || isRunning(state) || isEnriching(state);
}

function firstStep(job: ActiveJob | null): EnrichmentStep {
  return job?.enrich === true ? 'pending' : 'none';
}

export function reduceJob(state: JobState, event: JobEvent): JobState {
  const log = (text: string) => appendLog(state.log, text, event.at);
  switch (event.type) {
    case 'submitted':
      return { ...IDLE, phase: 'submitting', message: 'Submitting...', log: log(event.description) };
    case 'refused':
      return { ...state, phase: 'failed', message: event.text, endedAt: event.at, log: log(event.text) };
    case 'accepted':
      return {
        ...state,
        phase: 'queued',
        job: event.job,
        enrichment: firstStep(event.job),
        message: 'Queued',
        log: log('Job queued'),
      };
    case 'recovering':
      return {
        ...IDLE,
        phase: 'recovering',
        job: event.job,
        enrichment: firstStep(event.job),
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
    case 'enrichmentStarted':
      return { ...state, enrichment: 'started', message: 'Enriching...', log: log('Enrichment started') };
    case 'enrichmentDelayed':
      return { ...state, log: log(`${event.text} Trying again in ${event.waitMs / 1_000} s.`) };
    case 'enrichmentApplied':
      return { ...resultsFetched(state, event.results, event.at), enrichment: 'applied' };
    case 'enrichmentDone':
      return { ...state, enrichment: 'done', message: event.text, log: log(event.text) };
    case 'enrichmentFailed': {
      const text = `Enrichment failed: ${event.text}`;
      return { ...state, enrichment: 'none', message: text, log: log(text) };
    }
    case 'enrichmentStopped': {
      const text = 'Enrichment stopped. The scraped results are kept.';
      return { ...state, enrichment: 'none', message: text, log: log(text) };
    }
    case 'resultsFailed':
      return { ...state, unfetched: event.sessionKey, log: log('Error fetching results') };
    case 'cleared':
      return IDLE;
  }
}

function polled(state: JobState, answer: GetJobApiResponse, at: number): JobState {
  const { status, progress, message } = answer;
  // A newer server's status changes nothing but the figures.
  const phase = status in PHASES ? status : state.phase;
  const known = { ...state, phase, progress, message, job: withStart(state.job, answer) };
  const text = logText(answer);
  const isNews = text !== null && state.log.at(-1)?.text !== text;
  const log = isNews ? appendLog(state.log, text, at) : state.log;
  if (!answer.ended) return { ...known, log };
  // A job that was opened by its session key was not started here: its times are the server's.
  const endedAt = state.job?.startedAt == null ? Date.parse(answer.updated_at) : at;
  return { ...known, log, endedAt, stopping: false };
}

/** What the log says of a job's status. */
function logText({ status, progress, message }: GetJobApiResponse): string | null {
  switch (status) {
    case 'completed':
      return 'Job completed';
    case 'failed':
      return `Job failed: ${message}`;
    case 'cancelled':
      return 'Job was cancelled';
    case 'processing':
      return `Processing: ${Math.round(progress)}%${message === '' ? '' : ` - ${message}`}`;
    case 'queued':
      return null;
    default:
      status satisfies never;
      return null;
  }
}

function withStart(job: ActiveJob | null, answer: GetJobApiResponse): ActiveJob | null {
  return job?.startedAt === null ? { ...job, startedAt: Date.parse(answer.created_at) } : job;
}

function resultsFetched(state: JobState, results: Results, at: number): JobState {
  const { enriched } = results;
  const { rows, total } = results.session;
  const enrichment = state.enrichment === 'pending' && enriched ? 'done' : state.enrichment;
  const isWanted = state.phase === 'completed' && total > 0;
  const marked = { ...results, sample: results.sample || hasSampleRows(rows) };
  const text =
    total === 0
      ? 'No results found'
      : `${formatCounted(total, 'result')} found. ${timeSavedMessage(total, enriched)}`;
  return {
    ...state,
    results: marked,
    enrichment: isWanted ? enrichment : 'none',
    unfetched: null,
    log: appendLog(state.log, text, at),
  };
}

/**
 * The scraper page's state and everything that can happen to it, as one reducer: no IO, no clock; the
 * time comes in with each event.
 */
import type { CityFound, GetJobApiResponse, HistorySearch } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import { GONE } from './gone';
import { hasSampleRows } from '@/shared/results/result-columns';
import { PHASES, type EnrichmentStep, type JobPhase } from './job-view';
import type { SessionRows } from '@/shared/results/session-rows';
import type { ActiveJob, StoredSession } from '@/features/search/stored-session';
import { appendFailure, appendLog, type LogEntry } from './status-log';
import { timeSavedMessage } from '@/shared/results/time-saved';

/** The rows of a session, as they were fetched. */
export interface FetchedResults {
  sessionKey: string;
  session: SessionRows;
  /** Whether they are enriched, as far as credits went. */
  enriched: boolean;
  sample: boolean;
}

export interface Results extends FetchedResults {
  /** How many of the session's rows have their facts. */
  enrichedRows: number;
}

export interface JobState {
  phase: JobPhase;
  job: ActiveJob | null;
  /** What it searches, once that is known. */
  search: HistorySearch | null;
  /** Whether the server answered when it was last asked after the job. */
  reached: boolean;
  /** Percent, as the server counts. */
  progress: number;
  message: string;
  /** When the job ended, for the timer to stand still; null while it goes on. */
  endedAt: number | null;
  /** Since when its rows are enriched: the timer counts that as well. */
  enrichingSince: number | null;
  /** Stop was pressed, and the job has not ended yet. */
  stopping: boolean;
  /** The job has ended, and its rows are not here yet. */
  fetching: boolean;
  results: Results | null;
  /** How many rows the server says that there are. */
  delivered: number;
  /** By city, as far as it is known. */
  citiesFound: readonly CityFound[];
  /** What the session has cost so far; null where that is not known. */
  creditsCharged: number | null;
  enrichment: EnrichmentStep;
  /** How many rows the server has enriched, when it was last asked. */
  enrichedRows: number;
  /** A session whose results could not be fetched, to try again. */
  unfetched: string | null;
  log: LogEntry[];
  /** Of a page that was just cleared: the job that was under way then, which is stopped. */
  cleared: { abandoned: string | null } | null;
}

/** What can happen on the page. */
export type Happening =
  | { type: 'submitted'; description: string }
  | { type: 'refused'; text: string }
  | { type: 'accepted'; job: ActiveJob; search: HistorySearch; description: string }
  | { type: 'recovering'; job: ActiveJob; log: readonly LogEntry[] }
  | { type: 'polled'; job: GetJobApiResponse }
  | { type: 'gone' }
  | { type: 'lost'; text: string }
  | { type: 'reached' }
  | { type: 'stopRequested' }
  | { type: 'stopFailed'; jobId: string; detail: string }
  | { type: 'rowsDelivered'; results: FetchedResults }
  | { type: 'resultsFetched'; results: FetchedResults }
  | { type: 'resultsFailed'; sessionKey: string }
  | { type: 'enrichmentAsked'; job: ActiveJob }
  | { type: 'enrichmentStarted' }
  | { type: 'enrichmentPolled'; job: GetJobApiResponse }
  | { type: 'enrichmentDelayed'; text: string; waitMs: number }
  | { type: 'enrichmentApplied'; results: Results }
  | { type: 'enrichmentDone'; text: string }
  | { type: 'enrichmentFailed'; text: string }
  | { type: 'enrichmentStopped' }
  | { type: 'enrichmentPaid'; results: Results }
  | { type: 'cleared' };

/** What happened, and when (milliseconds since the epoch). */
export type JobEvent = Happening & { at: number };

export const IDLE: JobState = {
  phase: 'idle',
  job: null,
  search: null,
  reached: true,
  progress: 0,
  message: '',
  endedAt: null,
  enrichingSince: null,
  stopping: false,
  fetching: false,
  results: null,
  delivered: 0,
  citiesFound: [],
  creditsCharged: null,
  enrichment: 'none',
  enrichedRows: 0,
  unfetched: null,
  log: [],
  cleared: null,
};

/** Where the page starts: with what was stored of the user's last session, and of a job that may still run. */
export function initialState(stored: StoredSession | null, job: ActiveJob | null): JobState {
  const {
    sessionKey = null,
    results = null,
    statusLog = [],
    sample = false,
    enriched = false,
    enrichedRows = 0,
  } = stored ?? {};
  return {
    ...IDLE,
    phase: job === null ? 'idle' : 'recovering',
    job,
    enrichment: firstStep(job),
    results:
      job === null && sessionKey !== null && results !== null
        ? { sessionKey, session: results, enriched, enrichedRows, sample }
        : null,
    unfetched: null,
    log: statusLog,
  };
}

/** Whether the server has a job to ask after: until it says that the job has ended, whatever its status is. */
export function isRunning({ job, endedAt }: JobState): boolean {
  return job !== null && endedAt === null;
}

const ENRICHING_STEPS: readonly EnrichmentStep[] = ['pending', 'started', 'applied'];

/** Whether the rows are being enriched, or are about to be. */
export function isEnriching(state: JobState): boolean {
  const { fetching, results, enrichment } = state;
  return !isRunning(state) && !fetching && results !== null && ENRICHING_STEPS.includes(enrichment);
}

/** Whether the server works for the page, and is to be told where that is not wanted any more. */
export function isUnderWay(state: JobState): boolean {
  return isRunning(state) || isEnriching(state);
}

/** Whether there is something that Stop would end. */
export function canStop(state: JobState): boolean {
  return isRunning(state) || (isEnriching(state) && state.enrichment !== 'applied');
}

/** Whether a job is under way, so that another cannot be started. */
export function isBusy(state: JobState): boolean {
  return state.phase === 'submitting' || isRunning(state) || state.fetching || isEnriching(state);
}

function firstStep(job: ActiveJob | null): EnrichmentStep {
  return job?.enrich === true ? 'pending' : 'none';
}

export const ENRICHMENT_STOPPED = 'Enrichment stopped. The scraped results are kept.';

export function reduceJob(state: JobState, event: JobEvent): JobState {
  const log = (text: string) => appendLog(state.log, text, event.at);
  const failed = (text: string) => appendFailure(state.log, text, event.at);
  switch (event.type) {
    case 'submitted':
      return { ...state, phase: 'submitting', message: 'Submitting...', log: log(event.description) };
    case 'refused':
      return { ...state, phase: 'refused', message: event.text, log: failed(event.text) };
    case 'accepted':
      return {
        ...following(event.job, 'queued', 'Queued'),
        search: event.search,
        // A log tells of one search.
        log: appendLog(appendLog([], event.description, event.at), 'Job queued', event.at),
      };
    case 'recovering':
      return { ...following(event.job, 'recovering', 'Recovering the job...'), log: [...event.log] };
    case 'polled':
      return polled(state, event.job, event.at);
    case 'gone':
      return {
        ...state,
        phase: 'failed',
        message: GONE,
        endedAt: event.at,
        enrichment: 'none',
        log: failed(GONE),
      };
    case 'lost':
      return {
        ...state,
        reached: false,
        log: state.log.at(-1)?.text === event.text ? state.log : log(event.text),
      };
    case 'reached':
      return { ...state, reached: true };
    case 'stopRequested':
      return { ...stopping(state), log: log('Stopping the job...') };
    case 'stopFailed':
      // Of a search that another one has followed: its log is not on the page any more.
      if (event.jobId !== (state.job?.jobId ?? state.cleared?.abandoned)) return state;
      return { ...state, stopping: false, log: failed(`Failed to cancel job: ${event.detail}`) };
    case 'rowsDelivered':
      if (event.results.sessionKey !== state.job?.jobId || state.results !== null || !isRunning(state))
        return state;
      return { ...state, results: withMarks({ ...event.results, enrichedRows: 0 }) };
    case 'resultsFetched':
      if (event.results.sessionKey !== state.job?.jobId) return state;
      return resultsFetched(state, { ...event.results, enrichedRows: state.enrichedRows }, event.at);
    case 'resultsFailed':
      if (event.sessionKey !== state.job?.jobId) return state;
      return {
        ...state,
        fetching: false,
        unfetched: event.sessionKey,
        log: failed('Error fetching results'),
      };
    case 'cleared':
      return { ...IDLE, cleared: { abandoned: isUnderWay(state) ? (state.job?.jobId ?? null) : null } };
    default:
      return reduceEnrichment(state, event);
  }
}

type EnrichmentEvent = Extract<JobEvent, { type: `enrichment${string}` }>;

/** What happens to rows that are there. */
function reduceEnrichment(state: JobState, event: EnrichmentEvent): JobState {
  const log = (text: string) => appendLog(state.log, text, event.at);
  switch (event.type) {
    case 'enrichmentAsked':
      return enrichmentAsked(state, event.job, event.at);
    case 'enrichmentPolled':
      return { ...state, ...figures(event.job), reached: true, message: enrichmentMessage(state, event.job) };
    case 'enrichmentStarted':
      return { ...state, enrichment: 'started', message: 'Enriching...', log: log('Enrichment started') };
    case 'enrichmentDelayed':
      return { ...state, log: log(`${event.text} Trying again in ${event.waitMs / 1_000} s.`) };
    case 'enrichmentApplied':
      return { ...resultsFetched(state, event.results, event.at), enrichment: 'applied' };
    case 'enrichmentDone':
      return { ...rested(state, event.at), enrichment: 'done', message: event.text, log: log(event.text) };
    case 'enrichmentFailed': {
      const text = `Enrichment failed: ${event.text}`;
      return {
        ...rested(state, event.at),
        enrichment: 'none',
        message: text,
        log: appendFailure(state.log, text, event.at),
      };
    }
    case 'enrichmentStopped':
      return {
        ...rested(state, event.at),
        enrichment: 'none',
        message: ENRICHMENT_STOPPED,
        log: log(ENRICHMENT_STOPPED),
      };
    case 'enrichmentPaid':
      if (event.results.sessionKey !== state.results?.sessionKey || isBusy(state)) return state;
      return { ...state, results: withMarks(event.results), enrichedRows: event.results.enrichedRows };
  }
}

/** A job may end well before its Stop reaches it: then too nothing more is charged, after a reload neither. */
function stopping(state: JobState): JobState {
  const asked = { ...state, stopping: true, message: 'Stopping...' };
  if (state.job === null || state.enrichment === 'none') return asked;
  return { ...asked, job: { ...state.job, enrich: false }, enrichment: 'stopped' };
}

/** Of rows that are there, whatever became of their search; the timer counts this alone where that is not known. */
function enrichmentAsked(state: JobState, { startedAt, ...job }: ActiveJob, at: number): JobState {
  return {
    ...state,
    phase: state.phase === 'idle' || state.phase === 'refused' ? 'completed' : state.phase,
    job: { ...job, startedAt: startedAt ?? at },
    endedAt: state.endedAt ?? at,
    enrichingSince: at,
    enrichment: 'pending',
    message: 'Enriching...',
  };
}

/** The timer stands still again. */
function rested(state: JobState, at: number): JobState {
  const { endedAt, enrichingSince } = state;
  if (endedAt === null || enrichingSince === null) return state;
  return { ...state, endedAt: endedAt + at - enrichingSince, enrichingSince: null };
}

function following(job: ActiveJob, phase: JobPhase, message: string): JobState {
  return { ...IDLE, phase, job, enrichment: firstStep(job), message };
}

function figures({ results_count, cities_found, credits_charged, enrichment }: GetJobApiResponse) {
  return {
    delivered: results_count,
    citiesFound: cities_found ?? [],
    creditsCharged: credits_charged ?? null,
    enrichedRows: enrichment.enriched,
  };
}

function polled(state: JobState, answer: GetJobApiResponse, at: number): JobState {
  if (!isRunning(state)) return state;
  const { status, progress, message } = answer;
  // A newer server's status changes nothing but the figures.
  const phase = status in PHASES ? status : state.phase;
  const job = withStart(state.job, answer);
  const known = {
    ...state,
    phase,
    progress,
    message,
    job,
    search: searched(answer),
    reached: true,
    ...figures(answer),
    results: grown(state.results, answer.results_count),
  };
  const text = logText(answer);
  const isNews = text !== null && state.log.at(-1)?.text !== text;
  const news = isNews ? withNews(state.log, text, at, status === 'failed') : state.log;
  if (!answer.ended) return { ...known, log: news };
  const isCutShort = status === 'completed' && state.enrichment === 'stopped';
  const log = isCutShort ? appendLog(news, ENRICHMENT_STOPPED, at) : news;
  const ended = {
    ...known,
    log,
    endedAt: endOf(state.job, answer, at),
    stopping: false,
    // Whoever has asked for it: what is under way at the server is followed.
    enrichment: answer.enrichment.status === 'processing' ? ('started' as const) : state.enrichment,
  };
  if (known.results === null) return { ...ended, fetching: true };
  const enriched = answer.enrichment.status === 'completed';
  return resultsFetched(ended, { ...known.results, enriched, enrichedRows: ended.enrichedRows }, at);
}

/**
 * When a job ended, by the clock that its start was read from. The page may have been away then, and what happens to the
 * rows afterwards is not of the search.
 */
function endOf(job: ActiveJob | null, answer: GetJobApiResponse, at: number): number {
  const { created_at: createdAt, ended_at: endedAt, updated_at: updatedAt } = answer;
  // One that was opened by its session key was not started here: its times are the server's.
  const startedAt = job?.startedAt ?? null;
  if (endedAt == null) return startedAt === null ? Date.parse(updatedAt) : at;
  return (startedAt ?? Date.parse(createdAt)) + Date.parse(endedAt) - Date.parse(createdAt);
}

/** How far the enrichment is in the server's words, while it is. */
function enrichmentMessage(state: JobState, { enrichment }: GetJobApiResponse): string {
  const isUnderWay = state.enrichment === 'started' && enrichment.status === 'processing';
  return isUnderWay ? enrichment.message : state.message;
}

/** More rows of the same session. */
function grown(results: Results | null, count: number): Results | null {
  if (results === null || count <= results.session.total) return results;
  return { ...results, session: { ...results.session, total: count } };
}

const PROGRESS = 'Processing: ';

/** How far a job is replaces how far it was. */
function withNews(log: LogEntry[], text: string, at: number, failed: boolean): LogEntry[] {
  if (failed) return appendFailure(log, text, at);
  const isProgress = text.startsWith(PROGRESS) && log.at(-1)?.text.startsWith(PROGRESS) === true;
  return appendLog(isProgress ? log.slice(0, -1) : log, text, at);
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
      return `${PROGRESS}${Math.round(progress)}%${message === '' ? '' : ` - ${message}`}`;
    case 'queued':
      return null;
    default:
      status satisfies never;
      return null;
  }
}

function searched({ search_term: term, state, cities }: GetJobApiResponse): HistorySearch {
  return { term, state, cities, city_count: cities.length };
}

function withStart(job: ActiveJob | null, answer: GetJobApiResponse): ActiveJob | null {
  return job?.startedAt === null ? { ...job, startedAt: Date.parse(answer.created_at) } : job;
}

function resultsFetched(state: JobState, results: Results, at: number): JobState {
  const { enriched, enrichedRows } = results;
  const { total } = results.session;
  const enrichment = state.enrichment === 'pending' && enriched ? 'done' : state.enrichment;
  const isWanted = state.phase === 'completed' && total > 0;
  const step = isWanted || enrichment === 'started' ? enrichment : 'none';
  // A search that failed, or was stopped, has not found that there are none.
  const none = state.phase === 'completed' ? 'No results found' : null;
  const text =
    total === 0 ? none : `${formatCounted(total, 'result')} found. ${timeSavedMessage(total, enrichedRows)}`;
  return {
    ...state,
    results: withMarks(results),
    fetching: false,
    enrichment: step,
    enrichingSince: state.enrichingSince ?? (ENRICHING_STEPS.includes(step) ? at : null),
    unfetched: null,
    log: text === null ? state.log : appendLog(state.log, text, at),
  };
}

function withMarks(results: Results): Results {
  return { ...results, sample: results.sample || hasSampleRows(results.session.rows) };
}

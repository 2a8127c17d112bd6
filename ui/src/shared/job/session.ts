/**
 * The session that a page watches and everything that can happen to it, as one reducer: no IO, no clock; events carry
 * the time. The server owns the session. Kept here are its last answer, the fetched rows, and what the page itself is
 * doing.
 */
import type { JobBody } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import { named } from '@/shared/results/search-text';
import type { Results } from '@/shared/results/session-rows';
import { timeSavedMessage } from '@/shared/results/time-saved';
import {
  isSettled,
  logText,
  phaseOf,
  PROGRESS,
  progressValue,
  type EnrichmentStep,
  type JobPhase,
} from './job-view';
import { appendFailure, appendLog, type LogEntry } from './status-log';

export interface Session {
  /** What the page is doing, if not following the job's own phase. */
  own: 'idle' | 'submitting' | 'refused' | 'recovering' | 'queued' | 'failed' | null;
  sessionKey: string | null;
  job: JobBody | null;
  /** Whether the server answered the last call. */
  reached: boolean;
  /** Stop was pressed and the server has not confirmed it yet. */
  stopping: boolean;
  step: EnrichmentStep;
  /** POST /enrich was sent and the server does not show the enrichment yet. */
  asking: boolean;
  /** What the timer counts: the search and the enrichment, not the time between. `to` is null while it runs. */
  clock: { from: number; to: number | null } | null;
  results: Results | null;
  unfetched: boolean;
  /** The page's own message, such as why something failed. */
  note: string | null;
  /** How the enrichment ended that the page followed, if not by enriching the rows. */
  ended: 'stopped' | 'failed' | null;
  log: LogEntry[];
}

export type SessionEventBody =
  | { type: 'submitted'; description: string }
  /** `failed`: it had started. */
  | { type: 'refused'; text: string; failed?: boolean }
  | { type: 'accepted'; sessionKey: string; description: string }
  | { type: 'opened'; sessionKey: string }
  | { type: 'heard'; job: JobBody }
  | { type: 'gone' }
  | { type: 'lost'; text: string }
  | { type: 'reached' }
  | { type: 'stopRequested' }
  | { type: 'stopFailed'; sessionKey: string; detail: string }
  | { type: 'rowsFetched'; results: Results }
  /** The same rows, with what became known since. */
  | { type: 'rowsReread'; results: Results }
  | { type: 'rowsFailed'; sessionKey: string }
  | { type: 'fetchAgain' }
  | { type: 'enrichmentAsked' }
  | { type: 'enrichmentAnswered' }
  | { type: 'enrichmentShown' }
  | { type: 'enrichmentAdvanced'; step: EnrichmentStep }
  | { type: 'readDelayed'; text: string; waitMs: number }
  | { type: 'enrichmentFailed'; text: string }
  | { type: 'cleared' };

/** What happened, and when (milliseconds since the epoch). */
type SessionEvent = SessionEventBody & { at: number };

export const IDLE: Session = {
  own: 'idle',
  sessionKey: null,
  job: null,
  reached: true,
  stopping: false,
  step: 'none',
  asking: false,
  clock: null,
  results: null,
  unfetched: false,
  note: null,
  ended: null,
  log: [],
};

const GONE = 'This session was not found. It may belong to another account.';
const ENRICHMENT_STOPPED = 'Enrichment stopped. The scraped results are kept.';

export function opened(sessionKey: string | null): Session {
  return sessionKey === null ? IDLE : { ...IDLE, own: 'recovering', sessionKey };
}

/** Whether the search is still running, as far as the page knows. */
export function isRunning({ own, sessionKey, job }: Session): boolean {
  if (sessionKey === null) return false;
  return job === null ? own === 'queued' || own === 'recovering' : !job.ended;
}

export function isEnriching({ step }: Session): boolean {
  return step === 'pending' || step === 'started' || step === 'applied';
}

/** Whether the page follows the session: as long as the server may have news. */
export function isFollowed(session: Session): boolean {
  const { sessionKey, job, stopping, reached } = session;
  if (sessionKey === null) return false;
  return (
    isRunning(session) || isEnriching(session) || stopping || !reached || (job !== null && !isSettled(job))
  );
}

/** Whether Stop would end anything. */
export function canStop(session: Session): boolean {
  return isRunning(session) || (isEnriching(session) && session.step !== 'applied');
}

/** Whether the page is busy, so that no other search can start. */
export function isBusy(session: Session): boolean {
  return (
    session.own === 'submitting' ||
    isRunning(session) ||
    isEnriching(session) ||
    rowsWanted(session) === 'first'
  );
}

/** Which rows to fetch: the first ones once there are any, then those that have got facts since. */
export function rowsWanted({ job, results, unfetched, step }: Session): 'first' | 'facts' | null {
  if (job === null || unfetched) return null;
  if (results === null) return job.ended || job.results_count > 0 ? 'first' : null;
  const isNews = isSettled(job) && job.enrichment.enriched > results.enrichedRows;
  return isNews && step !== 'pending' ? 'facts' : null;
}

/** The next step once the server has enriched the rows; null while there is nothing to do. */
export function nextStep(session: Session): EnrichmentStep | null {
  const { job, step, results, asking } = session;
  if (job?.enrichment.status !== 'completed' || asking || results === null) return null;
  if (step === 'started') return 'applied';
  return (step === 'applied' || step === 'none') && rowsWanted(session) !== 'facts' ? 'done' : null;
}

export function phaseOfSession(session: Session): JobPhase {
  const { own, job } = session;
  if (own !== null) return own;
  if (isEnriching(session)) return 'enriching';
  return job === null ? 'idle' : phaseOf(job);
}

export function percentOf(session: Session): number {
  const { job, step } = session;
  const phase = phaseOfSession(session);
  return progressValue({ phase, progress: job?.progress ?? 0, enrich: job?.enrich ?? false, step });
}

/** The state of the session in one line. */
export function messageOf(session: Session): string {
  const { own, job, step, reached, stopping, note } = session;
  if (stopping && isRunning(session)) return 'Stopping...';
  if (!reached && isRunning(session)) return 'Connection lost. The search goes on.';
  if (!reached && isEnriching(session)) return 'Connection lost. The enrichment goes on.';
  if (note !== null) return note;
  if (own === 'submitting') return 'Submitting...';
  if (own === 'queued') return 'Queued';
  if (own === 'recovering') return 'Recovering the job...';
  if (job === null) return 'Start a search to see its progress here.';
  if (step === 'done' || job.enrichment.status === 'processing') return job.enrichment.message;
  return isEnriching(session) ? 'Enriching...' : job.message;
}

export function reduceSession(session: Session, event: SessionEvent): Session {
  const { at } = event;
  switch (event.type) {
    case 'submitted':
      return said({ ...session, own: 'submitting', note: null, ended: null }, event.description, at);
    case 'refused': {
      const own = event.failed === true ? 'failed' : 'refused';
      return failed({ ...session, own, note: event.text }, event.text, at);
    }
    case 'accepted': {
      const accepted: Session = { ...opened(event.sessionKey), own: 'queued', clock: { from: at, to: null } };
      // A log covers one search.
      return said(said(accepted, event.description, at), 'Job queued', at);
    }
    case 'opened':
      return opened(event.sessionKey);
    case 'heard':
      return event.job.job_id === session.sessionKey ? heard(session, event.job, at) : session;
    case 'gone':
      return failed({ ...IDLE, own: 'failed', note: GONE, log: session.log }, GONE, at);
    case 'lost': {
      const lost = { ...session, reached: false };
      const isNews = isRunning(session) && session.log.at(-1)?.text !== event.text;
      return isNews ? said(lost, event.text, at) : lost;
    }
    case 'reached':
      // Otherwise wait for the next news of the job.
      return isRunning(session) || isEnriching(session) ? { ...session, reached: true } : session;
    case 'cleared':
      return IDLE;
    case 'rowsFetched':
      return event.results.sessionKey === session.sessionKey
        ? rowsFetched(session, event.results, at)
        : session;
    case 'rowsFailed':
      // The rows of a running search are fetched again when it ends.
      if (event.sessionKey !== session.sessionKey || isRunning(session)) return session;
      return failed({ ...session, unfetched: true }, 'Error fetching results', at);
    case 'rowsReread':
      return session.sessionKey === event.results.sessionKey
        ? { ...session, results: event.results }
        : session;
    case 'fetchAgain':
      return { ...session, unfetched: false };
    default:
      return reduceOrders(session, event);
  }
}

type Order = Extract<
  SessionEvent,
  { type: `stop${string}` | `enrichment${string}` | 'factsAwaited' | 'readDelayed' }
>;

function reduceOrders(session: Session, event: Order): Session {
  const { at } = event;
  switch (event.type) {
    case 'stopRequested':
      if (isRunning(session)) return said({ ...session, stopping: true }, 'Stopping the job...', at);
      return stopped({ ...session, stopping: true, asking: false }, at);
    case 'stopFailed':
      // A late failure of an earlier session does not belong in this session's log.
      if (session.sessionKey !== null && event.sessionKey !== session.sessionKey) return session;
      return failed(
        { ...session, stopping: false, note: null, ended: null },
        `Failed to cancel job: ${event.detail}`,
        at,
      );
    case 'enrichmentAsked': {
      const own = session.job === null ? session.own : null;
      const asked: Session = { ...begun(session, 'started', at), own, asking: true, note: null };
      return said(asked, 'Enrichment started', at);
    }
    case 'enrichmentAnswered':
      return { ...session, asking: false };
    case 'enrichmentShown':
      return session.step === 'pending'
        ? said({ ...session, step: 'started' }, 'Enrichment started', at)
        : session;
    case 'enrichmentAdvanced':
      return event.step === 'done' ? enrichmentDone(session, at) : { ...session, step: event.step };
    case 'readDelayed':
      return said(session, `${event.text} Trying again in ${event.waitMs / 1_000} s.`, at);
    case 'enrichmentFailed':
      return enrichmentFailed(session, event.text, at);
  }
}

function heard(session: Session, job: JobBody, at: number): Session {
  const isSubmitting = session.own === 'submitting' || session.own === 'refused';
  const known: Session = {
    ...session,
    own: isSubmitting ? session.own : null,
    job,
    reached: true,
    clock: session.clock ?? { from: Date.parse(job.created_at), to: null },
    results: grown(session.results, job.results_count),
  };
  if (session.own === 'recovering') known.log = [...startOf(job), ...session.log];
  if (!job.ended) return withNews(known, job, at);
  if (!isRunning(session)) return enrichmentHeard(known, job, at);
  return enrichmentHeard(searchEnded(known, job, at), job, at, session.own !== 'recovering');
}

/** How the log of an opened search would have started. */
function startOf({ search_term: term, cities, state, area, created_at: createdAt }: JobBody): LogEntry[] {
  const at = Date.parse(createdAt);
  const place = area?.label ?? [named(cities), state].filter((part) => part !== '').join(', ');
  return appendLog(appendLog([], searchingFor(term, place), at), 'Job queued', at);
}

function searchEnded(session: Session, job: JobBody, at: number): Session {
  const from = session.clock?.from ?? at;
  const ended = withNews(
    { ...session, stopping: false, clock: { from, to: from + tookMs(job, at - from) } },
    job,
    at,
  );
  return ended.results === null ? ended : withCount(ended, at);
}

/** `isLive`: the page followed the search to its end, which the server has just reported. */
function enrichmentHeard(session: Session, job: JobBody, at: number, isLive = false): Session {
  const { status, message } = job.enrichment;
  const wasUnderWay = isEnriching(session);
  switch (status) {
    case 'processing':
      if (session.stopping) return session;
      if (wasUnderWay) return { ...session, asking: false };
      return begun({ ...session, note: null }, isLive ? 'pending' : 'started', at);
    case 'completed':
      if (session.asking) return session;
      return isLive && job.enrich ? begun(session, 'pending', at) : { ...session, stopping: false };
    case 'failed':
      if (session.asking) return session;
      return wasUnderWay || (isLive && job.enrich)
        ? enrichmentFailed(session, message, at)
        : { ...session, stopping: false };
    case 'cancelled': {
      if (session.asking) return session;
      const settled = { ...session, stopping: false };
      return wasUnderWay || (isLive && job.enrich) ? stopped(settled, at) : rested(settled, at);
    }
    default:
      return session.asking ? session : { ...session, stopping: false };
  }
}

function rowsFetched(session: Session, results: Results, at: number): Session {
  const shown = { ...session, results, unfetched: false, reached: true };
  return isRunning(session) ? shown : withCount(shown, at);
}

/** How far it got is in the server's words. */
function enrichmentDone(session: Session, at: number): Session {
  const done: Session = { ...rested(session, at), step: 'done', note: null, ended: null };
  return session.job === null ? done : said(done, session.job.enrichment.message, at);
}

function stopped(session: Session, at: number): Session {
  const ended = { ...rested(session, at), note: ENRICHMENT_STOPPED, ended: 'stopped' as const };
  return said(ended, ENRICHMENT_STOPPED, at);
}

function enrichmentFailed(session: Session, message: string, at: number): Session {
  const text = `Enrichment failed: ${message}`;
  const rest = { ...rested(session, at), stopping: false, asking: false };
  return failed({ ...rest, note: text, ended: 'failed' }, text, at);
}

/** The timer continues from where the search left it. */
function begun(session: Session, step: EnrichmentStep, at: number): Session {
  const { job, clock } = session;
  const took = job === null || clock === null ? 0 : (clock.to ?? at) - clock.from;
  return { ...session, step, ended: null, clock: { from: at - took, to: null } };
}

function rested(session: Session, at: number): Session {
  const { clock } = session;
  return {
    ...session,
    step: 'none',
    clock: clock === null ? null : { from: clock.from, to: clock.to ?? at },
  };
}

/** How long the search took by the server's clock; `otherwise` if unknown. */
function tookMs({ created_at: createdAt, ended_at: endedAt }: JobBody, otherwise: number): number {
  return endedAt == null ? otherwise : Date.parse(endedAt) - Date.parse(createdAt);
}

/** More rows of the same session. */
function grown(results: Results | null, count: number): Results | null {
  if (results === null || count <= results.session.total) return results;
  return { ...results, session: { ...results.session, total: count } };
}

/**
 * How many rows there are and the time that saved. A search that failed or was stopped cannot say that there are
 * none.
 */
function withCount(session: Session, at: number): Session {
  const { job, results } = session;
  if (results === null || job === null) return session;
  const { enrichedRows, session: rows } = results;
  if (rows.total > 0) {
    const count = formatCounted(rows.total, 'result');
    return said(session, `${count} found. ${timeSavedMessage(rows.total, enrichedRows)}`, at);
  }
  return phaseOf(job) === 'completed' ? said(session, 'No results found', at) : session;
}

/** The log entries of a search: its latest progress replaces the one before. */
function withNews(session: Session, job: JobBody, at: number): Session {
  const text = logText(job);
  const last = session.log.at(-1)?.text;
  if (text === null || text === last) return session;
  if (job.status === 'failed') return failed(session, text, at);
  const isReplaced = text.startsWith(PROGRESS) && last?.startsWith(PROGRESS) === true;
  return said(isReplaced ? { ...session, log: session.log.slice(0, -1) } : session, text, at);
}

/** How the log of a search starts. */
export function searchingFor(term: string, place: string): string {
  return `Searching for "${term}"${place === '' ? '' : ` in ${place}`}`;
}

function said(session: Session, text: string, at: number): Session {
  return { ...session, log: appendLog(session.log, text, at) };
}

function failed(session: Session, text: string, at: number): Session {
  return { ...session, log: appendFailure(session.log, text, at) };
}

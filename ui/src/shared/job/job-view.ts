/**
 * What a job means on a page: its phase, label and percent, and which of the specification's nine states its session
 * is in. Pure functions of the server's answer.
 */
import type { JobBody, JobStatus } from '@/shared/api/generated';
import type { TagTone } from '@/shared/ui/Tag';

/** The phase a page shows: the server's status, or what comes before and after it. */
export type JobPhase = 'idle' | 'submitting' | 'refused' | 'recovering' | 'enriching' | JobStatus;

interface PhaseMeaning {
  label: string;
  tone: TagTone;
}

export const PHASES: Record<JobPhase, PhaseMeaning> = {
  idle: { label: 'Ready', tone: 'neutral' },
  submitting: { label: 'Submitting', tone: 'brand' },
  refused: { label: 'Not started', tone: 'bad' },
  recovering: { label: 'Recovering', tone: 'brand' },
  queued: { label: 'Queued', tone: 'brand' },
  processing: { label: 'Processing', tone: 'brand' },
  enriching: { label: 'Enriching', tone: 'brand' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
};

/** A status only a newer server knows maps to the nearest one. */
export function phaseOf({ status, ended }: Pick<JobBody, 'status' | 'ended'>): JobStatus {
  if (status in PHASES) return status;
  return ended ? 'completed' : 'processing';
}

/** What the log's entry about a running search starts with. */
export const PROGRESS = 'Processing: ';

/** The entry of the status log about a job; null if it has none. */
export function logText({ status, progress, message }: JobBody): string | null {
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

/** How far the page is in showing an enrichment: it takes these steps however fast the server is. */
export type EnrichmentStep = 'none' | 'pending' | 'started' | 'applied' | 'done';

const ENRICHMENT_STEPS: Record<EnrichmentStep, number> = {
  none: 100,
  pending: 75,
  started: 80,
  applied: 90,
  done: 100,
};
const THRESHOLDS = [0, 10, 20, 40, 60, 80] as const;
const WITH_ENRICHMENT = [5, 15, 25, 40, 55, 70] as const;
const WITHOUT_ENRICHMENT = [5, 20, 40, 60, 80, 100] as const;

interface Progress {
  phase: JobPhase;
  /** The job's own progress, and whether its search asked for enrichment. */
  progress: number;
  enrich: boolean;
  step: EnrichmentStep;
}

export function progressValue({ phase, progress, enrich, step }: Progress): number {
  switch (phase) {
    case 'submitting':
      return 2;
    case 'recovering':
    case 'queued':
      return 5;
    case 'processing':
      return processingValue(progress, enrich);
    case 'completed':
    case 'enriching':
      return ENRICHMENT_STEPS[step];
    case 'failed':
    case 'cancelled':
      // The delivered rows can be enriched all the same.
      return step === 'done' ? 100 : 0;
    case 'idle':
    case 'refused':
      return 0;
  }
}

function processingValue(progress: number, enrich: boolean): number {
  const reached = THRESHOLDS.findLastIndex((threshold) => progress >= threshold);
  const values = enrich ? WITH_ENRICHMENT : WITHOUT_ENRICHMENT;
  return values[Math.max(reached, 0)] ?? values[0];
}

/** Whether the server has nothing left to do for a session. */
export function isSettled({ ended, enrichment }: JobBody): boolean {
  return ended && enrichment.status !== 'processing';
}

export type SessionStatus =
  | 'initialized'
  | 'active'
  | 'running'
  /** Running, and no page of this browser follows it. */
  | 'paused'
  | 'enriching'
  | 'completed'
  | 'failed'
  | 'cancelled'
  /** Not offered again in this browser. The job itself continues. */
  | 'dismissed';

interface InThisBrowser {
  followed: boolean;
  dismissed: boolean;
}

/** `job` is null until the server has accepted the search. */
export function sessionStatus(job: JobBody | null, { followed, dismissed }: InThisBrowser): SessionStatus {
  if (job === null) return 'initialized';
  if (dismissed) return 'dismissed';
  if (job.enrichment.status === 'processing') return 'enriching';
  const status = phaseOf(job);
  switch (status) {
    case 'queued':
      return 'active';
    case 'processing':
      return followed ? 'running' : 'paused';
    case 'completed':
    case 'failed':
    case 'cancelled':
      return status;
  }
}

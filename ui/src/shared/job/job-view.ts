/**
 * What a job's phase means on the page: its label, and what the progress bar shows.
 */
import type { JobStatus } from '@/shared/api/generated';
import type { TagTone } from '@/shared/ui/Tag';

/** Where the page stands: as the server says, or before it has said anything. */
export type JobPhase = 'idle' | 'submitting' | 'refused' | 'recovering' | JobStatus;

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
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
};

/** What is shown in its place while the rows of a completed job are enriched. */
export const ENRICHING: PhaseMeaning = { label: 'Enriching', tone: 'brand' };

/**
 * How far the enrichment of a job's rows is; none where nobody asked for it, or it has failed; stopped where Stop was
 * pressed before there were rows to enrich.
 */
export type EnrichmentStep = 'none' | 'stopped' | 'pending' | 'started' | 'applied' | 'done';

const THRESHOLDS = [0, 10, 20, 40, 60, 80] as const;
const WITH_ENRICHMENT = [5, 15, 25, 40, 55, 70] as const;
const WITHOUT_ENRICHMENT = [5, 20, 40, 60, 80, 100] as const;
const ENRICHMENT_STEPS: Record<EnrichmentStep, number> = {
  none: 100,
  stopped: 100,
  pending: 75,
  started: 80,
  applied: 90,
  done: 100,
};

interface ProgressInput {
  phase: JobPhase;
  /** The job's own progress in percent. */
  jobProgress: number;
  enrichment: EnrichmentStep;
}

export function progressValue({ phase, jobProgress, enrichment }: ProgressInput): number {
  switch (phase) {
    case 'submitting':
      return 2;
    case 'recovering':
    case 'queued':
      return 5;
    case 'processing':
      return processingValue(jobProgress, enrichment !== 'none');
    case 'completed':
      return ENRICHMENT_STEPS[enrichment];
    case 'idle':
    case 'refused':
    case 'failed':
    case 'cancelled':
      return 0;
  }
}

function processingValue(jobProgress: number, enrich: boolean): number {
  const reached = THRESHOLDS.findLastIndex((threshold) => jobProgress >= threshold);
  const values = enrich ? WITH_ENRICHMENT : WITHOUT_ENRICHMENT;
  return values[Math.max(reached, 0)] ?? values[0];
}

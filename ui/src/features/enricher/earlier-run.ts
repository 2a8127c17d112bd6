/** What an earlier run of the enricher has left: its rows, with the facts that they got. */
import { api } from '@/shared/api/api';
import { isUnanswered } from '@/shared/api/api-error';
import type { EnrichmentStatus } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import type { EnrichmentStep } from '@/shared/job/job-view';
import type { Results } from '@/shared/job/session';
import { pause } from '@/shared/job/pause';
import { fetchFirstRows } from '@/features/scraper/use-fetched-rows';
import type { EnricherPhase } from './run-enricher';

export interface EarlierRun {
  phase: EnricherPhase;
  step: EnrichmentStep;
  results: Results;
  /** How far the enrichment went, in the server's words; empty where there was none. */
  message: string;
}

interface Following {
  signal: AbortSignal;
  show: (run: EarlierRun) => void;
  pollMs?: number;
}

const STANDS: Partial<Record<EnrichmentStatus, readonly [EnricherPhase, EnrichmentStep]>> = {
  processing: ['processing', 'started'],
  completed: ['completed', 'done'],
};

/** Shows it, and again until its enrichment has ended: that goes on at the server when its page is left. */
export async function followEarlierRun(
  dispatch: AppDispatch,
  sessionKey: string,
  { signal, show, pollMs = POLL_INTERVAL_MS }: Following,
): Promise<void> {
  for (let isShown = false; ;) {
    try {
      const run = await earlierRun(dispatch, sessionKey);
      show(run);
      isShown = true;
      if (run.phase !== 'processing') return;
    } catch (failure) {
      // The rows stay while nobody is reached.
      if (!isShown || !isUnanswered(failure)) throw failure;
    }
    await pause(pollMs, signal);
  }
}

async function earlierRun(dispatch: AppDispatch, sessionKey: string): Promise<EarlierRun> {
  const [rows, { enrichment }] = await Promise.all([
    fetchFirstRows(dispatch, sessionKey),
    dispatch(
      api.endpoints.getJobStatus.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
    ).unwrap(),
  ]);
  const [phase, step] = STANDS[enrichment.status] ?? (['idle', 'none'] as const);
  return {
    phase,
    step,
    results: { ...rows, enrichedRows: enrichment.enriched },
    message: enrichment.message,
  };
}

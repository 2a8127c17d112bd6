/** What an earlier run of the enricher has left: its rows, with the facts that they got. */
import { api } from '@/shared/api/api';
import type { AppDispatch } from '@/shared/api/store';
import type { EnrichmentStep } from '../job-phase';
import type { Results } from '../job-state';
import { fetchFirstRows } from '../use-fetched-rows';
import type { EnricherPhase } from './run-enricher';

interface EarlierRun {
  phase: EnricherPhase;
  step: EnrichmentStep;
  results: Results;
  /** How far the enrichment went, in the server's words; empty where there was none. */
  message: string;
}

export async function earlierRun(dispatch: AppDispatch, sessionKey: string): Promise<EarlierRun> {
  const [rows, { enrichment }] = await Promise.all([
    fetchFirstRows(dispatch, sessionKey),
    dispatch(
      api.endpoints.getJobStatus.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
    ).unwrap(),
  ]);
  const isDone = enrichment.status === 'completed';
  return {
    phase: isDone ? 'completed' : 'idle',
    step: isDone ? 'done' : 'none',
    results: { ...rows, enrichedRows: enrichment.enriched },
    message: enrichment.message,
  };
}

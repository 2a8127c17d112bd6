/** An enrichment whose call was lost: the server may go on with it, and charge for it, all the same. */
import { api } from '@/shared/api/api';
import { isUnanswered } from '@/shared/api/api-error';
import type { JobBody } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { endedBy } from '@/shared/job/ended-by';
import { POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import type { FetchedResults, Happening } from '@/shared/job/session';
import { pause } from '@/shared/job/pause';
import { fetchFirstRows } from './use-fetched-rows';

interface LostEnrichment {
  sessionKey: string;
  /** What its call failed with: thrown where the server has nothing of it either. */
  failure: unknown;
  signal: AbortSignal;
  happened: (event: Happening) => void;
}

interface Found {
  rows: FetchedResults;
  enrichedRows: number;
  message: string;
}

/** Asks after it until it has ended, and fetches its rows; nothing is enriched by that. */
export async function findEnriched(dispatch: AppDispatch, lost: LostEnrichment): Promise<Found> {
  const { sessionKey, failure, signal, happened } = lost;
  for (;;) {
    const job = await ask(dispatch, lost);
    if (job !== null) {
      happened({ type: 'enrichmentPolled', job });
      const { status, enriched, message } = job.enrichment;
      if (status === 'completed') {
        return { rows: await fetchFirstRows(dispatch, sessionKey), enrichedRows: enriched, message };
      }
      if (status !== 'processing') throw failure;
    }
    await pause(POLL_INTERVAL_MS, signal);
  }
}

/** Null where the server is not reached. */
async function ask(dispatch: AppDispatch, lost: LostEnrichment): Promise<JobBody | null> {
  const { sessionKey, signal, happened } = lost;
  try {
    return await endedBy(signal, () =>
      dispatch(
        api.endpoints.getJob.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
      ),
    );
  } catch (failure) {
    if (signal.aborted || !isUnanswered(failure)) throw failure;
    happened({ type: 'lost', text: failure.message });
    return null;
  }
}

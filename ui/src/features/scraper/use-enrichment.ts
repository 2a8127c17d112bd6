/** Enriches the rows of a job that asked for it, two seconds after they are there. */
import { useEffect } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { enrichSession, ENRICHMENT_DELAY_MS, pause } from './enrich-session';
import { isEnriching, type Happening, type JobState } from './job-state';
import { FIRST_PAGE, NO_ROWS, withPage } from './session-rows';
import { clearActiveJob, storeResults } from './session-storage';

export function useEnrichment(userId: string, state: JobState, happened: (event: Happening) => void): void {
  const dispatch = useAppDispatch();
  const sessionKey = isEnriching(state) ? state.results?.sessionKey : undefined;
  const sample = state.results?.sample === true;

  useEffect(() => {
    if (sessionKey === undefined) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const enrich = async () => {
      await pause(ENRICHMENT_DELAY_MS, signal);
      happened({ type: 'enrichmentStarted' });
      const page = await enrichSession(dispatch, sessionKey, signal, (failure, waitMs) => {
        happened({ type: 'enrichmentDelayed', text: failure.message, waitMs });
      });
      if (signal.aborted) return;
      clearActiveJob();
      if (page === null) {
        happened({ type: 'enrichmentFailed', text: 'The answer is in a form that this page does not know.' });
        return;
      }
      const session = withPage(NO_ROWS, FIRST_PAGE, page);
      const results = { sessionKey, session, enriched: true, sample };
      storeResults(userId, results);
      happened({ type: 'enrichmentApplied', results });
      happened({ type: 'enrichmentDone', text: page.enrichment.message });
    };
    enrich()
      .catch((failure: unknown) => {
        if (signal.aborted) return;
        clearActiveJob();
        happened({ type: 'enrichmentFailed', text: errorMessage(failure) });
      })
      .finally(() => {
        // What was enriched until now is paid.
        dispatch(api.util.invalidateTags(['Credits', 'History']));
      });
    return () => {
      stopping.abort();
    };
  }, [sessionKey, sample, userId, dispatch, happened]);
}

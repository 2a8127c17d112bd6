/** Enriches the rows of a job that asked for it, two seconds after they are there. */
import { useEffect } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { enrichSession, ENRICHMENT_DELAY_MS, pause } from './enrich-session';
import { isEnriching, type Happening, type JobState } from './job-state';
import { FIRST_PAGE, NO_ROWS, withPage } from './session-rows';

/** The rows are done once the balance after them is known, or would keep one waiting. */
const MOST_WAIT_FOR_BALANCE_MS = 5_000;

export function useEnrichment(userId: string, state: JobState, happened: (event: Happening) => void): void {
  const dispatch = useAppDispatch();
  const sessionKey = isEnriching(state) ? state.results?.sessionKey : undefined;
  const sample = state.results?.sample === true;

  useEffect(() => {
    if (sessionKey === undefined) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    let isBalanceKnown = false;
    const enrich = async () => {
      await pause(ENRICHMENT_DELAY_MS, signal);
      happened({ type: 'enrichmentStarted' });
      const page = await enrichSession(dispatch, sessionKey, signal, (failure, waitMs) => {
        happened({ type: 'enrichmentDelayed', text: failure.message, waitMs });
      });
      if (signal.aborted) return;
      if (page === null) {
        happened({ type: 'enrichmentFailed', text: 'The answer is in a form that this page does not know.' });
        return;
      }
      const session = withPage(NO_ROWS, FIRST_PAGE, page);
      const { enriched: enrichedRows, message } = page.enrichment;
      const results = { sessionKey, session, enriched: true, enrichedRows, sample };
      happened({ type: 'enrichmentApplied', results });
      const balance = dispatch(
        api.endpoints.creditStatus.initiate({ userId }, { forceRefetch: true, subscribe: false }),
      );
      await Promise.race([balance, pause(MOST_WAIT_FOR_BALANCE_MS, signal)]);
      isBalanceKnown = true;
      happened({ type: 'enrichmentDone', text: message });
    };
    enrich()
      .catch((failure: unknown) => {
        if (!signal.aborted) happened({ type: 'enrichmentFailed', text: errorMessage(failure) });
      })
      .finally(() => {
        // What was enriched until now is paid.
        dispatch(api.util.invalidateTags(isBalanceKnown ? ['History'] : ['Credits', 'History']));
      });
    return () => {
      stopping.abort();
    };
  }, [sessionKey, sample, userId, dispatch, happened]);
}

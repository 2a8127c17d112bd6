/** Enriches the rows of a job that asked for it, two seconds after they are there. */
import { useEffect } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage, isUnanswered } from '@/shared/api/api-error';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { enrichSession, ENRICHMENT_DELAY_MS } from '@/shared/job/enrich-session';
import { followEnrichment } from './follow-enrichment';
import { isEnriching, type Happening, type JobState } from '@/shared/job/session';
import { findEnriched } from './lost-enrichment';
import { pause } from '@/shared/job/pause';
import { FIRST_PAGE, NO_ROWS, withPage } from '@/shared/results/session-rows';
import { fetchPaidFacts } from './use-fetched-rows';

/** The rows are done once it is known what they have cost, or that would keep one waiting. */
const MOST_WAIT_FOR_RECEIPT_MS = 5_000;

export function useEnrichment(state: JobState, happened: (event: Happening) => void): void {
  const dispatch = useAppDispatch();
  const sessionKey = isEnriching(state) ? state.results?.sessionKey : undefined;
  const sample = state.results?.sample === true;

  useEffect(() => {
    if (sessionKey === undefined) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const askAfterIt = async () => {
      const { data: job } = await dispatch(
        api.endpoints.getJob.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
      );
      if (job !== undefined && !signal.aborted) happened({ type: 'enrichmentPolled', job });
    };
    const enrichedRowsOf = async () => {
      try {
        const page = await enrichSession(dispatch, sessionKey, signal, (failure, waitMs) => {
          happened({ type: 'enrichmentDelayed', text: failure.message, waitMs });
        });
        if (page === null) throw new Error('The answer is in a form that this page does not know.');
        const { enriched: enrichedRows, message } = page.enrichment;
        return { session: withPage(NO_ROWS, FIRST_PAGE, page), enrichedRows, message };
      } catch (failure) {
        if (signal.aborted || !isUnanswered(failure)) throw failure;
        const found = await findEnriched(dispatch, { sessionKey, failure, signal, happened });
        return { ...found, session: found.rows.session };
      }
    };
    const enrich = async () => {
      await pause(ENRICHMENT_DELAY_MS, signal);
      happened({ type: 'enrichmentStarted' });
      const heard = (job: JobBody) => {
        if (!signal.aborted) happened({ type: 'enrichmentPolled', job });
      };
      followEnrichment({ sessionKey, ask: askAfterIt, heard }, signal).catch(() => undefined);
      const { session, enrichedRows, message } = await enrichedRowsOf();
      if (signal.aborted) return;
      const results = { sessionKey, session, enriched: true, enrichedRows, sample };
      happened({ type: 'enrichmentApplied', results });
      await Promise.race([askAfterIt(), pause(MOST_WAIT_FOR_RECEIPT_MS, signal)]);
      happened({ type: 'enrichmentDone', text: message });
    };
    enrich()
      .catch((failure: unknown) => {
        if (signal.aborted) return undefined;
        happened({ type: 'enrichmentFailed', text: errorMessage(failure) });
        return fetchPaidFacts(dispatch, sessionKey, happened);
      })
      .catch(() => undefined)
      .finally(() => {
        // What was enriched until now is paid.
        dispatch(api.util.invalidateTags(['Credits', 'History']));
      });
    return () => {
      stopping.abort();
    };
  }, [sessionKey, sample, dispatch, happened]);
}

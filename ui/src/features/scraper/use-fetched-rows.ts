/** Fetches the first rows of the page's session: of a running job as soon as it has delivered any, else at its end. */
import { useCallback, useEffect } from 'react';
import { api } from '@/shared/api/api';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { isRunning, type FetchedResults, type Happening, type JobState } from '@/shared/job/session';
import { FIRST_PAGE, NO_ROWS, packedResult, withPage } from '@/shared/results/session-rows';

/** Answers how to try again what could not be fetched. */
export function useFetchedRows(
  state: JobState,
  happened: (event: Happening) => void,
): (sessionKey: string) => Promise<void> {
  const dispatch = useAppDispatch();
  const jobId = state.job?.jobId;
  const { fetching } = state;
  const isFirstDelivery = isRunning(state) && state.delivered > 0 && state.results === null;

  const fetchResults = useCallback(
    async (sessionKey: string) => {
      try {
        happened({ type: 'resultsFetched', results: await fetchFirstRows(dispatch, sessionKey) });
      } catch {
        happened({ type: 'resultsFailed', sessionKey });
      }
    },
    [dispatch, happened],
  );

  useEffect(() => {
    if (fetching && jobId !== undefined) void fetchResults(jobId);
  }, [fetching, jobId, fetchResults]);

  useEffect(() => {
    if (!isFirstDelivery || jobId === undefined) return;
    fetchFirstRows(dispatch, jobId).then(
      (results) => {
        happened({ type: 'rowsDelivered', results });
      },
      // They are fetched again when the job ends.
      () => undefined,
    );
  }, [isFirstDelivery, jobId, dispatch, happened]);

  return fetchResults;
}

/** The facts of an enrichment that was stopped, or failed: those that were found until then are paid. */
export async function fetchPaidFacts(
  dispatch: AppDispatch,
  sessionKey: string,
  happened: (event: Happening) => void,
): Promise<void> {
  const { data: job } = await dispatch(
    api.endpoints.getJob.initiate({ jobId: sessionKey }, { forceRefetch: true, subscribe: false }),
  );
  if (job === undefined || job.enrichment.enriched === 0) return;
  const results = await fetchFirstRows(dispatch, sessionKey);
  happened({ type: 'enrichmentPaid', results: { ...results, enrichedRows: job.enrichment.enriched } });
}

export async function fetchFirstRows(dispatch: AppDispatch, sessionKey: string): Promise<FetchedResults> {
  const answer = await dispatch(
    api.endpoints.getJobResult.initiate(
      {
        jobId: sessionKey,
        form: 'packed',
        columns: FIRST_PAGE.columns.join(','),
        limit: FIRST_PAGE.limit,
      },
      { forceRefetch: true, subscribe: false },
    ),
  ).unwrap();
  const page = packedResult(answer);
  const session = withPage(NO_ROWS, FIRST_PAGE, page);
  return { sessionKey, session, enriched: page.enrichment_applied, sample: page.sample };
}

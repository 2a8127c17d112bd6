/** Fetches a session's rows: the first ones, and the rest page by page for the columns that are wanted. */
import { useEffect, useMemo, useState } from 'react';
import { api } from '@/shared/api/api';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { hasSampleRows, type ResultRow } from './result-columns';
import {
  FIRST_PAGE,
  NO_ROWS,
  nextPage,
  packedResult,
  withPage,
  type Results,
  type SessionRows,
} from './session-rows';

export async function fetchFirstRows(
  dispatch: AppDispatch,
  { job_id: jobId, enrichment }: JobBody,
): Promise<Results> {
  const { columns, limit } = FIRST_PAGE;
  const answer = await dispatch(
    api.endpoints.getJobResult.initiate(
      { jobId, form: 'packed', columns: columns.join(','), limit },
      { forceRefetch: true, subscribe: false },
    ),
  ).unwrap();
  const page = packedResult(answer);
  const session = withPage(NO_ROWS, FIRST_PAGE, page);
  return {
    sessionKey: jobId,
    session,
    enriched: page.enrichment_applied,
    enrichedRows: enrichment.enriched,
    sample: page.sample || hasSampleRows(session.rows),
  };
}

interface Fetched {
  session: SessionRows;
  /** A page that should be here cannot be fetched at present. */
  failed: boolean;
  /** Is anything still to come? */
  complete: boolean;
  tryAgain: () => void;
}

/** `first` is what is here already: another one begins anew. Which columns are wanted may hang on the rows that came. */
export function useSessionRows(
  sessionKey: string,
  first: SessionRows,
  wanted: (rows: readonly ResultRow[]) => readonly string[],
): Fetched {
  const dispatch = useAppDispatch();
  const [state, setState] = useState({ first, session: first, failed: false });
  if (state.first !== first) {
    // A job that runs delivers more after the same first rows: what is here stays.
    const isGrown = state.first.rows === first.rows;
    const total = Math.max(first.total, state.session.total);
    setState({ first, session: isGrown ? { ...state.session, total } : first, failed: false });
  }
  const { session, failed } = state;
  const next = useMemo(() => nextPage(session, wanted(session.rows)), [session, wanted]);

  useEffect(() => {
    if (next === null || failed) return undefined;
    let wantedStill = true;
    const request = dispatch(
      api.endpoints.getJobResult.initiate(
        {
          jobId: sessionKey,
          form: 'packed',
          columns: next.columns.join(','),
          offset: next.offset,
          limit: next.limit,
        },
        { forceRefetch: true, subscribe: false },
      ),
    );
    request.unwrap().then(
      (answer) => {
        if (!wantedStill) return;
        setState((now) => ({ ...now, session: withPage(now.session, next, packedResult(answer)) }));
      },
      () => {
        if (wantedStill) setState((now) => ({ ...now, failed: true }));
      },
    );
    return () => {
      wantedStill = false;
      request.abort();
    };
  }, [dispatch, sessionKey, next, failed]);

  return {
    session,
    failed,
    complete: next === null,
    tryAgain: () => {
      setState((now) => ({ ...now, failed: false }));
    },
  };
}

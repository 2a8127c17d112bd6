/** Fetches a session's rows: the first ones, then page by page for the wanted columns. */
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
  type PageRequest,
  type Results,
  type SessionRows,
} from './session-rows';

export async function fetchFirstRows(
  dispatch: AppDispatch,
  { job_id: jobId, enrichment, list_only: listOnly }: JobBody,
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
    listOnly,
  };
}

interface Fetched {
  session: SessionRows;
  /** A page cannot be fetched at present. */
  failed: boolean;
  complete: boolean;
  tryAgain: () => void;
}

/** `first` are the rows already here: other ones start over. The wanted columns may depend on loaded rows. */
export function useSessionRows(
  sessionKey: string,
  first: SessionRows,
  wanted: (rows: readonly ResultRow[]) => readonly string[],
): Fetched {
  const dispatch = useAppDispatch();
  const [state, setState] = useState({ first, session: first, failed: false });
  if (state.first !== first) {
    // A running job adds rows after the same first ones: keep what is loaded.
    const isGrown = state.first.rows === first.rows;
    const total = Math.max(first.total, state.session.total);
    setState({ first, session: isGrown ? { ...state.session, total } : first, failed: false });
  }
  const { session, failed } = state;
  const request = useMemo(() => JSON.stringify(nextPage(session, wanted(session.rows))), [session, wanted]);
  // The same object while the request is the same: a session that grows would abort and repeat the call in flight.
  const next = useMemo(() => JSON.parse(request) as PageRequest | null, [request]);

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
